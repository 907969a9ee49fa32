import { expect, test } from '@playwright/test'
import { arrowRightTo, arrowToItem, pressEnterOn, skipToContent, tabTo, typeInto } from '../keyboard.ts'
import { signIn } from '../sign-in.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('keyboard only: columns are moved, pinned and sized in the menu and in the head, and keep the focus', async ({
  page,
}) => {
  await signIn(page, 'support')
  const heads = page.getByRole('columnheader').filter({ hasNot: page.getByRole('checkbox') })
  await expect(heads.nth(4)).toHaveText('Address')
  await skipToContent(page)
  const columns = page.getByRole('button', { name: /^Columns, / })
  await pressEnterOn(page, columns)
  const handle = page.getByRole('button', { name: 'Move Docks overview' })
  await tabTo(page, handle)
  for (const [key, place] of [
    ['ArrowUp', 4],
    ['ArrowDown', 5],
    ['ArrowUp', 4],
  ] as const) {
    await page.keyboard.press(key)
    await expect(
      page.getByRole('status').filter({ hasText: `Docks overview is column ${place + 1} of` }),
    ).toBeAttached()
    await expect(heads.nth(place)).toHaveText('Docks overview')
    await expect(handle).toBeFocused()
  }
  const pin = page.getByRole('button', { name: 'Pin Type' })
  await tabTo(page, pin)
  await page.keyboard.press('Space')
  await expect(pin).toBeFocused()
  await expect(pin).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('Escape')
  await expect(columns).toBeFocused()
  await expect(heads.nth(4)).toHaveText('Type')

  // Tab stops at one column of the head; arrows lead along it.
  const type = page.getByRole('columnheader', { name: 'Type' }).locator('[data-head-stop]')
  await tabTo(page, page.locator('[data-head-stop][tabindex="0"]').first())
  await page.keyboard.press('Home')
  await arrowRightTo(page, type)
  await page.keyboard.press('Alt+Shift+ArrowLeft')
  await expect(page.getByRole('status').filter({ hasText: /^Type is column 4 of/ })).toBeAttached()
  await expect(type).toBeFocused()
  await page.keyboard.press('Tab')
  const edge = page.getByRole('separator', { name: 'Width of Type' })
  await expect(edge).toBeFocused()
  const width = Number(await edge.getAttribute('aria-valuenow'))
  await page.keyboard.press('Shift+ArrowRight')
  await expect(edge).toHaveAttribute('aria-valuenow', String(width + 40))
  // Two keys in one turn of the page, as on a busy machine: the column moves when the focus has already gone on.
  await type.evaluate((word) => {
    const key = { key: 'ArrowLeft', altKey: true, shiftKey: true, bubbles: true, cancelable: true }
    word.dispatchEvent(new KeyboardEvent('keydown', key))
    word.parentElement?.querySelector<HTMLElement>('[role=separator]')?.focus()
  })
  await expect(heads.nth(2)).toHaveText('Type')
  await expect(edge).toBeFocused()

  await tabTo(page, columns, 'Shift+Tab')
  await page.keyboard.press('Enter')
  // The focus stays inside the open menu, so its last button is one step back.
  const reset = page.getByRole('button', { name: 'Reset to default' })
  await expect(reset).toBeVisible()
  await tabTo(page, reset, 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(heads.nth(4)).toHaveText('Address')
})

test('keyboard only: a view is saved, renamed and deleted', async ({ page }) => {
  const [first, second] = ['Saved by keys', 'Renamed by keys']
  // No other view has this filter: of two with the same one only the first is marked.
  await signIn(page, 'support', '/locations?status=launched&q=100')
  const views = page.getByRole('group', { name: 'Views of locations' })
  await expect(views).toBeVisible()
  await skipToContent(page)
  await pressEnterOn(page, page.getByRole('button', { name: 'Save view' }))
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await page.keyboard.type(first)
  await page.keyboard.press('Enter')
  await expect(views.getByRole('link', { name: first })).toHaveAttribute('aria-current', 'page')
  await expect(views.getByRole('button', { name: 'Save view' })).toBeFocused()

  await tabTo(page, views.getByRole('button', { name: `Saved view ${first}` }), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await arrowToItem(page, page.getByRole('menuitem', { name: 'Rename' }))
  await page.keyboard.press('Enter')
  await typeInto(page, page.getByRole('textbox', { name: 'Name' }), second)
  await page.keyboard.press('Enter')
  const menu = views.getByRole('button', { name: `Saved view ${second}` })
  await expect(menu).toBeFocused()
  await page.keyboard.press('Enter')
  await arrowToItem(page, page.getByRole('menuitem', { name: 'Delete view' }))
  await page.keyboard.press('Enter')
  await expect(views.getByRole('link', { name: second })).toHaveCount(0)
  await expect(page.locator('main:focus, main :focus')).toHaveCount(1)
})
