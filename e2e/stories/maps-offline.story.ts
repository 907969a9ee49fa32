import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { launchWithMaps } from '../maps.ts'
import { startOwnProduct } from '../product.ts'
import { signInOnProvider } from '../sign-in.ts'

/** Takes connections and never answers: a street map that is away. */
async function silentAddress() {
  const server = createServer(() => undefined)
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() }
}

/** Fills with the addresses of the parts of the file that the page is sent. */
function tilesSentTo(page: Page): string[] {
  const sent: string[] = []
  page.on('response', (response) => {
    if (response.url().includes('/maps/city.pmtiles') && response.status() === 206) sent.push(response.url())
  })
  return sent
}

test('map from a file with the network away, and a location reopened offline', async ({ launchOptions }) => {
  test.setTimeout(600_000)
  const streets = await silentAddress()
  const product = await startOwnProduct({
    MAP_STYLE_URL: `${streets.url}/light.json`,
    MAP_STYLE_DARK_URL: `${streets.url}/dark.json`,
  })
  const browser = await launchWithMaps(launchOptions)
  const context = await browser.newContext({ baseURL: product.url, serviceWorkers: 'allow', locale: 'en-US' })
  const page = await context.newPage()
  try {
    await signInOnProvider(page, 'superadmin', product.url)

    await test.step('the street map does not answer: the file shows the streets, and says quietly which map it is', async () => {
      const tiles = tilesSentTo(page)
      await page.goto('/locations?view=map&camera=39.28271,-76.59317,15.0')
      await expect(page.getByText('Street map not available, built-in map shown')).toBeVisible()
      await expect.poll(() => tiles.length).toBeGreaterThan(0)
      // Drawn without a graphics card, which takes half a minute where both processors are busy besides.
      await expect(page.getByRole('link', { name: /Broadway Market/ })).toBeVisible({ timeout: 90_000 })
      await expect(page.getByText('OpenStreetMap contributors')).toBeVisible()
    })

    const location = await test.step('the list and a location are opened with the network', async () => {
      await page.goto('/locations?q=Broadway+Market')
      await page
        .getByRole('link', { name: /Broadway Market/ })
        .first()
        .click()
      await expect(page.getByRole('heading', { name: /Broadway Market/, level: 1 })).toBeVisible()
      await expect(page.getByRole('button', { name: /^Dock 01, / }).first()).toBeVisible()
      // The shell is kept once the page has come to rest, and replies two seconds after they came.
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
      // The list before it was kept earlier: what counts are the page of the location and its docks.
      const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
      const keptOfLocation = async () => (await page.evaluate(keptReplies)).filter((key) => key.includes(id))
      await expect.poll(async () => (await keptOfLocation()).some((key) => key.includes('/devices'))).toBe(true)
      await expect
        .poll(async () => (await keptOfLocation()).some((key) => key.includes(`/locations/${id}"`)))
        .toBe(true)
      return page.url()
    })

    await test.step('without a network the page opens again, says since when, and sends nothing', async () => {
      await context.setOffline(true)
      await page.goto(location)
      await expect(page.getByRole('heading', { name: /Broadway Market/, level: 1 })).toBeVisible()
      await expect(page.getByRole('status').filter({ hasText: 'Offline since' })).toBeVisible()
      await expect(page.getByRole('button', { name: /^Dock 01, / }).first()).toBeVisible()
      // The code of a question is kept with the page.
      await page.getByRole('button', { name: 'Status' }).click()
      await page.getByRole('menuitem', { name: /^Maintenance/ }).click()
      await expect(page.getByRole('dialog').getByRole('button', { name: /^Set to/ })).toBeVisible()
    })

    await test.step('a location that was never opened says so', async () => {
      await page.goto('/locations/01900000-0000-7000-8000-000000000000')
      await expect(page.getByText('You are offline and this has not been loaded on this device')).toBeVisible()
    })

    await test.step('signing out leaves nothing on the device', async () => {
      await context.setOffline(false)
      await page.goto('/logout?redirecting=true')
      // The address is the same before the provider has been asked.
      await expect(page.getByText('You have been logged out')).toBeVisible()
      await expect.poll(() => page.evaluate(keptReplies)).toEqual([])
    })
  } finally {
    await browser.close()
    await product.end()
    streets.close()
  }
})

/** The keys of what the device keeps. Runs in the page. */
function keptReplies(): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('wheelhouse-kept', 1)
    opening.addEventListener('error', () => reject(opening.error ?? new Error('no database')))
    opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('replies', { keyPath: 'key' }))
    opening.addEventListener('success', () => {
      const reading = opening.result.transaction('replies').objectStore('replies').getAllKeys()
      reading.addEventListener('success', () => (opening.result.close(), resolve(reading.result.map(String))))
    })
  })
}
