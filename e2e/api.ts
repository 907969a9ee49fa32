import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'

/** Calls the API with the token of whoever is signed in on this page. */
export async function callAs<T>(page: Page, path: string): Promise<T> {
  return page.evaluate(async (address) => {
    const kept = JSON.parse(localStorage.getItem('wheelhouse.auth') ?? '{}') as {
      state?: { accessTokens?: Record<string, { accessToken: string }> }
    }
    const [token] = Object.values(kept.state?.accessTokens ?? {})
    const reply = await fetch(address, { headers: { authorization: `Bearer ${token?.accessToken}` } })
    return (await reply.json()) as T
  }, path)
}

/** Asks until there is what the story needs: a product that has just started hears of its hardware within seconds. */
export async function askUntil<T>(look: () => Promise<T | undefined>): Promise<T> {
  let found: T | undefined
  await expect.poll(async () => (found = await look()) !== undefined, { timeout: 60_000 }).toBe(true)
  return found as T
}
