import { expect, test } from '@playwright/test'
import { callAs } from '../api.ts'
import { signIn } from '../sign-in.ts'

interface Active {
  items: { id: string }[]
}

test('live: bikes come and go on screen without a reload, and a paused page stands still', async ({ page }) => {
  await signIn(page, 'support')
  await page.goto('/device-sessions/active')
  const grid = page.getByRole('grid', { name: 'Active parking sessions' })
  await expect(grid.getByRole('row').nth(1)).toBeVisible()
  await page.evaluate(() => Object.assign(window, { marked: true }))
  const before = (await callAs<Active>(page, '/session/v1/parking-sessions/active?limit=1')).items[0]?.id as string
  const newest = (id: string) =>
    grid
      .getByRole('row')
      .nth(1)
      .filter({ hasText: id.slice(-6) })
  await expect(newest(before)).toHaveCount(0, { timeout: 60_000 })
  expect(await page.evaluate(() => 'marked' in window)).toBe(true)

  await page.getByRole('button', { name: 'Live' }).click()
  await expect(page.getByRole('button', { name: /Paused/ })).toBeVisible()
  const frozen = await grid.getByRole('row').nth(1).textContent()
  await expect(page.getByRole('button', { name: /Paused, \d+ new/ })).toBeVisible({ timeout: 60_000 })
  expect((await grid.getByRole('row').nth(1).textContent())?.slice(0, 6)).toBe(frozen?.slice(0, 6))
  await page.getByRole('button', { name: /Paused/ }).click()
  await expect(page.getByRole('button', { name: 'Live' })).toBeVisible()
})
