import { AxeBuilder } from '@axe-core/playwright'
import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { callAs } from '../api.ts'
import { signIn } from '../sign-in.ts'

// Spec-wide: WCAG 2.2 at level AA on the main screens, in both themes, on a desk and on a phone.
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** A row of a table, or of the cards that a phone shows in its place. */
const row = '[role=gridcell], [role=region] li'
const sizes = { desk: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } }

// A trace of each screen would take longer than its audit; the failure names what broke.
test.use({ trace: 'off' })

interface Rows {
  items: { id: string }[]
}

/** What holds is not worth carrying out of the page. */
const builderOf = (page: Page, runOnly: string[], type: 'tag' | 'rule' = 'tag') =>
  new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'], runOnly: { type, values: runOnly } })

/** What breaks a rule, named so that a failure says where. */
async function brokenIn(builder: AxeBuilder, screen: string): Promise<string[]> {
  const { violations } = await builder.analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${screen}: ${id} at ${target.join(' ')}`))
}

/** Colours on their way are judged when they have arrived; what turns for ever is not waited for. */
const settle = (page: Page) =>
  page.evaluate(async () => {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity)
    await Promise.all(ending.map(({ finished }) => finished.catch(() => undefined)))
  })

/** All rules in the theme that is on, then the other theme's colours on the same screen: nothing else differs between them. */
async function brokenInBothThemes(page: Page, screen: string): Promise<string[]> {
  await settle(page)
  const first = await brokenIn(builderOf(page, tags), `${screen}, dark`)
  await page.evaluate(() => document.documentElement.setAttribute('data-mantine-color-scheme', 'light'))
  await settle(page)
  return [...first, ...(await brokenIn(builderOf(page, ['color-contrast', 'link-in-text-block'], 'rule'), `${screen}, light`))]
}

/** Each screen with what must stand on it before it is judged. */
async function addressesOf(page: Page): Promise<[path: string, sign: string][]> {
  const [place] = (await callAs<Rows>(page, '/location/v1/locations?limit=1')).items
  const [past] = (await callAs<Rows>(page, '/session/v1/parking-sessions?limit=1')).items
  const devices = await callAs<{ id: string; type: string }[]>(page, `/location/v1/locations/${place?.id}/devices`)
  const dock = devices.find(({ type }) => type === 'dock')
  return [
    ['/', 'main h1'],
    ['/locations', row],
    ['/locations?q=nowhere', 'main [role=status]'],
    [`/locations/${place?.id}`, '[data-dock]'],
    [`/locations/${place?.id}?tab=events`, 'main ol li'],
    [`/locations/${place?.id}?device=${dock?.id}`, '[role=dialog] h2'],
    ['/device-sessions/active', row],
    ['/device-sessions/history', row],
    [`/device-sessions/history/${past?.id}`, 'main dl'],
    ['/overview', 'main h1'],
    ['/nowhere', 'main h1'],
  ]
}

for (const [device, viewport] of Object.entries(sizes)) {
  test(`every main screen keeps WCAG 2.2 AA in both themes, on a ${device}`, async ({ browser }) => {
    const context = await browser.newContext({ viewport, colorScheme: 'dark', reducedMotion: 'reduce', hasTouch: device === 'phone' })
    const page = await context.newPage()
    await signIn(page, 'superadmin')
    const broken: string[] = []
    for (const [path, sign] of await addressesOf(page)) {
      await page.goto(path)
      await expect(page.locator(sign).first()).toBeVisible()
      broken.push(...(await brokenInBothThemes(page, path)))
    }
    expect(broken).toEqual([])
    await context.close()
  })
}

test('menus, dialogs and the palette keep WCAG 2.2 AA too', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signIn(page, 'superadmin')
  const [place] = (await callAs<Rows>(page, '/location/v1/locations?limit=1')).items
  await page.goto(`/locations/${place?.id}`)
  const broken: string[] = []
  const judge = async (part: string, screen: string) => broken.push(...(await brokenIn(builderOf(page, tags).include(part), screen)))
  await page.locator('[data-dock]').first().click()
  await expect(page.getByRole('menuitem', { name: 'Identify' })).toBeVisible()
  await judge('[role=menu]', 'command menu')
  await page.getByRole('menuitem', { name: 'Identify' }).click()
  await expect(page.getByRole('dialog', { name: /^Identify / })).toBeVisible()
  await judge('[role=dialog]', 'command dialog')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog', { name: 'Find anything' })).toBeVisible()
  await judge('[role=dialog]', 'palette')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Account of/ }).click()
  await expect(page.getByRole('menuitem', { name: 'Preferences' })).toBeVisible()
  await judge('[role=menu]', 'user menu')
  await page.getByRole('menuitem', { name: 'Preferences' }).click()
  await expect(page.getByRole('dialog', { name: 'Preferences' })).toBeVisible()
  await judge('[role=dialog]', 'preferences')
  expect(broken).toEqual([])
})

test('by keyboard alone: find a location, open a dock, send a command, and the focus comes back', async ({ page }) => {
  await signIn(page, 'superadmin')
  await page.getByRole('searchbox', { name: 'Code, name or address' }).focus()
  await page.keyboard.type('104217')
  const row = page.getByRole('grid', { name: 'Locations' }).getByRole('row').nth(1)
  await expect(page).toHaveURL(/q=104217/)
  await expect(row).toContainText('104217')
  await row.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  const tile = page.locator('[data-dock]').first()
  await tile.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Force unlock' })).toBeFocused()
  await page.keyboard.press('i')
  const dialog = page.getByRole('dialog', { name: /^Identify / })
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await dialog.getByRole('radio', { name: 'Testing' }).focus()
  await page.keyboard.press('Space')
  await dialog.getByRole('textbox', { name: 'Comment' }).focus()
  await page.keyboard.type('Sent without a mouse')
  await dialog.getByRole('button', { name: 'Identify' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('complementary').getByText('Sent without a mouse').first()).toBeVisible()
  await expect(tile).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Force unlock' })).toBeFocused()
  await page.keyboard.press('d')
  const drawer = page.getByRole('dialog', { name: /^Dock/ })
  await expect(drawer.getByRole('button', { name: 'Close' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(drawer).toHaveCount(0)
  await expect(tile).toBeFocused()
})
