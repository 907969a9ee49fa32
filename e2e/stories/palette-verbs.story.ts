import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { callAs } from '../api.ts'
import { signIn } from '../sign-in.ts'

const palette = (page: Page) => page.getByRole('dialog', { name: 'Find anything' })
const field = (page: Page) => palette(page).getByRole('combobox')
const chosen = (page: Page) => palette(page).getByRole('option', { selected: true })

/** As fast as people type, and without waiting for the palette: its code may still be on the way. */
async function type(page: Page, text: string): Promise<void> {
  await expect(page.getByRole('button', { name: /^Find anything/ })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('Control+k')
  await page.keyboard.type(text, { delay: 30 })
}

/** A page and a dialog take the focus when they have been drawn; a key that was pressed before is not for them. */
async function pressUntil(page: Page, key: string, check: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await page.keyboard.press(key)
    await check()
  }).toPass()
}

test('keyboard only: from a dock and a verb to the filled-in command, and what can be done at a location', async ({
  page,
}) => {
  // The panel of the dock comes after the question above it, and leaves the focus there.
  const asked = Promise.withResolvers<void>()
  await page.route(/device-drawer-[^/]+\.js$/, async (route) => {
    await asked.promise
    await route.continue()
  })
  await signIn(page, 'superadmin')

  // Nothing of it is lost, although the palette was never open before.
  await type(page, '104217/8 unlock app')
  await expect(field(page)).toHaveValue('104217/8 unlock app')
  await expect(chosen(page)).toContainText('Force unlock')
  await expect(chosen(page)).toContainText('Reason: App')
  await page.keyboard.press('Enter')
  const question = page.getByRole('dialog', { name: 'Force unlock: dock 08 of 104217?' })
  await expect(question.getByRole('radio', { name: 'App' })).toBeChecked()
  await expect(question.locator(':focus')).toHaveCount(1)
  asked.resolve()
  await expect(page.getByRole('complementary', { name: 'Dock 08', exact: true })).toBeVisible()
  // The digits pick another reason, but not while a comment is written.
  await page.keyboard.press('2')
  await expect(question.getByRole('radio', { name: 'Mechanical' })).toBeChecked()
  await question.getByRole('textbox', { name: 'Comment' }).focus()
  await page.keyboard.type('Lock 1 does not open')
  await expect(question.getByRole('radio', { name: 'Mechanical' })).toBeChecked()
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await expect(page).not.toHaveURL(/ask=/)
  await page.keyboard.press('Escape')

  // Tab shows what can be done with a result.
  await type(page, '104217')
  await expect(chosen(page)).toContainText('104217Balti jaam')
  await page.keyboard.press('Tab')
  await page.keyboard.type('message', { delay: 30 })
  await expect(chosen(page)).toContainText('Maintenance message')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: /Maintenance message/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).not.toHaveURL(/ask=/)

  await type(page, '104217 maintenance')
  await expect(palette(page).getByRole('option', { name: 'Set to Maintenance' })).toBeVisible()
  await page.keyboard.press('Escape')
})

test('keyboard only: G and L opens the locations, the slash searches them, X selects, and the palette exports', async ({
  page,
}) => {
  await signIn(page, 'superadmin', '/points-of-interest')
  await expect(page.getByRole('heading', { level: 1, name: 'Points of interest' })).toBeVisible()
  await page.keyboard.press('g')
  await page.keyboard.press('l')
  await expect(page).toHaveURL(/\/locations$/)
  // Rows of points of interest name the location too, so the page is known by its heading and its search.
  await expect(page.getByRole('heading', { level: 1, name: 'Locations' })).toBeVisible()
  const search = page.getByRole('searchbox', { name: 'Code, name or address' })
  await expect(search).toBeVisible()
  await expect(page.getByRole('row', { name: /104217/ })).toBeVisible()
  await pressUntil(page, '/', () => expect(search).toBeFocused({ timeout: 1_000 }))
  await page.keyboard.type('balti jaam')
  await expect(page).toHaveURL(/q=balti/)

  await page.getByRole('row', { name: /104217/ }).focus()
  await page.keyboard.press('x')
  await expect(page.getByText('1 selected')).toBeVisible()
  await page.keyboard.press('Escape')

  await type(page, 'export locations')
  await expect(chosen(page)).toContainText('as filtered now')
  await page.keyboard.press('Enter')
  const exporting = page.getByRole('dialog', { name: 'Export locations' })
  await expect(exporting).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(exporting).toHaveCount(0)
  await expect(page).not.toHaveURL(/#export/)
  await expect(page).toHaveURL(/q=balti/)

  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText('Find anything')
})

test('rights: a viewer is offered neither commands nor a new location', async ({ page }) => {
  const { items } = await callAs<{ items: { id: string; code: string }[] }>('viewer', '/location/v1/locations?limit=1')
  const [location] = items
  const devices = await callAs<{ number: number }[]>('viewer', `/location/v1/locations/${location?.id}/devices`)
  const dock = `${location?.code}/${String(devices[0]?.number).padStart(2, '0')}`
  await signIn(page, 'viewer')
  await type(page, `${dock} unlock`)
  await expect(palette(page).getByRole('option', { name: dock }).first()).toBeVisible()
  await expect(palette(page).getByText('Force unlock')).toHaveCount(0)
  await page.keyboard.press('Control+a')
  await page.keyboard.type('new location')
  await expect(palette(page).getByText('Nothing found for “new location”')).toBeVisible()
})

test('keyboard only: the slash searches a list whose screen is still being loaded, and nothing of what is typed is lost', async ({
  page,
}) => {
  const held = Promise.withResolvers<void>()
  const asked = page.waitForRequest(/_shell\.organizations\.index-[^/]+\.js$/)
  await page.route(/_shell\.organizations\.index-[^/]+\.js$/, async (route) => {
    await held.promise
    await route.continue()
  })
  await signIn(page, 'superadmin', '/')
  await expect(page.getByRole('heading', { level: 1, name: 'Start' })).toBeVisible()
  await page.keyboard.press('g')
  await page.keyboard.press('o')
  await asked
  await page.keyboard.press('/')
  await page.keyboard.type('oslo')
  held.resolve()

  const search = page.getByRole('searchbox', { name: 'Name, email or tag' })
  await expect(search).toBeFocused()
  await expect(search).toHaveValue('oslo')
  await expect(page).toHaveURL(/\/organizations\?.*q=oslo/)
  await expect(palette(page)).toHaveCount(0)
})
