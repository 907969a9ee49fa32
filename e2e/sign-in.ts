import { expect } from '@playwright/test'
import type { BrowserContext, Page } from '@playwright/test'
import { identityUrl, productUrl } from './product.ts'

export type Account = 'superadmin' | 'support' | 'technician' | 'owner' | 'viewer'

type Kept = Awaited<ReturnType<BrowserContext['storageState']>>

/** What the console holds of a sign-in; all else that a browser remembers is the story's own. */
const authKey = 'wheelhouse.auth'
const kept = new Map<Account, Kept>()

/**
 * Opens the list of locations as somebody. The first story of a worker signs in on the provider's page as a person would;
 * those after it come back with that sign-in, as the same person's next window does.
 */
export async function signIn(page: Page, account: Account): Promise<void> {
  const state = kept.get(account)
  if (!state) {
    await signInAnew(page, account)
    kept.set(account, await stateOf(page.context()))
  } else {
    await page.context().setStorageState(state)
    await page.goto(`${productUrl}/locations`)
    await expect(page.getByRole('heading', { name: 'Locations', level: 1 })).toBeVisible()
  }
  // A sign-out ends it for everybody who shares it.
  page.context().on('request', (request) => request.url().startsWith(`${identityUrl}/logout`) && kept.delete(account))
}

/** On the provider's page, into a session that nobody shares. */
export async function signInAnew(page: Page, account: Account, url = productUrl): Promise<void> {
  await page.goto(`${url}/locations`)
  await page.getByLabel('Email').fill(`${account}@demo.test`)
  await page.getByLabel('Password', { exact: true }).fill('demo')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Locations', level: 1 })).toBeVisible()
}

async function stateOf(context: BrowserContext): Promise<Kept> {
  const { cookies, origins } = await context.storageState()
  const own = origins.filter(({ origin }) => origin === productUrl)
  return {
    cookies,
    origins: own.map((each) => ({ ...each, localStorage: each.localStorage.filter(({ name }) => name === authKey) })),
  }
}
