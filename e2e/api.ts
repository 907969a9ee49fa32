import { expect } from '@playwright/test'
import { certain } from '@wheelhouse/contract/certain.ts'
import { productUrl } from './product.ts'
import { accessTokenOf } from './sign-in.ts'
import type { Account } from './sign-in.ts'

/** Calls the shared product's API with the sign-in of an account; with a body it is a POST. */
export const callAs = <T>(account: Account, path: string, body?: object): Promise<T> =>
  call<T>(`${productUrl}${path}`, accessTokenOf(account), body)

export async function call<T>(url: string, accessToken: string, body?: object): Promise<T> {
  const headers = { authorization: `Bearer ${accessToken}` }
  const reply = await fetch(
    url,
    body === undefined
      ? { headers }
      : {
          method: 'POST',
          headers: { authorization: headers.authorization, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        },
  )
  if (!reply.ok) throw new Error(`${url}: ${reply.status} ${await reply.text()}`)
  // The story names the type of what it asks for, and looks at it.
  return (await reply.json()) as T
}

/**
 * Searches until there is a result: hardware of a product that has just started reports within seconds, and in the quietest hour of
 * the demonstration five riders come in a minute.
 */
export async function waitForResult<T extends NonNullable<unknown>>(search: () => Promise<T | undefined>): Promise<T> {
  let result: T | undefined
  await expect.poll(async () => (result = await search()) !== undefined, { timeout: 120_000 }).toBe(true)
  return certain(result)
}
