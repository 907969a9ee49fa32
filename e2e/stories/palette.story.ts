import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { callAs } from '../api.ts'
import { signIn } from '../sign-in.ts'

interface Devices {
  items?: DeviceRow[]
}
interface DeviceRow {
  id: string
  number: number
  type: string
  hardware_id: string | null
}

const palette = (page: Page) => page.getByRole('dialog', { name: 'Find anything' })
const field = (page: Page) => palette(page).getByRole('combobox', { name: 'Find anything' })
const chosen = (page: Page) => palette(page).getByRole('option', { selected: true })

async function opened(page: Page, key = 'Control+k'): Promise<void> {
  // One that is still closing would take the key for itself.
  await expect(palette(page)).toHaveCount(0)
  await page.keyboard.press(key)
  await expect(field(page)).toBeFocused()
}

/** The first dock of a location that has hardware, as the API tells it. */
async function aDock(page: Page): Promise<DeviceRow> {
  const [place] = (await callAs<{ items: { id: string }[] }>(page, '/location/v1/locations?q=104217')).items
  const devices = await callAs<Devices | DeviceRow[]>(page, `/location/v1/locations/${place?.id}/devices`)
  const rows = Array.isArray(devices) ? devices : (devices.items ?? [])
  return rows.find(({ type, hardware_id }) => type === 'dock' && hardware_id !== null) as DeviceRow
}

test('look, palette: by keyboard alone to a location, a dock, a page and a verb', async ({ page }) => {
  await signIn(page, 'superadmin')
  const dock = await aDock(page)

  await opened(page)
  await page.keyboard.type('104217')
  await expect(chosen(page)).toContainText('104217Balti jaam')
  await expect(chosen(page).locator('b')).toHaveText('104217')
  await expect(chosen(page).getByRole('img')).toHaveAccessibleName(/online|offline|unknown/i)
  await expect(palette(page).getByRole('status')).toContainText(/result/)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/locations\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Balti jaam')

  // `/` writes where something is written, and finds where nothing is.
  await opened(page, '/')
  await page.keyboard.type(String(dock.hardware_id).slice(0, 14))
  await expect(chosen(page)).toContainText(`104217/${String(dock.number).padStart(2, '0')}`)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`device=${dock.id}`))
  await expect(page.getByRole('dialog', { name: /^Dock/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  // Both places are remembered: they come first when nothing is typed. Arrows go round.
  await opened(page)
  await expect(palette(page).getByRole('group').first()).toHaveAccessibleName('Recent places')
  await page.keyboard.press('ArrowUp')
  await expect(chosen(page)).toContainText('Log out')
  await page.keyboard.type('points')
  await expect(chosen(page)).toContainText('Points of interest')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/points-of-interest$/)

  const scheme = () => page.evaluate(() => document.documentElement.dataset.mantineColorScheme)
  await expect.poll(scheme).toBe('dark')
  await opened(page)
  await page.keyboard.type('light theme')
  await expect(chosen(page)).toContainText('Light theme')
  await page.keyboard.press('Enter')
  await expect.poll(scheme).toBe('light')

  await opened(page)
  await page.keyboard.type('xyzzy')
  await expect(palette(page).getByText('Nothing found for “xyzzy”')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(palette(page)).toHaveCount(0)
})

test('a card in decimal finds its rider; Ctrl and Enter open a tab beside', async ({ page, context }) => {
  await signIn(page, 'support')
  await opened(page)
  await page.keyboard.type('0007625328')
  await expect(chosen(page)).toContainText('Evelin Valk')
  await expect(chosen(page)).toContainText(/\+3725•+\d\d, card 00745A70/)
  await page.keyboard.press('Control+a')
  // Enter comes before the answer: what is found first opens all the same.
  await page.keyboard.type('104217')
  const [beside] = await Promise.all([context.waitForEvent('page'), page.keyboard.press('Control+Enter')])
  await expect(beside).toHaveURL(/\/locations\/[0-9a-f-]{36}$/)
  await expect(palette(page)).toBeVisible()
})

test('rights: what one may not see is not found, nor what one may not do offered', async ({ page }) => {
  await signIn(page, 'technician')
  await opened(page)
  await page.keyboard.type('Evelin Valk')
  await expect(palette(page).getByText('Nothing found')).toHaveCount(2)
  await page.keyboard.press('Control+a')
  await page.keyboard.type('invite')
  await expect(palette(page).getByText('Nothing found for “invite”')).toBeVisible()
})
