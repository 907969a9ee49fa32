import { expect, test } from '@playwright/test'
import { signIn } from '../sign-in.ts'

test('spec 8: a new version of the console is announced and reloads the page after 5 seconds, only once', async ({
  page,
}) => {
  await page.clock.install()
  await signIn(page, 'technician')
  await expect(page.getByRole('grid', { name: 'Locations' }).getByRole('row').nth(1)).toBeVisible()
  await page.route('**/live-versions.json', (route) => route.fulfill({ json: { console: 'another-build' } }))
  const reloaded = page.waitForEvent('load')
  await page.clock.fastForward(61_000)
  await expect(page.getByText('has been updated, reloading the page in 5 seconds')).toBeVisible()
  await page.clock.fastForward(5_100)
  await reloaded
  await expect(page.getByRole('heading', { name: 'Locations', level: 1 })).toBeVisible()

  // The server still offers the old build, so the console does not reload a second time.
  let reloads = 0
  page.on('load', () => reloads++)
  const check = page.waitForResponse('**/live-versions.json')
  await page.clock.fastForward(61_000)
  await check
  await page.clock.fastForward(6_000)
  await expect(page.getByText('has been updated')).toHaveCount(0)
  expect(reloads).toBe(0)
})

test('spec 2: a part of the console that fails to load reloads the page after 5 seconds, only once', async ({
  page,
}) => {
  const loaded = new Set<string>()
  page.on('response', (response) => response.ok() && loaded.add(response.url()))
  await signIn(page, 'technician')
  await expect(page.getByRole('grid', { name: 'Locations' }).getByRole('row').nth(1)).toBeVisible()
  let isBroken = true
  const isMissing = (url: string): boolean => isBroken && !loaded.has(url)
  await page.route('**/assets/*.js', (route) =>
    isMissing(route.request().url()) ? route.fulfill({ status: 404, body: '' }) : route.continue(),
  )
  let loads = 0
  page.on('load', () => loads++)
  await page.clock.install()
  await page.getByRole('link', { name: 'Parking sessions' }).first().click()
  await expect(page.getByText('has been updated, reloading the page in 5 seconds')).toBeVisible()
  await page.clock.fastForward(5_100)
  await expect.poll(() => loads).toBe(1)

  // The part is still missing, and the console does not reload a second time.
  await page.goto('/device-sessions/active')
  await expect(page.getByText('Something went wrong :(').first()).toBeVisible()
  const before = loads
  await page.clock.fastForward(60_000)
  await expect(page.getByText('has been updated')).toHaveCount(0)
  expect(loads).toBe(before)

  isBroken = false
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Parking sessions')
})
