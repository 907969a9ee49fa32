import { expect, test } from '@playwright/test'
import { callAs } from '../api.ts'
import { claimLocation } from '../claims.ts'
import type { ClaimedLocation } from '../claims.ts'
import { arrowToItem, pressEnterOn, skipToContent, tabTo } from '../keyboard.ts'
import { signIn } from '../sign-in.ts'

/** Launched locations too may miss what a launch needs, because a lock can die at any time. */
const claimLaunchable = () =>
  claimLocation('status=launched&health=online&type=bike_docks', async ({ id }) => {
    const checks = await callAs<{ is_met: boolean }[]>('superadmin', `/location/v1/locations/${id}/launch-checks`)
    return checks.every(({ is_met }) => is_met)
  })

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('keyboard only: a location goes to maintenance, back to installed, and is launched again', async ({ page }) => {
  const { id, code } = await claimLaunchable()
  await signIn(page, 'superadmin', `/locations/${id}`)
  await expect(page.locator('[data-dock]').first()).toBeVisible()
  await skipToContent(page)
  const status = page.getByRole('button', { name: 'Status', exact: true })
  for (const [to, reason] of [
    ['Maintenance', 'The rack is painted today'],
    ['Installed', 'The paint has dried'],
  ] as const) {
    await pressEnterOn(page, status)
    await arrowToItem(page, page.getByRole('menuitem', { name: to }))
    await page.keyboard.press('Enter')
    const question = page.getByRole('dialog', { name: `Set ${code} to ${to}?` })
    await expect(question.getByRole('button', { name: 'Keep' })).toBeFocused()
    await tabTo(page, question.getByRole('textbox', { name: 'Reason' }), 'Shift+Tab')
    await page.keyboard.type(reason)
    await pressEnterOn(page, question.getByRole('button', { name: `Set to ${to}` }))
    await expect(question).toHaveCount(0)
    await expect(status).toBeFocused()
  }

  const launch = page.getByRole('button', { name: 'Launch', exact: true })
  await expect(launch).toBeVisible()
  await pressEnterOn(page, launch)
  const dialog = page.getByRole('dialog', { name: /^Launch / })
  await expect(dialog.getByText('Everything is ready.')).toBeVisible()
  await pressEnterOn(page, dialog.getByRole('button', { name: 'Launch' }))
  await expect(page.getByRole('region', { name: 'Messages' })).toContainText('Location launched successfully')
  await expect(launch).toHaveCount(0)
  await expect(page.locator('main:focus, main :focus')).toHaveCount(1)
})

test('keyboard only: a file is chosen, checked and imported', async ({ page }) => {
  const { id, code, label } = await claimLocation('status=launched')
  const currentLabel = async () => (await callAs<ClaimedLocation>('superadmin', `/location/v1/locations/${id}`)).label
  await signIn(page, 'superadmin')
  await skipToContent(page)
  await pressEnterOn(page, page.getByRole('link', { name: 'Import' }))
  await expect(page.getByRole('main')).toBeFocused()
  const choose = page.getByRole('button', { name: /^Choose / })
  const importLabel = async (name: string): Promise<void> => {
    // Waited for well before the key, which may be faster than the request to catch the chooser.
    const chooser = page.waitForEvent('filechooser')
    await tabTo(page, choose)
    await page.keyboard.press('Enter')
    await (
      await chooser
    ).setFiles({ name: 'locations.csv', mimeType: 'text/csv', buffer: Buffer.from(`code,label\n${code},"${name}"\n`) })
    await expect(page.getByRole('status').filter({ hasText: '1 changed' })).toBeVisible()
    await expect(choose).toBeFocused()
    await pressEnterOn(page, page.getByRole('button', { name: 'Import 1 row' }))
    await expect(page.getByRole('region', { name: 'Messages' })).toContainText('Imported: 0 created, 1 updated')
    await expect.poll(currentLabel).toBe(name)
    await expect(choose).toBeFocused()
  }
  await importLabel('Named by keys')
  await importLabel(label)
})
