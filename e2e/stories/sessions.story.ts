import { expect, test } from '@playwright/test'
import { signIn } from '../sign-in.ts'

test('spec 2: the session history with its filter in the address, which a link brings back', async ({ page, context }) => {
  await signIn(page, 'support')
  await page.goto('/device-sessions/history')
  const grid = page.getByRole('grid', { name: 'Parking session history' })
  await expect(grid.getByRole('row').nth(1)).toBeVisible()

  await page.getByRole('button', { name: 'Duration' }).click()
  await page.getByText('24 hours', { exact: true }).click()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/min_minutes=1440/)
  await expect(grid.getByRole('row').nth(1)).toBeVisible()
  await expect(grid.getByRole('row').nth(1)).toContainText(/\d+ (d|h)/)

  const again = await context.newPage()
  await again.goto(page.url())
  await expect(again.getByRole('group', { name: 'Duration' })).toContainText('24 hours')
  await again.getByRole('grid').getByRole('row').nth(1).click()
  await expect(again).toHaveURL(/\/device-sessions\/history\/[0-9a-f-]{36}/)
  await expect(again.getByRole('heading', { name: 'Timeline' }).first()).toBeVisible()
  await expect(again.getByText('Unlocked, the session ended').filter({ visible: true })).toBeVisible()

  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await expect(page).toHaveURL(/\/device-sessions\/history$/)
})
