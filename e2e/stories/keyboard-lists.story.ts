import { expect, test } from '@playwright/test'
import { arrowToItem, enter, skipToContent, tabTo, write } from '../keys.ts'
import { signIn } from '../sign-in.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('columns by keyboard alone: moved, pinned, sized in the menu and in the head, and the focus goes with them', async ({
  page,
}) => {
  await signIn(page, 'support')
  const heads = page.getByRole('columnheader').filter({ hasNot: page.getByRole('checkbox') })
  await expect(heads.nth(4)).toHaveText('Address')
  await skipToContent(page)
  const columns = page.getByRole('button', { name: /^Columns, / })
  await enter(page, columns)
  const handle = page.getByRole('button', { name: 'Move Docks overview' })
  await tabTo(page, handle)
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('status').filter({ hasText: /^Docks overview is column 5 of/ })).toBeAttached()
  await expect(handle).toBeFocused()
  await expect(heads.nth(4)).toHaveText('Docks overview')
  const pin = page.getByRole('button', { name: 'Pin Type' })
  await tabTo(page, pin)
  await page.keyboard.press('Space')
  await expect(pin).toBeFocused()
  await expect(pin).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('Escape')
  await expect(columns).toBeFocused()
  await expect(heads.nth(4)).toHaveText('Type')

  // Along the head, where one column is the stop of Tab.
  const type = page.getByRole('columnheader', { name: 'Type' }).locator('[data-head-stop]')
  await tabTo(page, page.locator('[data-head-stop][tabindex="0"]').first())
  await page.keyboard.press('Home')
  for (let step = 0; step < 20 && !(await type.evaluate((one) => one === document.activeElement)); step++)
    await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Alt+Shift+ArrowLeft')
  await expect(page.getByRole('status').filter({ hasText: /^Type is column 4 of/ })).toBeAttached()
  await expect(type).toBeFocused()
  await page.keyboard.press('Tab')
  const edge = page.getByRole('separator', { name: 'Width of Type' })
  await expect(edge).toBeFocused()
  const width = Number(await edge.getAttribute('aria-valuenow'))
  await page.keyboard.press('Shift+ArrowRight')
  await expect(edge).toHaveAttribute('aria-valuenow', String(width + 40))

  await tabTo(page, columns, 'Shift+Tab')
  await page.keyboard.press('Enter')
  // The focus goes round in what is open: the last is one step back.
  const reset = page.getByRole('button', { name: 'As at first' })
  await expect(reset).toBeVisible()
  await tabTo(page, reset, 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(heads.nth(4)).toHaveText('Address')
})

test('a saved view by keyboard alone: named, renamed, deleted', async ({ page }, { retry }) => {
  const [first, second] = [`By keys ${retry}`, `By other keys ${retry}`]
  await signIn(page, 'support')
  // A filter of its own: of two views with the same one only the first is marked.
  await page.goto(`/locations?status=launched&q=10${retry}`)
  const views = page.getByRole('group', { name: 'Views of locations' })
  await expect(views).toBeVisible()
  await skipToContent(page)
  await enter(page, page.getByRole('button', { name: 'Save view' }))
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await page.keyboard.type(first)
  await page.keyboard.press('Enter')
  await expect(views.getByRole('link', { name: first })).toHaveAttribute('aria-current', 'page')
  await expect(views.getByRole('button', { name: 'Save view' })).toBeFocused()

  await tabTo(page, views.getByRole('button', { name: `Saved view ${first}` }), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await arrowToItem(page, page.getByRole('menuitem', { name: 'Rename' }))
  await page.keyboard.press('Enter')
  await write(page, page.getByRole('textbox', { name: 'Name' }), second)
  await page.keyboard.press('Enter')
  const menu = views.getByRole('button', { name: `Saved view ${second}` })
  await expect(menu).toBeFocused()
  await page.keyboard.press('Enter')
  await arrowToItem(page, page.getByRole('menuitem', { name: 'Delete view' }))
  await page.keyboard.press('Enter')
  await expect(views.getByRole('link', { name: second })).toHaveCount(0)
  await expect(page.locator('main:focus, main :focus')).toHaveCount(1)
})
