import { expect, test } from '@playwright/test'
import { callAs } from '../api.ts'
import { claimLocation } from '../claims.ts'
import { arrowToItem, arrowToRow, pressEnterOn, chooseOption, skipToContent, tabTo, typeInto } from '../keyboard.ts'
import { signIn } from '../sign-in.ts'

interface Device {
  id: string
  number: number
  type: string
  hardware_id: string | null
}

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('keyboard only: two docks swap their hardware, and the focus returns to the tile', async ({ page }) => {
  const { id } = await claimLocation('status=launched&health=online&type=bike_docks')
  const devices = () => callAs<Device[]>('technician', `/location/v1/locations/${id}/devices`)
  const docks = (await devices()).filter(({ type, hardware_id }) => type === 'dock' && hardware_id !== null)
  const [one, other] = [docks[0]!, docks.at(-1)!]
  await signIn(page, 'technician', `/locations/${id}`)
  const tile = page.locator(`[data-dock="${one.id}"]`)
  await expect(tile).toBeVisible()
  await skipToContent(page)
  await pressEnterOn(page, tile)
  await arrowToItem(page, page.getByRole('menuitem', { name: 'Swap hardware' }))
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: /^Swap hardware in / })

  // The person chooses a piece of stock first, and changes to another device then: the piece stays where it is.
  const piece = dialog.getByRole('group', { name: 'In stock' }).getByRole('button').first()
  await expect(piece).toBeVisible()
  await pressEnterOn(page, piece)
  await expect(piece).toHaveAttribute('aria-pressed', 'true')
  await expect(dialog.getByRole('textbox', { name: 'Hardware ID' })).not.toHaveValue('')
  await expect(dialog.getByRole('group', { name: 'In stock' }).getByRole('button')).toHaveCount(1)
  await expect(piece).toBeFocused()
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
  await pressEnterOn(page, dialog.getByRole('button', { name: 'Swap', exact: true }))
  await expect(dialog).toHaveCount(0)
  await expect(tile).toBeFocused()
  const after = await devices()
  expect(after.find((each) => each.id === one.id)?.hardware_id).toBe(other.hardware_id)
})

test('keyboard only: a service fee is created, ended on a typed day, and deleted from its panel', async ({ page }) => {
  const { id } = await claimLocation('status=installed')
  await signIn(page, 'superadmin', `/locations/${id}?view=service-fees`)
  const newFee = page.getByRole('button', { name: 'New service fee' })
  await expect(newFee).toBeEnabled()
  await skipToContent(page)
  await pressEnterOn(page, newFee)
  const dialog = page.getByRole('dialog', { name: 'New service fee' })
  const service = dialog.getByRole('combobox', { name: 'Service' })
  await expect(service).toBeFocused()
  await chooseOption(page, service, 'Support')
  await typeInto(page, dialog.getByRole('textbox', { name: 'Fee' }), '80')
  await chooseOption(page, dialog.getByRole('combobox', { name: 'Currency' }), 'SEK')
  await chooseOption(page, dialog.getByRole('combobox', { name: 'Period' }), 'Yearly')
  await typeInto(page, dialog.getByRole('textbox', { name: 'First day' }), '1 Jan 2099')
  await pressEnterOn(page, dialog.getByRole('button', { name: 'Create' }))
  const panel = page.getByRole('complementary', { name: 'Support', exact: true })
  await expect(panel.getByRole('button', { name: 'Close' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  await expect(newFee).toBeFocused()

  const row = page.getByRole('row').filter({ hasText: 'SEK 80.00' })
  await expect(row).toBeVisible()
  await tabTo(page, page.getByRole('row').and(page.locator('[tabindex="0"]')))
  await arrowToRow(page, row)
  await page.keyboard.press('Enter')
  await pressEnterOn(page, panel.getByRole('button', { name: 'End', exact: true }))
  const end = page.getByRole('dialog', { name: 'End Support' })
  await typeInto(page, end.getByRole('textbox', { name: 'Last day' }), '31 Jan 2099')
  await pressEnterOn(page, end.getByRole('button', { name: 'End', exact: true }))
  await expect(end).toHaveCount(0)
  await expect(panel.getByText('Service fee ended, support').first()).toBeVisible()
  await expect(panel.getByRole('button', { name: 'End', exact: true })).toBeFocused()
  await pressEnterOn(page, panel.getByRole('button', { name: 'Delete' }))
  const question = page.getByRole('dialog', { name: 'Delete this service fee?' })
  await expect(question.getByRole('button', { name: 'Keep' })).toBeFocused()
  await pressEnterOn(page, question.getByRole('button', { name: 'Delete' }))
  await expect(page.getByRole('dialog').or(panel)).toHaveCount(0)
  await expect(row).toHaveCount(0)
  await expect(page.locator('main:focus, main :focus')).toHaveCount(1)
})
