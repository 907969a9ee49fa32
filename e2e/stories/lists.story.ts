import { readFileSync } from 'node:fs'
import { readXlsx } from 'hucre/xlsx'
import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { callAs } from '../api.ts'
import { signIn } from '../sign-in.ts'

interface Layouts {
  list: string
  layout: { order: string[] }
}

const grid = (page: Page, name = 'Locations') => page.getByRole('grid', { name })
/** Beside the box that selects all rows. */
const heads = (page: Page) =>
  grid(page)
    .getByRole('columnheader')
    .filter({ hasNot: page.getByRole('checkbox') })

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Ingrid|superadmin/i }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page.getByText('You have been logged out')).toBeVisible()
}

/** How the server keeps the list of locations for whoever is signed in. */
const keptOrder = async (page: Page) =>
  (await callAs<Layouts[]>(page, '/user/v1/list-layouts')).find(({ list }) => list === 'locations')?.layout.order

test('screens: columns moved by keyboard, hidden, pinned and sized come back after a sign-out, on another machine too', async ({
  page,
  browser,
}) => {
  await signIn(page, 'superadmin')
  await expect(heads(page).nth(4)).toHaveText('Address')
  const docks = heads(page).filter({ hasText: 'Docks overview' })

  // From the rows up into the head, along it, and the column with it.
  await grid(page).getByRole('row').nth(1).focus()
  await page.keyboard.press('ArrowUp')
  for (let step = 0; step < 5; step++) await page.keyboard.press('ArrowRight')
  await expect(docks.locator('[data-head-stop]')).toBeFocused()
  await page.keyboard.press('Alt+Shift+ArrowLeft')
  await expect(page.getByRole('status').filter({ hasText: 'Docks overview is column 5 of' })).toBeAttached()
  await expect(docks.locator('[data-head-stop]')).toBeFocused()
  await expect(heads(page).nth(4)).toHaveText('Docks overview')

  await page.keyboard.press('Tab')
  const handle = page.getByRole('separator', { name: 'Width of Docks overview' })
  await expect(handle).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(handle).toHaveAttribute('aria-valuenow', '166')

  await page.getByRole('button', { name: /^Columns, / }).click()
  await page.getByRole('button', { name: 'Show Health' }).click()
  await page.getByRole('button', { name: 'Pin Type' }).click()
  await page.keyboard.press('Escape')
  await expect(heads(page).nth(4)).toHaveText('Type')
  await expect(heads(page).filter({ hasText: 'Health' })).toHaveCount(0)
  await expect.poll(async () => (await keptOrder(page))?.[4]).toBe('type')

  await signOut(page)
  const other = await (await browser.newContext()).newPage()
  await signIn(other, 'superadmin')
  await expect(heads(other).nth(4)).toHaveText('Type')
  await expect(heads(other).nth(5)).toHaveText('Docks overview')
  await expect(heads(other).filter({ hasText: 'Health' })).toHaveCount(0)
  await expect(other.getByRole('separator', { name: 'Width of Docks overview' })).toHaveAttribute(
    'aria-valuenow',
    '166',
  )

  await other.getByRole('button', { name: /^Columns, / }).click()
  await other.getByRole('button', { name: 'As at first' }).click()
  await expect(heads(other).nth(4)).toHaveText('Address')
  await expect.poll(() => keptOrder(other)).toEqual([])
})

test('screens: columns are dragged and sized by the pointer, in the head and in their menu, and nothing is sorted by it', async ({
  page,
}) => {
  await signIn(page, 'owner')
  await expect(heads(page).nth(4)).toHaveText('Address')
  const boxOf = async (place: number) => (await heads(page).nth(place).boundingBox())!
  const drag = async (from: [number, number], to: [number, number]) => {
    await page.mouse.move(...from)
    await page.mouse.down()
    await page.mouse.move(...to, { steps: 8 })
    await page.mouse.up()
  }
  const [health, address] = [await boxOf(6), await boxOf(4)]
  await drag([health.x + 20, health.y + 10], [address.x + 10, address.y + 12])
  await expect(heads(page).nth(4)).toHaveText('Health')
  expect(page.url()).not.toContain('sort=')

  const before = await boxOf(5)
  const edge = before.x + before.width - 2
  await drag([edge, before.y + 14], [edge + 60, before.y + 14])
  await expect.poll(async () => Math.round((await boxOf(5)).width - before.width)).toBe(60)

  await page.getByRole('button', { name: /^Columns, / }).click()
  const handle = (await page.getByRole('button', { name: 'Move Tags' }).boundingBox())!
  const target = (await page.getByRole('listitem').filter({ hasText: 'Address' }).boundingBox())!
  await drag([handle.x + 8, handle.y + 10], [target.x + 20, target.y + 4])
  await expect(heads(page).nth(5)).toHaveText('Tags')
  await page.getByRole('button', { name: 'As at first' }).click()
  await expect(heads(page).nth(4)).toHaveText('Address')
})

test('screens: a row is reached, its cells are walked through and it is opened by keyboard alone', async ({ page }) => {
  await signIn(page, 'technician')
  const rows = grid(page).getByRole('row')
  await rows.nth(1).focus()
  await page.keyboard.press('ArrowDown')
  await expect(rows.nth(2)).toBeFocused()
  for (let step = 0; step < 5; step++) await page.keyboard.press('ArrowRight')
  await expect(rows.nth(2).getByRole('link').first()).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(rows.nth(3).getByRole('link').first()).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(rows.nth(3)).toBeFocused()
  await page.keyboard.press('End')
  const count = (await callAs<{ total: number }>(page, '/location/v1/locations?limit=1')).total
  await expect(grid(page).locator(`[aria-rowindex="${count + 1}"][data-index]`)).toBeFocused()
  await page.keyboard.press('Home')
  const label = await rows.nth(1).getByRole('link').first().textContent()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toContainText(label ?? '')
})

test('screens: a saved view is a named address: kept, changed, renamed, deleted', async ({ page }) => {
  await signIn(page, 'support')
  await page.goto('/locations?status=launched&health=online')
  await page.getByRole('button', { name: 'Save view' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Up and running')
  await page.getByRole('dialog').getByRole('button', { name: 'Save view' }).click()
  const views = page.getByRole('group', { name: 'Views of locations' })
  await expect(views.getByRole('link', { name: 'Up and running' })).toHaveAttribute('aria-current', 'page')

  await views.getByRole('link', { name: 'All' }).click()
  await expect(page).toHaveURL(/\/locations$/)
  await page.reload()
  await views.getByRole('link', { name: 'Up and running' }).click()
  await expect(page).toHaveURL(/status=launched/)

  await page.getByRole('button', { name: 'Remove filter Health' }).click()
  await expect(views.getByRole('img', { name: 'changed' })).toBeVisible()
  await views.getByRole('button', { name: 'Saved view Up and running' }).click()
  await page.getByRole('menuitem', { name: 'Save changes' }).click()
  await expect(views.getByRole('img', { name: 'changed' })).toHaveCount(0)

  await views.getByRole('button', { name: 'Saved view Up and running' }).click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Launched')
  await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click()
  await expect(views.getByRole('link', { name: 'Launched' })).toBeVisible()
  await views.getByRole('button', { name: 'Saved view Launched' }).click()
  await page.getByRole('menuitem', { name: 'Delete view' }).click()
  await expect(views.getByRole('link', { name: 'Launched' })).toHaveCount(0)
})

test('screens: an export holds all rows of the filter, not the page, in the columns that are shown', async ({
  page,
}) => {
  // Where a browser asks where to save, the question is its own window; without it the file is a download.
  await page.addInitScript(() => Object.assign(window, { showSaveFilePicker: undefined }))
  await signIn(page, 'support')
  const filter = 'how_ended=cancelled'
  await page.goto(`/device-sessions/history?${filter}`)
  await expect(grid(page, 'Parking session history').getByRole('row').nth(1)).toBeVisible()
  const { total } = await callAs<{ total: number }>(page, `/session/v1/parking-sessions?${filter}&limit=1`)
  expect(total).toBeGreaterThan(100)
  await page.getByRole('button', { name: 'Export' }).click()
  const dialog = page.getByRole('dialog')
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Export' }).click()
  const file = await (await download).path()
  await expect(dialog.getByText(/rows in parking-sessions-.*\.csv/)).toBeVisible()
  const lines = readFileSync(file, 'utf8').replace('\uFEFF', '').trimEnd().split('\r\n')
  expect(lines[0]).toMatch(
    /^id,location_code,location_label,device_number,device_type,started_at,ended_at,minutes,how_ended/,
  )
  expect(lines.length - 1).toBeGreaterThanOrEqual(total)
  expect(lines.slice(1).every((line) => line.includes(',cancelled,'))).toBe(true)

  await dialog.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Export' }).click()
  await dialog.getByRole('radio', { name: /XLSX/ }).check()
  const workbook = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Export' }).click()
  expect((await workbook).suggestedFilename()).toMatch(/^parking-sessions-.*\.xlsx$/)
  const [sheet] = (await readXlsx(readFileSync(await (await workbook).path()))).sheets
  expect(sheet?.rows[0]?.slice(0, 2)).toEqual(['id', 'location_code'])
  expect((sheet?.rows.length ?? 0) - 1).toBeGreaterThanOrEqual(total)
})
