import { expect, test } from '@playwright/test'
import { signIn } from '../sign-in.ts'

test('spec 2: the filter of the session history is part of the address, and a link restores it', async ({
  page,
  context,
}) => {
  await signIn(page, 'support', '/device-sessions/history')
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
  // By its lock, or by staff.
  await expect(
    again
      .getByText(/session ended/i)
      .filter({ visible: true })
      .first(),
  ).toBeVisible()
  await expect(again.getByRole('heading', { name: 'User', exact: true })).toBeVisible()

  // A bike that is still there can be freed from the page of its session.
  await again.goto(new URL('/device-sessions/active', page.url()).href)
  await again.getByRole('grid').getByRole('row').nth(1).click()
  await expect(again.getByText(/^still parked, /)).toBeVisible()
  await again.getByRole('button', { name: 'Force unlock' }).click()
  await expect(again.getByRole('dialog', { name: /^Force unlock/ })).toBeVisible()

  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await expect(page).toHaveURL(/\/device-sessions\/history$/)
})

test('spec 2: active sessions begin with the longest, and are searched by user, location and ID', async ({ page }) => {
  await signIn(page, 'support', '/device-sessions/active')
  const grid = page.getByRole('grid', { name: 'Active parking sessions' })
  const head = grid.getByRole('columnheader', { name: 'Parked for' })
  await expect(head).toHaveAttribute('aria-sort', 'descending')
  const sessions = grid.getByRole('row').filter({ has: page.getByRole('link') })
  const session = sessions.first().getByRole('link').first()
  const longest = await session.innerText()
  await head.getByRole('button').click()
  await expect(head).toHaveAttribute('aria-sort', 'ascending')
  await expect(page).toHaveURL(/order=desc/)
  await expect(session).not.toHaveText(longest)

  await page.getByRole('searchbox', { name: 'User, location or session ID' }).fill(longest)
  await expect(page).toHaveURL(new RegExp(`q=%?2?2?${longest}`))
  await expect(session).toHaveText(longest)
})

test('filters of sessions ask for other days, another duration and a user in place, and give the focus back', async ({
  page,
}) => {
  await signIn(page, 'support', '/device-sessions/history')
  const grid = page.getByRole('grid', { name: 'Parking session history' })
  const filters = page.getByRole('search')

  await filters.getByRole('button', { name: 'Started' }).click()
  await page.getByRole('button', { name: 'Custom dates…' }).click()
  const days = page.getByRole('dialog', { name: 'Started' })
  await days.getByRole('button', { name: 'Last month' }).click()
  await days.getByRole('button', { name: 'Show' }).click()
  await expect(page).toHaveURL(/period=\d{4}-\d\d-01\.\.\d{4}-\d\d-\d\d/)
  // The first group of this name: the second one is the menu, which may still be closing.
  const chip = page.getByRole('group', { name: 'Started' }).first()
  await expect(chip.getByRole('button').first()).toBeFocused()
  await chip.getByRole('button', { name: 'Remove filter Started' }).click()

  await filters.getByRole('button', { name: 'Duration' }).click()
  await page.getByRole('button', { name: 'Custom duration…' }).click()
  await page.getByRole('dialog', { name: 'Duration' }).getByRole('textbox', { name: 'minutes' }).fill('90')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/min_minutes=90$/)
  await expect(page.getByRole('group', { name: 'Duration' }).first()).toContainText('1 h 30 min')
  await page.getByRole('button', { name: 'Clear', exact: true }).click()

  await filters.getByRole('button', { name: 'User', exact: true }).click()
  await page.getByRole('textbox', { name: 'Search' }).fill('mari')
  await page.getByRole('checkbox', { name: /^mari/i }).first().check()
  await expect(page).toHaveURL(/user_id=[0-9a-f-]{36}$/)
  await page.keyboard.press('Escape')
  const chosen = page.getByRole('group', { name: 'User' }).first()
  await expect(chosen.getByRole('button').first()).toBeFocused()
  const rider = await chosen.getByRole('button').first().innerText()
  expect(rider).toMatch(/mari/i)
  await page.reload()
  await expect(page.getByRole('group', { name: 'User' })).toContainText(rider)
  const sessions = grid.getByRole('row').filter({ has: page.getByRole('link') })
  await expect(sessions.first()).toContainText(rider)
  await expect(sessions.filter({ hasNotText: rider })).toHaveCount(0)
})
