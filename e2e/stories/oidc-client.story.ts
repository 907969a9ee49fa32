import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import type { UserManager } from 'oidc-client-ts'
import { identityUrl, productUrl } from '../product.ts'

const library = readFileSync(
  createRequire(import.meta.url)
    .resolve('oidc-client-ts')
    .replace('/umd/', '/browser/'),
)

declare global {
  interface Window {
    oidc: typeof import('oidc-client-ts')
    manager: UserManager
  }
}

const settings = {
  authority: identityUrl,
  client_id: 'wheelhouse-console',
  redirect_uri: `${productUrl}/login`,
  post_logout_redirect_uri: `${productUrl}/logout`,
  scope: 'openid signin.user.admin console.user',
}
const beTheClient = (given: typeof settings): void => {
  if (!given.redirect_uri.startsWith(location.origin)) return
  window.manager = new window.oidc.UserManager(given)
}

/**
 * Another single-page application in the place of the console, at the console's own addresses: the library with its defaults,
 * and only what it demands. The pages come from the server, so that the browser knows them for local ones; no code of the
 * console runs on them.
 */
async function becomeTheClient(page: Page): Promise<void> {
  await page.route(
    (url) => url.origin === productUrl && url.pathname.endsWith('.js'),
    (route) => route.abort(),
  )
  await page.addInitScript({ content: `${library}\nwindow.oidc = oidc` })
  await page.addInitScript(beTheClient, settings)
}

/** Ends on the client's page with a code, or on the form of the provider. */
async function startSignIn(page: Page): Promise<void> {
  await page.goto(`${productUrl}/login`)
  await page.evaluate(() => void window.manager.signinRedirect())
}

async function finishSignIn(page: Page): Promise<string> {
  await page.waitForURL(/\/login\?.*code=/)
  return page.evaluate(async () => (await window.manager.signinCallback())?.access_token ?? '')
}

const mayCall = async (token: string): Promise<number> =>
  (await fetch(`${productUrl}/user/v1/profile`, { headers: { authorization: `Bearer ${token}` } })).status

test('O6, O7: oidc-client-ts with its defaults signs in, renews, revokes and signs out', async ({ page }) => {
  await becomeTheClient(page)
  await startSignIn(page)
  await page.getByLabel('Email').fill('viewer@demo.test')
  await page.getByLabel('Password', { exact: true }).fill('demo')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  const first = await finishSignIn(page)
  expect(await mayCall(first)).toBe(200)
  expect(await page.evaluate(async () => (await window.manager.getUser())?.profile.email)).toBe('viewer@demo.test')

  const renewed: string[] = [first]
  for (let times = 0; times < 2; times++)
    renewed.push(await page.evaluate(async () => (await window.manager.signinSilent())?.access_token ?? ''))
  expect(new Set(renewed).size).toBe(3)
  for (const token of renewed) expect(await mayCall(token)).toBe(200)

  await page.evaluate(() => window.manager.revokeTokens(['access_token', 'refresh_token']))
  for (const token of renewed) expect(await mayCall(token)).toBe(401)

  // The session of the browser is not ended by that: the next sign-in needs no password.
  await startSignIn(page)
  const second = await finishSignIn(page)
  expect(await mayCall(second)).toBe(200)
  await page.evaluate(() => void window.manager.signoutRedirect())
  await page.waitForURL(/\/logout/)
  expect(await mayCall(second)).toBe(401)
  await startSignIn(page)
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
})
