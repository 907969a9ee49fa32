import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { callAs } from '../api.ts'
import { brokenIn, brokenInBothThemes, settle } from '../axe.ts'
import { placesOf } from '../places.ts'
import { ports } from '../product.ts'
import { signIn } from '../sign-in.ts'

// Spec-wide: WCAG 2.2 at level AA wherever somebody may be, in both themes, on a desk and on a phone; the parts alone are judged on `/dev/ui`.
const sizes = { desk: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } }

// A trace of each screen would take longer than its audit; the failure names what broke.
test.use({ trace: 'off' })

for (const [device, viewport] of Object.entries(sizes))
  test(`every screen keeps WCAG 2.2 AA in both themes, on a ${device}`, async ({ browser }) => {
    // One sign-in, all places.
    test.setTimeout(240_000)
    const context = await browser.newContext({
      viewport,
      colorScheme: 'dark',
      reducedMotion: 'reduce',
      hasTouch: device === 'phone',
    })
    const page = await context.newPage()
    await signIn(page, 'superadmin')
    const broken: string[] = []
    for (const { name, path, sign, part, open } of await placesOf(page)) {
      await page.goto(path)
      await expect(page.locator(sign).first(), name).toBeVisible()
      await open?.(page)
      broken.push(...(await brokenInBothThemes(page, name, part)))
    }
    expect(broken).toEqual([])
    await context.close()
  })

test('menus and dialogs keep WCAG 2.2 AA too', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signIn(page, 'superadmin')
  const broken: string[] = []
  const judge = async (part: string, name: string) => broken.push(...(await brokenInBothThemes(page, name, part)))
  await page.getByRole('button', { name: /^Columns, / }).click()
  await expect(page.getByRole('button', { name: 'As at first' })).toBeVisible()
  await judge('[role=dialog]', 'columns')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Export' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await judge('[role=dialog]', 'export')

  const [place] = (await callAs<{ items: { id: string }[] }>(page, '/location/v1/locations?limit=1')).items
  await page.goto(`/locations/${place?.id}`)
  await page.locator('[data-dock]').first().click()
  await expect(page.getByRole('menuitem', { name: 'Identify' })).toBeVisible()
  await judge('[role=menu]', 'command menu')
  await page.getByRole('menuitem', { name: 'Identify' }).click()
  await expect(page.getByRole('dialog', { name: /^Identify / })).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Identify' }).click()
  await judge('[role=dialog]', 'command dialog')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('button', { name: /^Account of/ }).click()
  await expect(page.getByRole('menuitem', { name: 'Preferences' })).toBeVisible()
  await judge('[role=menu]', 'user menu')
  await page.getByRole('menuitem', { name: 'Preferences' }).click()
  await expect(page.getByRole('heading', { name: 'Preferences' })).toBeVisible()
  broken.push(...(await brokenInBothThemes(page, 'preferences')))
  expect(broken).toEqual([])
})

test('menus, sheets and dialogs keep WCAG 2.2 AA on a phone too', async ({ browser }) => {
  const context = await browser.newContext({
    viewport: sizes.phone,
    colorScheme: 'dark',
    reducedMotion: 'reduce',
    hasTouch: true,
  })
  const page = await context.newPage()
  await signIn(page, 'superadmin')
  const broken: string[] = []
  const judge = async (part: string, name: string) => {
    await expect(page.locator(part).first()).toBeVisible()
    broken.push(...(await brokenInBothThemes(page, `phone, ${name}`, part)))
    await page.keyboard.press('Escape')
    await expect(page.locator(part)).toHaveCount(0)
  }
  await page.getByRole('search').getByRole('button', { name: 'Status' }).tap()
  await expect(page.getByRole('checkbox').first()).toBeVisible()
  await judge('[role=dialog]', 'filter')
  await page.getByRole('navigation', { name: 'Main navigation' }).getByRole('button', { name: 'More' }).tap()
  await judge('[role=dialog]', 'navigation')

  const [place] = (await callAs<{ items: { id: string }[] }>(page, '/location/v1/locations?limit=1')).items
  await page.goto(`/locations/${place?.id}`)
  await page.getByRole('main').getByRole('button', { name: 'More', exact: true }).tap()
  await judge('[role=menu]', 'menu of a location')
  await page.locator('[data-dock]').first().tap()
  const device = page.getByRole('dialog', { name: /^Dock / })
  await device.getByRole('button', { name: /^Change / }).tap()
  await judge('[role=menu]', 'menu of a device')
  await device.getByRole('button', { name: 'Identify' }).tap()
  const question = page.getByRole('dialog', { name: /^Identify / })
  await expect(question.getByRole('button', { name: 'Identify' })).toBeVisible()
  broken.push(...(await brokenInBothThemes(page, 'phone, command', '[role=dialog]')))
  expect(broken).toEqual([])
  await context.close()
})

/** The provider's pages follow the system: their themes differ by what the browser is asked for. */
async function brokenOnProvider(page: Page, name: string): Promise<string[]> {
  const broken: string[] = []
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    await settle(page)
    broken.push(...(await brokenIn(page, `${name}, ${colorScheme}`)))
  }
  return broken
}

for (const [device, viewport] of Object.entries(sizes))
  test(`the pages of the identity provider keep WCAG 2.2 AA, on a ${device}`, async ({ browser }) => {
    const context = await browser.newContext({ viewport, reducedMotion: 'reduce', hasTouch: device === 'phone' })
    const page = await context.newPage()
    const broken: string[] = []
    await page.goto('/locations')
    await page.getByLabel('Email').fill('nobody@demo.test')
    broken.push(...(await brokenOnProvider(page, 'sign-in')))
    await page.getByLabel('Password', { exact: true }).fill('wrong')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page.getByRole('alert')).toBeVisible()
    broken.push(...(await brokenOnProvider(page, 'refused sign-in')))
    for (const path of ['forgotten', 'invitation?token=gone', 'reset?token=gone', 'password', 'nowhere']) {
      await page.goto(`http://localhost:${ports.identity}/${path}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      broken.push(...(await brokenOnProvider(page, path)))
    }
    expect(broken).toEqual([])
    await context.close()
  })
