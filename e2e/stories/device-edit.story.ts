import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { callAs } from '../api.ts'
import { claimLocation } from '../claims.ts'
import { findFaultsInBothThemes } from '../accessibility.ts'
import { productUrl } from '../product.ts'
import { qrPicture } from '../qr-picture.ts'
import { signIn } from '../sign-in.ts'
import { messageIn } from '../messages.ts'

interface Device {
  id: string
  number: number
  type: string
  row_label: string
  qr_code: string | null
  qr_update_pending: boolean
  comment: string
}

const devicesOf = (id: string) => callAs<Device[]>('superadmin', `/location/v1/locations/${id}/devices`)
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })

const locker = (number: number): string => `Locker ${String(number).padStart(2, '0')}`

/** The numbers of new lockers begin with 01 only where there are none yet. */
const claimLocationWithoutLockers = () =>
  claimLocation('status=launched&type=bike_docks', async ({ id }) =>
    (await devicesOf(id)).every(({ type }) => type !== 'locker'),
  )

const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A code that no device has: nine characters of the current time and Crockford's check digit (values: QR and deep link). */
function freeCode(at = Date.now()): string {
  const digits = Array.from({ length: 9 }, (_, place) => letters[Math.floor(at / 32 ** (8 - place)) % 32] ?? '0')
  const check = letters[Number([...digits].reduce((sum, one) => sum * 32n + BigInt(letters.indexOf(one)), 0n) % 37n)]
  return check === undefined ? freeCode(at + 1) : `${digits.join('')}${check}`
}

test('spec 5, 8: lockers are created, printed, put in order by keyboard, given QR codes and deleted', async ({
  page,
}) => {
  const location = await claimLocationWithoutLockers()
  await signIn(page, 'superadmin', `/locations/${location.id}`)

  await test.step('spec 5: the amount must be positive, and the form lists the devices that it will create', async () => {
    await page.getByRole('button', { name: 'Add devices' }).click()
    const form = dialog(page, 'New devices')
    await form.getByRole('combobox', { name: 'Type' }).click()
    await page.getByRole('option', { name: 'Locker' }).click()
    await form.getByRole('textbox', { name: 'Amount' }).fill('-3')
    await form.getByRole('button', { name: 'Create' }).click()
    await expect(form.getByText('Positive numbers only')).toBeVisible()
    await expect(form.getByRole('textbox', { name: 'Amount' })).toBeFocused()
    await form.getByRole('textbox', { name: 'Amount' }).fill('3')
    await expect(form.getByText('Will be created: Locker 01 to 03')).toBeVisible()
    await form.getByRole('textbox', { name: 'Row' }).fill('Yard')
    expect(await findFaultsInBothThemes(page, 'new devices', '[role=dialog]')).toEqual([])
    await form.getByRole('button', { name: 'Create' }).click()
    await expect(form).toHaveCount(0)
    await expect(page.getByText('Locker 01 to 03 created').first()).toBeVisible()
  })

  await test.step('the new devices are selected, and their labels are saved as a PDF', async () => {
    const bar = page.getByRole('toolbar', { name: 'Selected rows' })
    await expect(bar.getByText('3 selected')).toBeVisible()
    await bar.getByRole('button', { name: 'Print labels' }).click()
    const print = dialog(page, /^Print QR labels/)
    await expect(print.getByText('3 labels on one A4 page.')).toBeVisible()
    const [sheet] = await Promise.all([
      page.waitForEvent('download'),
      print.getByRole('button', { name: 'Save as PDF' }).click(),
    ])
    expect(sheet.suggestedFilename()).toMatch(/^qr-codes-\d{6}\.pdf$/)
    await expect(print).toHaveCount(0)
  })

  await test.step('spec 5: hardware for several devices needs one valid id on each line and one line for each device', async () => {
    const bar = page.getByRole('toolbar', { name: 'Selected rows' })
    await bar.getByRole('button', { name: 'Assign hardware' }).click()
    const many = dialog(page, 'Assign hardware to 3 devices')
    const ids = many.getByRole('textbox', { name: 'Hardware IDs' })
    await ids.fill('A4C1 38F0 9E00\nnone')
    await many.getByRole('button', { name: 'Assign', exact: true }).click()
    await expect(many.getByText('Line 2: Invalid Hardware ID')).toBeVisible()
    await ids.fill('A4C1 38F0 9E00')
    await many.getByRole('button', { name: 'Assign', exact: true }).click()
    await expect(many.getByText('Invalid number of IDs')).toBeVisible()
    await expect(ids).toBeFocused()
    expect(await findFaultsInBothThemes(page, 'assign to many', '[role=dialog]')).toEqual([])
    await many.getByRole('button', { name: 'Cancel' }).click()
    await many.getByRole('button', { name: 'Discard' }).click()
    await expect(many).toHaveCount(0)
    await bar.getByRole('button', { name: 'Clear selection' }).click()
  })

  await test.step('the physical order is changed by keyboard, and a screen reader is informed of each step', async () => {
    await page.getByRole('button', { name: 'Order', exact: true }).click()
    const last = page.getByRole('button', { name: new RegExp(`^${locker(3)}, Yard, place`) })
    await last.focus()
    await page.keyboard.press('Space')
    await expect(page.getByRole('status').filter({ hasText: 'Locker 03 picked up' })).toBeAttached()
    await page.keyboard.press('Home')
    await expect(page.getByRole('status').filter({ hasText: 'Locker 03: Yard, place 1 of 3' })).toBeAttached()
    await page.keyboard.press('Space')
    await expect(page.getByRole('button', { name: `${locker(3)}, Yard, place 1 of 3` })).toBeFocused()
    expect(await findFaultsInBothThemes(page, 'physical order', 'main')).toEqual([])
    await page.getByRole('button', { name: 'Save order' }).click()
    await expect(messageIn(page, 'Device order saved')).toBeVisible()
    const yard = (await devicesOf(location.id)).filter(({ row_label }) => row_label === 'Yard')
    expect(yard.map(({ number }) => number)).toEqual([3, 1, 2])
  })

  await test.step('a QR code is pending until its sticker is confirmed by the code', async () => {
    const [device] = (await devicesOf(location.id)).filter(({ type }) => type === 'locker')
    // By its id: while the order is still open, its buttons have names that begin like those of the tiles.
    await page.locator(`[data-dock="${device?.id}"]`).click()
    await page.getByRole('menuitem', { name: 'QR code' }).click()
    const panel = dialog(page, /^QR code of/)
    await expect(panel.getByRole('img', { name: /^QR code / })).toBeVisible()
    await expect(panel.getByText(/QR update pending/)).toBeVisible()
    expect(await findFaultsInBothThemes(page, 'QR code', '[role=dialog]')).toEqual([])
    await panel.getByRole('button', { name: 'Sticker applied' }).click()
    await panel.getByRole('textbox', { name: 'QR code' }).fill('not a code')
    await panel.getByRole('button', { name: 'Confirm' }).click()
    await expect(panel.getByText('QR must be valid')).toBeVisible()
    await panel.getByRole('textbox', { name: 'QR code' }).fill((device?.qr_code ?? '').toLowerCase())
    await panel.getByRole('button', { name: 'Confirm' }).click()
    await expect(panel.getByText(/QR update pending/)).toHaveCount(0)
  })

  await test.step('spec 5, 8: another sticker is read from a picture, and the code of another device is refused', async () => {
    const panel = dialog(page, /^QR code of/)
    const others = (await devicesOf(location.id)).flatMap(({ type, qr_code }) =>
      type === 'dock' && qr_code !== null ? [qr_code] : [],
    )
    await panel.getByRole('button', { name: 'Replace sticker' }).click()
    await panel.getByRole('button', { name: 'Scan with the camera' }).click()
    await expect(panel.getByText('Accessing camera failed, check camera permissions')).toBeVisible()
    const show = async (text: string) =>
      panel
        .getByLabel('Picture with a QR code')
        .setInputFiles({ name: 'qr.png', mimeType: 'image/png', buffer: await qrPicture(text) })
    await show('https://example.com/menu')
    await expect(panel.getByText('QR must be valid')).toBeVisible()
    await show(`${productUrl}/deep-link/search?code=${others[0] ?? ''}`)
    await expect(panel.getByText('Set QR code failed: Another device has this QR code')).toBeVisible()
    const free = freeCode()
    await show(`${productUrl}/deep-link/search?code=${free}`)
    await expect(messageIn(page, 'QR code set')).toBeVisible()
    await expect(panel.getByText(free, { exact: true })).toBeVisible()
    await panel.getByRole('button', { name: 'Close' }).click()
  })

  await test.step('spec 8: the comment is saved', async () => {
    await page.getByRole('button', { name: new RegExp(`^${locker(3)}, `) }).click()
    await page.getByRole('menuitem', { name: 'Alias and comment' }).click()
    const form = dialog(page, /^Locker 03 of/)
    await form.getByRole('textbox', { name: 'Comment' }).fill('Hinge is stiff')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(messageIn(page, 'Comment updated')).toBeVisible()
  })

  await test.step('a device without hardware is deleted at once', async () => {
    await page.getByRole('button', { name: new RegExp(`^${locker(3)}, `) }).click()
    await page.getByRole('menuitem', { name: 'Delete device' }).click()
    const question = dialog(page, /^Delete locker 03 of/)
    await expect(question.getByText('The device has no hardware, so it is deleted immediately.')).toBeVisible()
    await expect(question.getByRole('button', { name: 'Keep' })).toBeFocused()
    await question.getByRole('button', { name: 'Delete' }).click()
    await expect(question).toHaveCount(0)
    await expect(page.getByRole('button', { name: new RegExp(`^${locker(3)}, `) })).toHaveCount(0)
    expect((await devicesOf(location.id)).filter(({ type }) => type === 'locker').map(({ number }) => number)).toEqual([
      1, 2,
    ])
  })
})
