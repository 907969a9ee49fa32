import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { askUntil, callAs } from '../api.ts'
import { tabTo, unmarkedFocus } from '../keys.ts'
import { signIn } from '../sign-in.ts'

interface Device {
  id: string
  number: number
  type: string
  dock_state: string
  heartbeat_health: string
  session: { id: string } | null
}
interface Location {
  id: string
  code: string
  label: string
}

test.use({ contextOptions: { reducedMotion: 'reduce' } })

/** Nothing but keys: no click, no focus set by the story. */
async function signInByKeys(page: Page): Promise<void> {
  await page.goto('/')
  await tabTo(page, page.getByLabel('Email'))
  await page.keyboard.type('superadmin@demo.test')
  await tabTo(page, page.getByLabel('Password', { exact: true }))
  await page.keyboard.type('demo')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('navigation', { name: 'Main navigation' })).toBeVisible()
}

/** A location that answers, with bikes in it. About one lock in 25 is worn and may jam, so a story has some to try. */
async function findDocks(page: Page): Promise<{ location: Location; docks: Device[] } | undefined> {
  const list = await callAs<{ items: Location[] }>(
    page,
    '/location/v1/locations?status=launched&health=online&order=desc&limit=500',
  )
  for (const location of list.items) {
    const devices = await callAs<Device[]>(page, `/location/v1/locations/${location.id}/devices`)
    const docks = devices.filter(
      (one) =>
        one.type === 'dock' &&
        one.dock_state === 'locked' &&
        one.session !== null &&
        one.heartbeat_health === 'healthy',
    )
    if (docks.length >= 3) return { location, docks }
  }
  return undefined
}

/** From the tile to the sent command; afterwards the focus is on the tile again. */
async function unlockByKeys(page: Page, dock: Device, comment: string): Promise<void> {
  const tile = page.locator(`[data-dock="${dock.id}"]`)
  await tabTo(page, tile, 'Tab', 120)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Force unlock' })).toBeFocused()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: /^Force unlock / })
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

test('the main job by keyboard alone: in, found in the palette, a dock forced open with its reason, and seen done', async ({
  page,
}) => {
  await signInByKeys(page)
  const { location, docks } = await askUntil(() => findDocks(page))
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('combobox', { name: 'Find anything' })
  await expect(palette).toBeFocused()
  await page.keyboard.type(location.code)
  const hit = page.getByRole('option').filter({ hasText: location.label }).first()
  await expect(hit).toBeVisible()
  for (let step = 0; step < 10 && (await hit.getAttribute('aria-selected')) !== 'true'; step++)
    await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/locations/${location.id}`))
  await expect(page.getByRole('heading', { level: 1 })).toContainText(location.label)

  const comment = `Without a pointer ${Date.now()}`
  let isDone = false
  for (const dock of docks) {
    await unlockByKeys(page, dock, comment)
    const events = page.getByRole('complementary')
    await expect(events.getByText(comment).first()).toBeVisible()
    const end = events.getByText(/^(Success|Failed)/).first()
    await expect(end).toBeVisible({ timeout: 40_000 })
    isDone = (await end.textContent())?.startsWith('Success') === true
    if (isDone) break
    await page.reload()
  }
  expect(isDone, 'each of the locks failed').toBe(true)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Force unlock' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.locator('[data-dock]:focus')).toHaveAttribute('aria-label', /free/i)
})

test('a list by keyboard alone: filtered, sorted, its columns chosen, a row opened, and the focus is never lost', async ({
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

  // The first Tab of a page leads past the navigation.
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
  await tabTo(page, page.getByRole('button', { name: 'As at first' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('columnheader', { name: 'Health' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: /^Columns, / })).toBeFocused()

  // First the box that selects all rows.
  await tabTo(page, page.locator('[data-head-stop]').first())
  for (let step = 0; step < 4; step++) await page.keyboard.press('ArrowRight')
  const head = page.getByRole('columnheader', { name: 'Name' })
  await expect(head.locator('[data-head-stop]')).toBeFocused()
  // Into the rows at once, before those of the new order are here: the focus goes to the first of these when they come.
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
  const name = await rows.nth(2).getByRole('link').first().textContent()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name ?? '')
  await expect(page.getByRole('main')).toBeFocused()
})

test('every stop of the Tab key on a list, a location and a form says where it is', async ({ page }) => {
  await signIn(page, 'superadmin')
  const [place] = (await callAs<{ items: Location[] }>(page, '/location/v1/locations?limit=1')).items
  const screens: [path: string, sign: string, stops: number][] = [
    ['/locations', '[role=gridcell]', 32],
    [`/locations/${place?.id}`, '[data-dock]', 36],
    ['/users/console?open=new', '[role=dialog] input', 10],
  ]
  const unmarked: string[] = []
  for (const [path, sign, stops] of screens) {
    await page.goto(path)
    await expect(page.locator(sign).first()).toBeVisible()
    for (let step = 0; step < stops; step++) {
      await page.keyboard.press('Tab')
      const what = await unmarkedFocus(page)
      if (what !== null) unmarked.push(`${path}: ${what}`)
    }
  }
  expect([...new Set(unmarked)]).toEqual([])
})

test('with reduced motion nothing moves: what would turn stands still', async ({ page }) => {
  await signIn(page, 'superadmin')
  const moving: string[] = []
  const look = async (name: string) =>
    moving.push(
      ...(
        await page.evaluate(() =>
          document
            .getAnimations()
            .map((one) => ({ one, timing: one.effect?.getComputedTiming() }))
            // A tint that appears and goes in one step is no motion (look/).
            .filter(({ timing }) => !timing?.easing?.startsWith('steps(1'))
            .filter(({ timing }) => Number(timing?.duration) > 1 || timing?.iterations === Infinity)
            .map(({ one }) => (one as CSSAnimation).animationName),
        )
      ).map((animation) => `${name}: ${animation}`),
    )
  for (const path of ['/locations', '/locations?view=map', '/device-sessions/active', '/logout']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    await look(path)
  }
  await page.goto('/dev/ui')
  await expect(page.locator('#forms form').first()).toBeVisible()
  await look('/dev/ui')
  expect(moving).toEqual([])
})
