import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { callAs } from '../api.ts'
import { namedLocations } from '../claims.ts'
import type { ClaimedLocation } from '../claims.ts'
import { findUnmarkedFocus, tabTo } from '../keyboard.ts'
import { claimParkedBike } from '../parked-bikes.ts'
import type { Dock } from '../parked-bikes.ts'
import { signIn } from '../sign-in.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

/** Signs in with keys only: the story neither clicks nor sets the focus. */
async function signInByKeys(page: Page): Promise<void> {
  await page.goto('/')
  await tabTo(page, page.getByLabel('Email'))
  await page.keyboard.type('superadmin@demo.test')
  await tabTo(page, page.getByLabel('Password', { exact: true }))
  await page.keyboard.type('demo')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('navigation', { name: 'Main navigation' })).toBeVisible()
}

/** Sends the command from the tile of the dock, which has the focus again afterwards. */
async function unlockByKeys(page: Page, dock: Dock, comment: string): Promise<void> {
  const tile = page.locator(`[data-dock="${dock.id}"]`)
  await tabTo(page, tile, 'Tab', 120)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Force unlock' })).toBeFocused()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: /^Force unlock: / })
  await expect(dialog.getByRole('button', { name: 'Keep' })).toBeFocused()
  await tabTo(page, dialog.getByRole('radio').first())
  await page.keyboard.press('ArrowRight')
  await expect(dialog.getByRole('radio').nth(1)).toBeChecked()
  await tabTo(page, dialog.getByRole('textbox', { name: 'Comment' }))
  await page.keyboard.type(comment)
  await tabTo(page, dialog.getByRole('button', { name: 'Force unlock' }))
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(tile).toBeFocused()
}

test('keyboard only: sign in, find a location in the palette, force a dock open and see the result', async ({
  page,
}) => {
  const { location, dock } = await claimParkedBike(undefined, 'status=launched&health=online&order=desc')
  await signInByKeys(page)
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('combobox', { name: 'Find anything' })
  await expect(palette).toBeFocused()
  await page.keyboard.type(location.code)
  const hit = page.getByRole('option').filter({ hasText: location.label }).first()
  await expect(hit).toBeVisible()
  for (let step = 0; step < 10 && (await hit.getAttribute('aria-selected')) !== 'true'; step++)
    await page.keyboard.press('ArrowDown')
  await expect(hit).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/locations/${location.id}`))
  await expect(page.getByRole('heading', { level: 1 })).toContainText(location.label)

  const comment = `Without a pointer, dock ${dock.number}`
  await unlockByKeys(page, dock, comment)
  const events = page.getByRole('complementary')
  await expect(events.getByText(comment).first()).toBeVisible()
  const title = new RegExp(`Force unlock, dock ${String(dock.number).padStart(2, '0')}`, 'i')
  const card = events.locator('section[aria-live]').filter({ hasText: title }).first()
  await expect(card).toHaveAttribute('data-status', 'success')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Force unlock' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.locator('[data-dock]:focus')).toHaveAttribute('aria-label', /free/i)
})

test('keyboard only: a list is filtered, sorted, its columns chosen and a row opened, without losing the focus', async ({
  page,
}) => {
  await signInByKeys(page)
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Find anything' })).toBeFocused()
  await page.keyboard.type('locations')
  await expect(page.getByRole('option').first()).toContainText('Locations')
  await page.keyboard.press('Enter')
  const rows = page.getByRole('grid', { name: 'Locations' }).getByRole('row')
  await expect(rows.nth(1)).toBeVisible()

  // The first Tabs of a page offer to jump over the navigation, to the list at once or to what is above it.
  await page.reload()
  await expect(rows.nth(1)).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to the list' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(rows.nth(1)).toBeFocused()
  await page.reload()
  await expect(rows.nth(1)).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()

  const bar = page.getByRole('search')
  await tabTo(page, bar.getByRole('button', { name: 'Status' }))
  await page.keyboard.press('Enter')
  const launched = page.getByRole('checkbox', { name: 'Launched', exact: true })
  await tabTo(page, launched)
  await page.keyboard.press('Space')
  await expect(page).toHaveURL(/status=launched/)
  await expect(launched).toBeFocused()
  await page.keyboard.press('Escape')
  const chip = bar.getByRole('group', { name: 'Status' })
  await expect(chip.getByRole('button', { name: 'Launched' })).toBeFocused()
  await tabTo(page, chip.getByRole('button', { name: 'Remove filter Status' }))
  await page.keyboard.press('Enter')
  await expect(page).not.toHaveURL(/status=/)
  await expect(bar.getByRole('button', { name: 'Status' })).toBeFocused()

  await tabTo(page, page.getByRole('button', { name: /^Columns, / }))
  await page.keyboard.press('Enter')
  await tabTo(
    page,
    page.getByRole('button', { name: 'Hide Health' }).or(page.getByRole('button', { name: 'Show Health' })),
  )
  await page.keyboard.press('Enter')
  await expect(page.getByRole('columnheader', { name: 'Health' })).toHaveCount(0)
  await tabTo(page, page.getByRole('button', { name: 'Reset to default' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('columnheader', { name: 'Health' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: /^Columns, / })).toBeFocused()

  // The first stop is the box that selects all rows.
  await tabTo(page, page.locator('[data-head-stop]').first())
  for (let step = 0; step < 4; step++) await page.keyboard.press('ArrowRight')
  const head = page.getByRole('columnheader', { name: 'Name' })
  await expect(head.locator('[data-head-stop]')).toBeFocused()
  // The focus goes into the rows before those of the new order have arrived, and to the first of these when they do.
  const held = Promise.withResolvers<void>()
  await page.route(/v1\/locations\?.*sort=/, async (route) => {
    await held.promise
    await route.continue()
  })
  await page.keyboard.press('Enter')
  await expect(head).toHaveAttribute('aria-sort', 'ascending')
  await page.keyboard.press('ArrowDown')
  await expect(rows.nth(1)).toBeFocused()
  held.resolve()
  await expect(page.getByRole('region', { name: 'Locations' })).toHaveAttribute('aria-busy', 'false')
  await expect(rows.nth(1)).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(rows.nth(2)).toBeFocused()
  const name = await rows.nth(2).locator('a[href^="/locations/"]:not([href*="?"])').first().textContent()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name ?? '')
  await expect(page.getByRole('main')).toBeFocused()

  // Back leads to the row that opened the page, and the arrows go on from there.
  await page.goBack()
  await expect(rows.nth(2)).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(rows.nth(3)).toBeFocused()
})

test('every stop of the Tab key on a list, a location and a form shows the focus', async ({ page }) => {
  const path = `/location/v1/locations?q=${namedLocations.first}`
  const [location] = (await callAs<{ items: ClaimedLocation[] }>('superadmin', path)).items
  await signIn(page, 'superadmin')
  const screens: [path: string, ready: string, stops: number][] = [
    ['/locations', '[role=gridcell]', 32],
    [`/locations/${location?.id}`, '[data-dock]', 36],
    ['/users/console?open=new', '[role=dialog] input', 10],
  ]
  const unmarked: string[] = []
  for (const [screen, ready, stops] of screens) {
    await page.goto(screen)
    await expect(page.locator(ready).first()).toBeVisible()
    for (let step = 0; step < stops; step++) {
      await page.keyboard.press('Tab')
      const element = await findUnmarkedFocus(page)
      if (element !== null) unmarked.push(`${screen}: ${element}`)
    }
  }
  expect([...new Set(unmarked)]).toEqual([])
})

test('with reduced motion nothing moves, spinners included', async ({ page }) => {
  await signIn(page, 'superadmin')
  const moving: string[] = []
  const collectMotion = async (name: string) =>
    moving.push(
      ...(
        await page.evaluate(() =>
          document
            .getAnimations()
            .map((animation) => ({ animation, timing: animation.effect?.getComputedTiming() }))
            // A tint that changes in one step is no motion.
            .filter(({ timing }) => !timing?.easing?.startsWith('steps(1'))
            .filter(({ timing }) => Number(timing?.duration) > 1 || timing?.iterations === Infinity)
            .map(({ animation }) => (animation as CSSAnimation).animationName),
        )
      ).map((motion) => `${name}: ${motion}`),
    )
  for (const path of ['/locations', '/locations?view=map', '/device-sessions/active', '/logout?redirecting=ask']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    await collectMotion(path)
  }
  await page.goto('/dev/ui')
  await expect(page.locator('#forms form').first()).toBeVisible()
  await collectMotion('/dev/ui')
  expect(moving).toEqual([])
})
