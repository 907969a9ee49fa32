import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { accountsFolder, productUrl } from './product.ts'

export const accounts = ['superadmin', 'support', 'technician', 'owner', 'viewer'] as const
export type Account = (typeof accounts)[number]

/** The console's tokens. Everything else that a browser stores belongs to the story. */
const tokensKey = 'wheelhouse.auth'

const stateFileOf = (account: Account): string => join(accountsFolder(), `${account}.json`)

/**
 * Opens a page of the console with the sign-in of an account that all stories share. A story that ends a sign-in first makes a
 * separate one (`signInOnProvider`), because signing out revokes the tokens of everyone who shares them.
 */
export async function signIn(page: Page, account: Account, path = '/locations'): Promise<void> {
  await page.context().setStorageState(stateFileOf(account))
  await page.goto(`${productUrl}${path}`)
}

/** Signs in on the provider's page, into a session that no other story uses. */
export async function signInOnProvider(page: Page, account: Account, url = productUrl): Promise<void> {
  await page.goto(`${url}/locations`)
  await page.getByLabel('Email').fill(`${account}@demo.test`)
  await page.getByLabel('Password', { exact: true }).fill('demo')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  // Not `expect`, whose time limit in global setup is not the one of the stories.
  await page.getByRole('heading', { name: 'Locations', level: 1 }).waitFor()
}

/** Signs each account in once and saves what its browser stores, for the stories of all workers. */
export async function saveSignIns(browser: Browser): Promise<void> {
  await Promise.all(
    accounts.map(async (account) => {
      const context = await browser.newContext()
      // Five at a time, while the fleet of the product that has just started connects. The usual half a minute is for one page.
      context.setDefaultTimeout(180_000)
      await signInOnProvider(await context.newPage(), account)
      writeFileSync(stateFileOf(account), JSON.stringify(await stateOf(context, productUrl)), { mode: 0o600 })
      await context.close()
    }),
  )
}

type State = Awaited<ReturnType<BrowserContext['storageState']>>

async function stateOf(context: BrowserContext, origin: string): Promise<State> {
  const { cookies, origins } = await context.storageState()
  const localStorage = origins
    .filter((each) => each.origin === origin)
    .flatMap((each) => each.localStorage)
    .filter(({ name }) => name === tokensKey)
  return { cookies, origins: [{ origin, localStorage }] }
}

export const accessTokenOf = (account: Account): string =>
  // Written by `saveSignIns`.
  accessTokenIn(JSON.parse(readFileSync(stateFileOf(account), 'utf8')) as State)

/** The token of a page that signed in by itself. */
export const accessTokenOn = async (page: Page): Promise<string> => accessTokenIn(await page.context().storageState())

function accessTokenIn({ origins }: State): string {
  const stored = origins.flatMap(({ localStorage }) => localStorage).find(({ name }) => name === tokensKey)
  // What the console stores (stores/auth-store.ts).
  const { state } = JSON.parse(stored?.value ?? '{}') as {
    state?: { accessTokens?: Record<string, { accessToken: string }> }
  }
  const [token] = Object.values(state?.accessTokens ?? {})
  if (!token) throw new Error('This browser stores no access token')
  return token.accessToken
}
