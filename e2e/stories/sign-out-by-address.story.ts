import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { identityUrl, productUrl } from '../product.ts'
import { signInOnProvider } from '../sign-in.ts'

// As people have it: with the worker that answers the navigations of the console.
test.use({ serviceWorkers: 'allow' })

const consoleLogout = `${productUrl}/logout`
const providerLogout = `${identityUrl}/logout?${new URLSearchParams({ client_id: 'wheelhouse-console', logout_uri: consoleLogout })}`

/** A page that wants to sign its visitors out. Its host is an address, so that for a browser it is another site than localhost. */
async function openOtherSite() {
  const targets = [consoleLogout, `${consoleLogout}?redirecting=true`, `${productUrl}/LOGOUT/`, providerLogout]
  const escaped = (url: string): string => url.replaceAll('&', '&amp;')
  const embedded = targets.map((url) => `<img src="${escaped(url)}"><iframe src="${escaped(url)}"></iframe>`).join('')
  const links = targets.map((url, n) => `<a href="${escaped(url)}">Link ${n}</a>`).join('')
  const form = `<form method="post" action="${escaped(providerLogout)}"><input type="hidden" name="client_id" value="wheelhouse-console"><button>Form</button></form>`
  const server = createServer((request, reply) =>
    reply.writeHead(200, { 'content-type': 'text/html' }).end(request.url === '/embedded' ? embedded : links + form),
  )
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, links: targets.length, close: () => server.close() }
}

async function expectSignedIn(page: Page): Promise<void> {
  await page.goto(`${productUrl}/locations`)
  await expect(page.getByRole('grid', { name: 'Locations' }).getByRole('row').nth(1)).toBeVisible()
}

/** What the console keeps of its person in the tab: the list that was left, drafts. */
const keptInTab = (page: Page): Promise<string[]> =>
  page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('wheelhouse.')))

test('spec 4: opening /logout by hand signs out, of the console and of the identity provider, and empties the tab', async ({
  page,
}) => {
  await signInOnProvider(page, 'viewer')
  await page
    .getByRole('grid', { name: 'Locations' })
    .getByRole('row')
    .nth(1)
    .locator('a[href^="/locations/"]:not([href*="?"])')
    .first()
    .click()
  await expect.poll(() => keptInTab(page)).toContainEqual(expect.stringMatching(/^wheelhouse\.last-list\./))
  await page.goto('/logout')
  await expect(page.getByText('You have been logged out')).toBeVisible()
  expect(await keptInTab(page)).toEqual([])
  await page.goto('/locations')
  await expect(page.getByRole('heading', { name: 'Sign in', level: 1 })).toBeVisible()
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
})

test('security 19 d: a link, an image, a frame or a form on another site signs nobody out unasked', async ({
  page,
}) => {
  const site = await openOtherSite()
  try {
    await signInOnProvider(page, 'viewer')
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))

    await page.goto(`${site.url}/embedded`, { waitUntil: 'load' })
    await expectSignedIn(page)

    const question = page.getByRole('heading', { name: /^(Log|Sign) out\?$/ })
    for (let n = 0; n < site.links; n++) {
      await page.goto(site.url)
      await page.getByRole('link', { name: `Link ${n}` }).click()
      await expect(question).toBeVisible()
    }
    await page.goto(site.url)
    await page.getByRole('button', { name: 'Form' }).click()
    await expect(question).toBeVisible()
    await expectSignedIn(page)

    // Who confirms it is signed out.
    await page.goto(site.url)
    await page.getByRole('link', { name: 'Link 0' }).click()
    await page.getByRole('main').getByRole('button', { name: 'Log out' }).click()
    await expect(page.getByText('You have been logged out')).toBeVisible()
  } finally {
    site.close()
  }
})
