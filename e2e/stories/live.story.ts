import { expect, test } from '@playwright/test'
import { callAs } from '../api.ts'
import { signIn } from '../sign-in.ts'

interface Active {
  items: { id: string }[]
}

test('live: new sessions appear in the list without a reload, and a paused list does not change', async ({ page }) => {
  // Three riders are waited for, and few come at night.
  test.setTimeout(420_000)
  await signIn(page, 'support', '/device-sessions/active?order=desc')
  const grid = page.getByRole('grid', { name: 'Active parking sessions' })
  await expect(grid.getByRole('row').nth(1)).toBeVisible()
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }))
  const newestId = async () =>
    (await callAs<Active>('support', '/session/v1/parking-sessions/active?limit=1&order=desc')).items[0]?.id ?? ''
  const before = await newestId()
  const firstRow = grid.getByRole('row').nth(1)
  await expect(firstRow).not.toContainText(before.slice(-6), { timeout: 120_000 })
  expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true)

  await page.getByRole('button', { name: 'Live' }).click()
  await expect(page.getByRole('button', { name: /Paused/ })).toBeVisible()
  // Only now: a request that was under way before the pause may still have brought rows.
  await expect(page.getByRole('button', { name: /Paused, \d+ new/ })).toBeVisible({ timeout: 120_000 })
  const shown = (await firstRow.textContent())?.slice(0, 6) ?? ''
  // There is a newer session, which the paused list does not show.
  await expect.poll(async () => (await newestId()).endsWith(shown), { timeout: 120_000 }).toBe(false)
  await expect(firstRow).toContainText(shown)
  await page.getByRole('button', { name: /Paused/ }).click()
  await expect(page.getByRole('button', { name: 'Live' })).toBeVisible()
  await expect(firstRow).not.toContainText(shown)
})
