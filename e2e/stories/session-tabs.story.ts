import { expect, test } from '@playwright/test'
import type { BrowserContext, Page } from '@playwright/test'
import { identityUrl, productUrl } from '../product.ts'
import { accessTokenOn, signInOnProvider } from '../sign-in.ts'

const authKey = 'wheelhouse.auth'

/** A page of the console's origin on which no code of the console runs, so that nothing else changes what is stored. */
async function openStorage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  await page.goto(`${productUrl}/configs/prod.json`)
  return page
}

const refreshTokenIn = (storage: Page): Promise<string> =>
  storage.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? '{}').state.refreshToken as string, authKey)

const expireAccessTokens = (storage: Page): Promise<void> =>
  storage.evaluate((key) => {
    const stored = JSON.parse(localStorage.getItem(key) ?? '{}')
    for (const token of Object.values<{ expiresAt: number }>(stored.state.accessTokens)) token.expiresAt = 0
    localStorage.setItem(key, JSON.stringify(stored))
  }, authKey)

const expectLocations = (page: Page) =>
  expect(page.getByRole('grid', { name: 'Locations' }).getByRole('row').nth(1)).toBeVisible()

/** Opens the list in both tabs at the same moment, with an access token that has to be renewed first. */
async function openWithExpiredTokens(tabs: Page[], storage: Page): Promise<void> {
  await Promise.all(tabs.map((tab) => tab.goto('about:blank')))
  await expireAccessTokens(storage)
  await Promise.all(tabs.map((tab) => tab.goto(`${productUrl}/locations`)))
  for (const tab of tabs) await expectLocations(tab)
}

const useRefreshToken = (refresh_token: string): Promise<Response> =>
  fetch(`${identityUrl}/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams({ client_id: 'wheelhouse-console', grant_type: 'refresh_token', refresh_token }),
  })

function countRenewals(context: BrowserContext): () => number {
  let count = 0
  context.on('request', (request) => {
    if (request.url().endsWith('/oauth2/token') && request.postData()?.includes('grant_type=refresh_token')) count++
  })
  return () => count
}

test('security 2: two tabs renew at the same moment and both stay signed in; an old refresh token ends the sign-in', async ({
  page,
  context,
}) => {
  await signInOnProvider(page, 'viewer')
  const tabs = [page, await context.newPage()]
  const storage = await openStorage(context)

  const first = await refreshTokenIn(storage)
  await openWithExpiredTokens(tabs, storage)
  const second = await refreshTokenIn(storage)
  expect(second).not.toBe(first)

  await openWithExpiredTokens(tabs, storage)
  const third = await refreshTokenIn(storage)
  expect(new Set([first, second, third]).size).toBe(3)

  const accessToken = await accessTokenOn(page)
  expect((await useRefreshToken(first)).status).toBe(400)
  expect((await useRefreshToken(third)).status).toBe(400)
  const profile = await fetch(`${productUrl}/user/v1/profile`, { headers: { authorization: `Bearer ${accessToken}` } })
  expect(profile.status).toBe(401)
})

test('security 2: two tabs of a browser without locks send the same refresh token at once, and both stay signed in', async ({
  page,
  context,
}) => {
  await context.addInitScript(() => Object.defineProperty(navigator, 'locks', { value: undefined }))
  await signInOnProvider(page, 'viewer')
  const tabs = [page, await context.newPage()]
  const storage = await openStorage(context)
  const renewals = countRenewals(context)

  // Neither request goes on before the other has been sent.
  const bothSent = Promise.withResolvers<void>()
  await context.route(`${identityUrl}/oauth2/token`, async (route) => {
    if (renewals() >= 2) bothSent.resolve()
    await bothSent.promise
    await route.continue()
  })
  const first = await refreshTokenIn(storage)
  await openWithExpiredTokens(tabs, storage)
  expect(renewals()).toBe(2)
  await context.unroute(`${identityUrl}/oauth2/token`)

  // The tabs agree on one of the two successors, and it is valid.
  const second = await refreshTokenIn(storage)
  expect(second).not.toBe(first)
  await openWithExpiredTokens(tabs, storage)
  expect(await refreshTokenIn(storage)).not.toBe(second)
})
