import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { colourRules, findAccessibilityFaults, findFaultsInBothThemes, waitForAnimations } from '../accessibility.ts'
import { identityUrl } from '../product.ts'
import { pathOfLocation, screensToAudit } from '../screens.ts'
import { signIn } from '../sign-in.ts'

// The specification asks for WCAG 2.2 at level AA on every screen, in both themes, on a desktop and on a phone. Each run audits
// one screen of each kind (screens.ts); with WHEELHOUSE_E2E_NIGHTLY=1 the same tests audit all screens, which takes three times
// as long. `parts.story.ts` audits each part in all its states.
const isNightly = process.env.WHEELHOUSE_E2E_NIGHTLY === '1'
const scope = isNightly ? 'every screen' : 'a screen of each kind'
const sizes = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } }

// Audits only read, so those of the desktop and of the phone may run at the same time.
test.describe.configure({ mode: 'parallel' })

for (const [device, viewport] of Object.entries(sizes))
  test(`${scope} follows WCAG 2.2 AA in both themes, on a ${device}`, async ({ browser }) => {
    // The number of screens decides how long it takes.
    test.setTimeout(isNightly ? 600_000 : 480_000)
    const context = await browser.newContext({
      viewport,
      colorScheme: 'dark',
      reducedMotion: 'reduce',
      hasTouch: device === 'phone',
    })
    const page = await context.newPage()
    let shown = '/locations'
    await signIn(page, 'superadmin', shown)
    const faults: string[] = []
    for (const { name, path, ready, part, open } of await screensToAudit(isNightly)) {
      if (path !== shown) await page.goto(path)
      shown = open ? '' : path
      await expect(page.locator(ready).first(), name).toBeVisible()
      await open?.(page)
      faults.push(...(await findFaultsInBothThemes(page, name, part)))
    }
    expect(faults).toEqual([])
    await context.close()
  })

test('menus and dialogs of a list follow WCAG 2.2 AA in both themes, on a desktop', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signIn(page, 'superadmin')
  const faults: string[] = []
  const audit = async (part: string, name: string) => faults.push(...(await findFaultsInBothThemes(page, name, part)))
  await page.getByRole('button', { name: /^Columns, / }).click()
  await expect(page.getByRole('button', { name: 'Reset to default' })).toBeVisible()
  await audit('[role=dialog]', 'columns')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('button', { name: 'Export' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await audit('[role=dialog]', 'export')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('button', { name: /^Account of/ }).click()
  await expect(page.getByRole('menuitem', { name: 'Preferences' })).toBeVisible()
  await audit('[role=menu]', 'user menu')
  expect(faults).toEqual([])
})

test('menus and dialogs of a device follow WCAG 2.2 AA in both themes, on a desktop', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const faults: string[] = []
  const audit = async (part: string, name: string) => faults.push(...(await findFaultsInBothThemes(page, name, part)))
  await signIn(page, 'superadmin', await pathOfLocation())
  await page.locator('[data-dock]').first().click()
  await expect(page.getByRole('menuitem', { name: 'Identify' })).toBeVisible()
  await audit('[role=menu]', 'command menu')
  await page.getByRole('menuitem', { name: 'Identify' }).click()
  await expect(page.getByRole('dialog', { name: /^Identify: / })).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Identify' }).click()
  await audit('[role=dialog]', 'command dialog')
  expect(faults).toEqual([])
})

test('menus, sheets and dialogs follow WCAG 2.2 AA in both themes, on a phone', async ({ browser }) => {
  const context = await browser.newContext({
    viewport: sizes.phone,
    colorScheme: 'dark',
    reducedMotion: 'reduce',
    hasTouch: true,
  })
  const page = await context.newPage()
  await signIn(page, 'superadmin')
  const faults: string[] = []
  const audit = async (part: string, name: string) => {
    await expect(page.locator(part).first()).toBeVisible()
    faults.push(...(await findFaultsInBothThemes(page, `phone, ${name}`, part)))
    await page.keyboard.press('Escape')
    await expect(page.locator(part)).toHaveCount(0)
  }
  await page.getByRole('search').getByRole('button', { name: 'Status' }).tap()
  await expect(page.getByRole('checkbox').first()).toBeVisible()
  await audit('[role=dialog]', 'filter')
  const bar = page.getByRole('navigation', { name: 'Main navigation' })
  await expect(bar, 'the bar of the phone, below a long list').toBeInViewport({ ratio: 1 })
  await bar.getByRole('button', { name: 'More' }).tap()
  await audit('[role=dialog]', 'navigation')

  await page.goto(await pathOfLocation())
  await page.getByRole('main').getByRole('button', { name: 'More', exact: true }).tap()
  await audit('[role=menu]', 'menu of a location')
  await page.locator('[data-dock]').first().tap()
  const device = page.getByRole('dialog', { name: /^Dock / })
  await device.getByRole('button', { name: /^More for / }).tap()
  await audit('[role=menu]', 'menu of a device')
  await device.getByRole('button', { name: 'Identify' }).tap()
  const question = page.getByRole('dialog', { name: /^Identify: / })
  await expect(question.getByRole('button', { name: 'Identify' })).toBeVisible()
  faults.push(...(await findFaultsInBothThemes(page, 'phone, command', '[role=dialog]')))
  expect(faults).toEqual([])
  await context.close()
})

/** The provider's pages take their theme from the system, not from a preference. */
async function findFaultsOnProvider(page: Page, name: string): Promise<string[]> {
  const faults: string[] = []
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    await waitForAnimations(page)
    const rules = colorScheme === 'dark' ? undefined : colourRules
    faults.push(...(await findAccessibilityFaults(page, `${name}, ${colorScheme}`, undefined, rules)))
  }
  return faults
}

for (const [device, viewport] of Object.entries(sizes))
  test(`the pages of the identity provider follow WCAG 2.2 AA in both themes, on a ${device}`, async ({ browser }) => {
    const context = await browser.newContext({ viewport, reducedMotion: 'reduce', hasTouch: device === 'phone' })
    const page = await context.newPage()
    const faults: string[] = []
    await page.goto('/locations')
    await page.getByLabel('Email').fill('nobody@demo.test')
    faults.push(...(await findFaultsOnProvider(page, 'sign-in')))
    await page.getByLabel('Password', { exact: true }).fill('wrong')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page.getByRole('alert')).toBeVisible()
    faults.push(...(await findFaultsOnProvider(page, 'refused sign-in')))
    for (const path of ['forgotten', 'invitation?token=gone', 'reset?token=gone', 'password', 'nowhere']) {
      await page.goto(`${identityUrl}/${path}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      faults.push(...(await findFaultsOnProvider(page, path)))
    }
    expect(faults).toEqual([])
    await context.close()
  })
