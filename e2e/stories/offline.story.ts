import { expect, test } from '@playwright/test'
import { signIn } from '../sign-in.ts'

test('screens: without a network the loaded data stays with its age, and the console catches up with the network', async ({
  page,
  context,
}) => {
  // No story adds a location with this tag, so the first row stays the same.
  await signIn(page, 'technician', '/locations?tag=transit')
  const grid = page.getByRole('grid', { name: 'Locations' })
  await expect(grid.getByRole('row').nth(1)).toBeVisible()
  const first = grid.getByRole('row').nth(1)
  const label = await first.getByRole('link').first().textContent()

  await context.setOffline(true)
  const bar = page.getByRole('status').filter({ hasText: 'Offline since' })
  await expect(bar).toBeVisible()
  await expect(bar).toContainText('Showing the data loaded then')
  await expect(first.getByRole('link').first()).toHaveText(label ?? '')

  // A screen that is not loaded yet says so. A reload would leave the person without any page.
  await page.getByRole('link', { name: 'Parking sessions' }).first().click()
  await expect(page.getByText('You are offline and this page has not been loaded on this device')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible()
  await expect(page.getByText('It opens automatically when the network is back.')).toBeVisible()
  await expect(page.getByText(/\/assets\/|https?:/)).toHaveCount(0)
  await expect(page.getByText('has been updated')).toHaveCount(0)

  await context.setOffline(false)
  await expect(bar).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Parking sessions')
  await expect(page.getByRole('grid').getByRole('row').nth(1)).toBeVisible()
  // The session has not ended.
  await expect(page.getByRole('button', { name: /^Account of/ })).toBeVisible()
})

test('screens: a hidden page closes its live stream and opens it again when it is shown', async ({ page }) => {
  const streams: string[] = []
  const ended: string[] = []
  page.on('request', (request) => request.url().endsWith('/event/v1/stream') && streams.push(request.url()))
  page.on('requestfailed', (request) => request.url().endsWith('/event/v1/stream') && ended.push(request.url()))
  await signIn(page, 'technician')
  await expect.poll(() => streams.length).toBeGreaterThan(0)
  const setVisibility = (state: 'hidden' | 'visible') =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'visibilityState', { value, configurable: true })
      Object.defineProperty(document, 'hidden', { value: value === 'hidden', configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, state)
  const before = streams.length
  await setVisibility('hidden')
  await expect.poll(() => ended.length).toBeGreaterThan(0)
  await setVisibility('visible')
  await expect.poll(() => streams.length).toBeGreaterThan(before)
  await expect(page.getByRole('button', { name: /live/i }).first()).toBeVisible()
})
