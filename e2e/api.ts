import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'

/** Calls the API with the token of whoever is signed in on this page; with a body it is a POST. */
export async function callAs<T>(page: Page, path: string, body?: object): Promise<T> {
  return page.evaluate(
    async ([address, sent]) => {
      const kept = JSON.parse(localStorage.getItem('wheelhouse.auth') ?? '{}') as {
        state?: { accessTokens?: Record<string, { accessToken: string }> }
      }
      const [token] = Object.values(kept.state?.accessTokens ?? {})
      const headers = { authorization: `Bearer ${token?.accessToken}` }
      const reply = await fetch(
        address,
        sent === undefined
          ? { headers }
          : { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(sent) },
      )
      if (!reply.ok) throw new Error(`${address}: ${reply.status} ${await reply.text()}`)
      return (await reply.json()) as T
    },
    [path, body] as const,
  )
}

/** Asks until there is what the story needs: a product that has just started hears of its hardware within seconds. */
export async function askUntil<T>(look: () => Promise<T | undefined>): Promise<T> {
  let found: T | undefined
  await expect.poll(async () => (found = await look()) !== undefined, { timeout: 60_000 }).toBe(true)
  return found as T
}
