import { expect, test } from '@playwright/test'
import { signIn } from '../sign-in.ts'

test('from 1280 px a panel is beside its list: another row takes its place, and Escape gives the focus back', async ({
  page,
}) => {
  await signIn(page, 'superadmin', '/maintenance-log')
  const row = (at: number) => page.getByRole('grid').locator(`[data-index="${at}"]`)
  const open = (at: number) => row(at).click({ position: { x: 50, y: 8 } })
  const panel = page.getByRole('complementary')
  const dialogs = page.getByRole('dialog')

  await test.step('the list stays usable, and a click on another row shows that one', async () => {
    await open(1)
    await expect(panel).toHaveAccessibleName(/^M-\d+ /)
    await expect(panel.getByRole('button', { name: 'Close' })).toBeFocused()
    await expect(dialogs).toHaveCount(0)
    // Three lines of filters would be 112 px high.
    await expect.poll(async () => (await page.getByRole('search').boundingBox())?.height).toBeLessThan(100)
    const first = page.url()
    await open(2)
    await expect(page).not.toHaveURL(first)
    await expect(panel).toHaveCount(1)
    await expect(row(2)).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(panel).toHaveCount(0)
    await expect(row(2)).toBeFocused()
  })

  await test.step('by keyboard the focus goes in and comes back to the row', async () => {
    await page.keyboard.press('Enter')
    await expect(panel.getByRole('button', { name: 'Close' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(panel).toHaveCount(0)
    await expect(row(2)).toBeFocused()
  })

  await test.step('what is typed in it is asked about before another row takes its place', async () => {
    await open(2)
    await panel.getByRole('button', { name: 'Add comment' }).click()
    const comment = panel.getByRole('textbox', { name: 'Comment' })
    await comment.fill('The bolt is loose again')
    const before = page.url()
    await open(1)
    await dialogs.getByRole('button', { name: 'Keep editing' }).click()
    await expect(dialogs).toHaveCount(0)
    expect(page.url()).toBe(before)
    await expect(comment).toHaveValue('The bolt is loose again')
    await open(1)
    await dialogs.getByRole('button', { name: 'Discard' }).click()
    await expect(page).not.toHaveURL(before)
    await expect(panel.getByRole('button', { name: 'Add comment' })).toBeVisible()
  })

  await test.step('in a narrower window it lies over the list, with what is typed in it', async () => {
    await panel.getByRole('button', { name: 'Add comment' }).click()
    const comment = panel.getByRole('textbox', { name: 'Comment' })
    await comment.fill('The hinge is bent')
    for (const width of [1100, 560, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      await expect(panel).toBeInViewport({ ratio: 1 })
      await expect(comment).toHaveValue('The hinge is bent')
      await expect(dialogs).toHaveCount(0)
    }
    await panel.getByRole('button', { name: 'Close' }).click()
    await dialogs.getByRole('button', { name: 'Discard' }).click()
    await expect(panel).toHaveCount(0)
  })

  await test.step('one that opens in a narrower window is a dialog, and stays one in a wide window', async () => {
    await page.setViewportSize({ width: 1100, height: 800 })
    await open(1)
    const dialog = page.getByRole('dialog', { name: /^M-\d+ / })
    await dialog.getByRole('button', { name: 'Add comment' }).click()
    const comment = dialog.getByRole('textbox', { name: 'Comment' })
    await comment.fill('The hinge is bent')
    await page.setViewportSize({ width: 1280, height: 800 })
    await expect(comment).toHaveValue('The hinge is bent')
    await expect(panel).toHaveCount(0)
    await dialog.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'Discard' }).click()
    await expect(dialogs).toHaveCount(0)
  })
})

test('beside a panel the choices of a filter stay open while its chip comes into view and gets its first value', async ({
  page,
}) => {
  await signIn(page, 'superadmin', '/maintenance-log')
  await page
    .getByRole('grid')
    .locator('[data-index="1"]')
    .click({ position: { x: 50, y: 8 } })
  const panel = page.getByRole('complementary')
  await expect(panel).toHaveAccessibleName(/^M-\d+ /)
  const filters = page.getByRole('search')
  const created = filters.getByRole('group', { name: 'Created' })

  // The last of the filters: its chip is inserted beyond the edge of the bar.
  await filters.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Created' }).click()
  const week = page.getByRole('checkbox', { name: '7 days', exact: true })
  await expect(filters.getByRole('button', { name: 'Created', exact: true })).toBeInViewport({ ratio: 1 })
  await week.check()
  await expect(page).toHaveURL(/created_at_older_than=7/)
  await expect(created).toBeInViewport({ ratio: 1 })
  await expect(week).toBeVisible()
  await expect(week).toBeChecked()

  // Closed, it is the first of the chips.
  await page.keyboard.press('Escape')
  await expect(week).toHaveCount(0)
  await expect(panel).toBeVisible()
  await expect(created).toBeInViewport({ ratio: 1 })
  await expect(filters.getByRole('group').first()).toHaveAccessibleName('Created')
  const [place, status] = await Promise.all([
    created.boundingBox(),
    filters.getByRole('button', { name: 'Status', exact: true }).boundingBox(),
  ])
  expect(place!.x).toBeLessThan(status!.x)
})
