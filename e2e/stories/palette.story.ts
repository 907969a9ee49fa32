import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { callAs } from '../api.ts'
import { signIn } from '../sign-in.ts'

interface DeviceRow {
  id: string
  number: number
  type: string
  hardware_id: string | null
}

const palette = (page: Page) => page.getByRole('dialog', { name: 'Find anything' })
const field = (page: Page) => palette(page).getByRole('combobox', { name: 'Find anything' })
const chosen = (page: Page) => palette(page).getByRole('option', { selected: true })

async function openPalette(page: Page, key = 'Control+k'): Promise<void> {
  // The frame listens for the key from its first paint on.
  await expect(page.getByRole('button', { name: /^Find anything/ })).toBeVisible()
  // A palette that is still closing would take the key.
  await expect(palette(page)).toHaveCount(0)
  await page.keyboard.press(key)
  await expect(field(page)).toBeFocused()
}

/** The first dock that has hardware at location 104217. */
async function findDock(): Promise<DeviceRow> {
  const [location] = (await callAs<{ items: { id: string }[] }>('superadmin', '/location/v1/locations?q=104217')).items
  const devices = await callAs<DeviceRow[]>('superadmin', `/location/v1/locations/${location?.id}/devices`)
  const dock = devices.find(({ type, hardware_id }) => type === 'dock' && hardware_id !== null)
  if (!dock) throw new Error('The location has no dock with hardware')
  return dock
}

test('keyboard only: the palette leads to a location, a dock and a page, and switches the theme', async ({ page }) => {
  await signIn(page, 'superadmin')
  const dock = await findDock()

  await openPalette(page)
  await page.keyboard.type('104217')
  await expect(chosen(page)).toContainText('104217Balti jaam')
  await expect(chosen(page).locator('b')).toHaveText('104217')
  await expect(chosen(page).getByRole('img')).toHaveAccessibleName(/online|offline|unknown/i)
  await expect(palette(page).getByRole('status')).toContainText(/result/)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/locations\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Balti jaam')

  // Outside of a text field the slash opens the palette.
  await openPalette(page, '/')
  await page.keyboard.type(String(dock.hardware_id).slice(0, 14))
  await expect(chosen(page)).toContainText(`104217/${String(dock.number).padStart(2, '0')}`)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`device=${dock.id}`))
  const panel = page.getByRole('complementary', { name: /^Dock/ })
  // The palette is gone when the focus is in the panel, and Escape is for the panel.
  await expect(panel.getByRole('button', { name: 'Close' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)

  // Visited pages come first while nothing is typed. The arrows wrap around.
  await openPalette(page)
  await expect(palette(page).getByRole('group').first()).toHaveAccessibleName('Recent places')
  await page.keyboard.press('ArrowUp')
  await expect(chosen(page)).toContainText('Log out')
  await page.keyboard.type('points')
  await expect(chosen(page)).toContainText('Points of interest')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/points-of-interest$/)

  const scheme = () => page.evaluate(() => document.documentElement.dataset.mantineColorScheme)
  await expect.poll(scheme).toBe('dark')
  await openPalette(page)
  await page.keyboard.type('light theme')
  await expect(chosen(page)).toContainText('Light theme')
  await page.keyboard.press('Enter')
  await expect.poll(scheme).toBe('light')

  await openPalette(page)
  await page.keyboard.type('xyzzy')
  await expect(palette(page).getByText('Nothing found for “xyzzy”')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(palette(page)).toHaveCount(0)
})

test('the palette finds a rider by the decimal number of a card, and Ctrl+Enter opens a new tab', async ({
  page,
  context,
}) => {
  await signIn(page, 'support')
  await openPalette(page)
  await page.keyboard.type('0007625328')
  await expect(chosen(page)).toContainText('Evelin Valk')
  await expect(chosen(page)).toContainText(/\+3725•+\d\d, card 00745A70/)
  await page.keyboard.press('Control+a')
  // Enter before the results have arrived opens the first one when they do.
  await page.keyboard.type('104217')
  const [newTab] = await Promise.all([context.waitForEvent('page'), page.keyboard.press('Control+Enter')])
  await expect(newTab).toHaveURL(/\/locations\/[0-9a-f-]{36}$/)
  await expect(palette(page)).toBeVisible()
})

test('rights: the palette finds no people and offers no actions that the person has no permission for', async ({
  page,
}) => {
  await signIn(page, 'technician')
  await openPalette(page)
  await page.keyboard.type('Evelin Valk')
  await expect(palette(page).getByText('Nothing found')).toHaveCount(2)
  await page.keyboard.press('Control+a')
  await page.keyboard.type('invite')
  await expect(palette(page).getByText('Nothing found for “invite”')).toBeVisible()
})
