import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { askUntil, callAs } from '../api.ts'
import { arrowToItem, enter, skipToContent, tabTo } from '../keys.ts'
import { signIn } from '../sign-in.ts'

interface Location {
  id: string
  code: string
  label: string
  owner_name: string
}

/** One that meets what a launch asks: other stories leave docks without hardware behind, and a lock may die at any time. */
async function launchable(page: Page): Promise<Location | undefined> {
  const { items } = await callAs<{ items: Location[] }>(
    page,
    '/location/v1/locations?status=launched&health=online&limit=30',
  )
  for (const location of items.toReversed()) {
    const checks = await callAs<{ is_met: boolean }[]>(page, `/location/v1/locations/${location.id}/launch-checks`)
    if (checks.every(({ is_met }) => is_met)) return location
  }
  return undefined
}

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('a location is taken out of service and launched again by keyboard alone', async ({ page }) => {
  await signIn(page, 'superadmin')
  const { id, code } = await askUntil(() => launchable(page))
  await page.goto(`/locations/${id}`)
  await expect(page.locator('[data-dock]').first()).toBeVisible()
  await skipToContent(page)
  const status = page.getByRole('button', { name: 'Status', exact: true })
  for (const [to, reason] of [
    ['Maintenance', 'The rack is painted today'],
    ['Installed', 'It is dry, and stands there again'],
  ] as const) {
    await enter(page, status)
    await arrowToItem(page, page.getByRole('menuitem', { name: to }))
    await page.keyboard.press('Enter')
    const question = page.getByRole('dialog', { name: `Move ${code} to ${to}?` })
    await expect(question.getByRole('button', { name: 'Keep' })).toBeFocused()
    await tabTo(page, question.getByRole('textbox', { name: 'Reason' }), 'Shift+Tab')
    await page.keyboard.type(reason)
    await enter(page, question.getByRole('button', { name: `Move to ${to}` }))
    await expect(question).toHaveCount(0)
    await expect(status).toBeFocused()
  }

  const launch = page.getByRole('button', { name: 'Launch', exact: true })
  await expect(launch).toBeVisible()
  await enter(page, launch)
  const dialog = page.getByRole('dialog', { name: /^Launch / })
  await expect(dialog.getByText('Everything is there.')).toBeVisible({ timeout: 60_000 })
  await enter(page, dialog.getByRole('button', { name: 'Launch' }))
  await expect(page.getByRole('region', { name: 'Messages' })).toContainText('Location launched successfully')
  await expect(launch).toHaveCount(0)
  await expect(page.locator('main:focus, main :focus')).toHaveCount(1)
})

test('a file is chosen, looked at and imported by keyboard alone', async ({ page }, { retry }) => {
  await signIn(page, 'superadmin')
  const { items } = await callAs<{ items: Location[] }>(page, '/location/v1/locations?limit=1')
  const { code, label } = items[0]!
  const found = async () =>
    (await callAs<{ items: Location[] }>(page, `/location/v1/locations?q=${code}`)).items[0]?.label
  await skipToContent(page)
  await enter(page, page.getByRole('link', { name: 'Import' }))
  await expect(page.getByRole('main')).toBeFocused()
  const choose = page.getByRole('button', { name: /^Choose / })
  const take = async (name: string): Promise<void> => {
    // Listened for well before: a key may overtake the order to catch the chooser.
    const asked = page.waitForEvent('filechooser')
    await tabTo(page, choose)
    await page.keyboard.press('Enter')
    await (
      await asked
    ).setFiles({ name: 'locations.csv', mimeType: 'text/csv', buffer: Buffer.from(`code,label\n${code},"${name}"\n`) })
    await expect(page.getByRole('status').filter({ hasText: '1 changed' })).toBeVisible()
    await expect(choose).toBeFocused()
    await enter(page, page.getByRole('button', { name: 'Import 1 row' }))
    await expect(page.getByRole('region', { name: 'Messages' })).toContainText('Imported: 0 created, 1 updated')
    await expect.poll(found).toBe(name)
    await expect(choose).toBeFocused()
  }
  await take(`Named by keys ${retry}`)
  await take(label)
})
