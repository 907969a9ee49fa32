import { expect, test } from '@playwright/test'
import { callAs } from '../api.ts'
import { arrowToItem, enter, pick, skipToContent, tabTo, write } from '../keys.ts'
import { signIn } from '../sign-in.ts'

interface Device {
  id: string
  number: number
  type: string
  hardware_id: string | null
}

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const firstOf = async (page: Parameters<typeof callAs>[0], query: string): Promise<string> =>
  (await callAs<{ items: { id: string }[] }>(page, `/location/v1/locations?limit=1&${query}`)).items[0]?.id ?? ''

test('two docks change their hardware by keyboard alone, and the focus is on the tile again', async ({ page }) => {
  await signIn(page, 'technician')
  const id = await firstOf(page, 'status=launched&health=online')
  const devices = () => callAs<Device[]>(page, `/location/v1/locations/${id}/devices`)
  const docks = (await devices()).filter(({ type, hardware_id }) => type === 'dock' && hardware_id !== null)
  const [one, other] = [docks[0]!, docks.at(-1)!]
  await page.goto(`/locations/${id}`)
  const tile = page.locator(`[data-dock="${one.id}"]`)
  await expect(tile).toBeVisible()
  await skipToContent(page)
  await enter(page, tile)
  await arrowToItem(page, page.getByRole('menuitem', { name: 'Swap hardware' }))
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: /^Swap hardware of / })

  // First a piece of stock, then another mind.
  const piece = dialog.getByRole('group', { name: 'In stock' }).getByRole('button').first()
  await expect(piece).toBeVisible()
  await enter(page, piece)
  await expect(piece).toHaveAttribute('aria-pressed', 'true')
  await expect(dialog.getByRole('textbox', { name: 'Hardware id' })).not.toHaveValue('')
  await tabTo(page, dialog.getByRole('radio', { checked: true }), 'Shift+Tab')
  await page.keyboard.press('ArrowRight')
  const device = dialog.getByRole('combobox', { name: 'Device' })
  await expect(dialog.getByRole('radio', { checked: true })).toBeFocused()
  await tabTo(page, device)
  await page.keyboard.type(other.hardware_id ?? '')
  await expect(page.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('status').filter({ hasText: 'Dock' })).toBeVisible()
  await enter(page, dialog.getByRole('button', { name: 'Swap', exact: true }))
  await expect(dialog).toHaveCount(0)
  await expect(tile).toBeFocused()
  const after = await devices()
  expect(after.find((each) => each.id === one.id)?.hardware_id).toBe(other.hardware_id)
})

test('a service fee by keyboard alone: made, ended on a day that is typed, and deleted from its panel', async ({
  page,
}, { retry }) => {
  await signIn(page, 'superadmin')
  const id = await firstOf(page, 'status=installed')
  await page.goto(`/locations/${id}?view=service-fees`)
  const begin = page.getByRole('button', { name: 'New service fee' })
  await expect(begin).toBeEnabled()
  await skipToContent(page)
  await enter(page, begin)
  const dialog = page.getByRole('dialog', { name: 'New service fee' })
  const service = dialog.getByRole('combobox', { name: 'Service' })
  await expect(service).toBeFocused()
  await pick(page, service, 'Support')
  await write(page, dialog.getByRole('textbox', { name: 'Fee' }), `8${retry}`)
  await pick(page, dialog.getByRole('combobox', { name: 'Currency' }), 'SEK')
  await pick(page, dialog.getByRole('combobox', { name: 'Period' }), 'Yearly')
  await write(page, dialog.getByRole('textbox', { name: 'First day' }), '1 Jan 2099')
  await enter(page, dialog.getByRole('button', { name: 'Create' }))
  const panel = page.getByRole('dialog', { name: 'Support', exact: true })
  await expect(panel).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  await expect(begin).toBeFocused()

  const row = page.getByRole('row').filter({ hasText: `SEK 8${retry}.00` })
  await expect(row).toBeVisible()
  await tabTo(page, page.getByRole('row').and(page.locator('[tabindex="0"]')))
  for (let step = 0; step < 20 && !(await row.evaluate((one) => one === document.activeElement)); step++)
    await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await enter(page, panel.getByRole('button', { name: 'End', exact: true }))
  const end = page.getByRole('dialog', { name: 'End Support' })
  await write(page, end.getByRole('textbox', { name: 'Last day' }), '31 Jan 2099')
  await enter(page, end.getByRole('button', { name: 'End', exact: true }))
  await expect(end).toHaveCount(0)
  await expect(panel.getByText('Service fee ended, support').first()).toBeVisible()
  await expect(panel.getByRole('button', { name: 'End', exact: true })).toBeFocused()
  await enter(page, panel.getByRole('button', { name: 'Delete' }))
  const question = page.getByRole('dialog', { name: 'Delete this service fee?' })
  await expect(question.getByRole('button', { name: 'Keep' })).toBeFocused()
  await enter(page, question.getByRole('button', { name: 'Delete' }))
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(row).toHaveCount(0)
  await expect(page.locator('main:focus, main :focus')).toHaveCount(1)
})
