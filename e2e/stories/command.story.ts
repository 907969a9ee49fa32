import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { callAs } from '../api.ts'
import { claimObeyingDocks, claimParkedBike } from '../parked-bikes.ts'
import type { Dock } from '../parked-bikes.ts'
import { signIn } from '../sign-in.ts'

const dockName = (dock: Dock): string => `Dock ${String(dock.number).padStart(2, '0')}`

async function command(page: Page, dock: Dock, name: string, comment: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${dockName(dock)}, `) }).click()
  await page.getByRole('menuitem', { name }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Mechanical', { exact: true }).click()
  await dialog.getByRole('textbox', { name: /Comment/ }).fill(comment)
  await dialog.getByRole('button', { name, exact: true }).click()
  await expect(dialog).toHaveCount(0)
}

test('Force unlock of a dock reports success, ends the parking session and is recorded with its author', async ({
  page,
}) => {
  const { location, dock } = await claimParkedBike()
  await signIn(page, 'superadmin', `/locations/${location.id}`)
  const comment = 'Rider at the rack'
  await command(page, dock, 'Force unlock', comment)
  const card = page
    .getByRole('complementary')
    .locator('section[aria-live]')
    .filter({ hasText: new RegExp(`Force unlock, ${dockName(dock)}`, 'i') })
    .first()
  await expect(card).toHaveAttribute('data-status', 'success')
  await expect(page.getByRole('button', { name: new RegExp(`^${dockName(dock)}, free`) })).toBeVisible()
  await expect(page.getByRole('complementary').getByText(comment).first()).toBeVisible()

  await page.goto(`/device-sessions/history/${dock.session.id}`)
  await expect(page.getByText('Forced').first()).toBeVisible()
  await expect(page.getByText(comment).filter({ visible: true }).first()).toBeVisible()
  await expect(
    page
      .getByText(/Ingrid Aasland/)
      .filter({ visible: true })
      .first(),
  ).toBeVisible()
  const history = await callAs<{ items: { id: string }[] }>(
    'superadmin',
    `/session/v1/parking-sessions?location_id=${location.id}`,
  )
  expect(history.items.map((one) => one.id)).toContain(dock.session.id)
})

test('spec 5: a command without a reason and a comment of 3 characters is not sent', async ({ page }) => {
  const { location, docks } = await claimObeyingDocks()
  await signIn(page, 'technician', `/locations/${location.id}`)
  const [dock] = docks
  await page.getByRole('button', { name: new RegExp(`^${dockName(dock)}, `) }).click()
  await page.getByRole('menuitem', { name: 'Force lock' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Force lock does not physically lock the device')).toBeVisible()
  await dialog.getByRole('button', { name: 'Force lock', exact: true }).click()
  await expect(dialog).toBeVisible()
  await dialog.getByRole('textbox', { name: /Comment/ }).fill('ab')
  await dialog.getByText('Testing', { exact: true }).click()
  await dialog.getByRole('button', { name: 'Force lock', exact: true }).click()
  await expect(dialog.getByText(/at least 3 characters/i)).toBeVisible()
  const sent = await callAs<{ items: { comment: string }[] }>('technician', `/device/v1/devices/${dock.id}/commands`)
  expect(sent.items.map((one) => one.comment)).not.toContain('ab')
})

test('screens: one command is sent to two selected docks, and the selection bar counts both results', async ({
  page,
}) => {
  const { location, docks } = await claimObeyingDocks()
  await signIn(page, 'technician', `/locations/${location.id}`)
  const [one, other] = docks
  for (const dock of [one, other])
    await page.getByRole('button', { name: new RegExp(`^${dockName(dock)}, `) }).click({ modifiers: ['ControlOrMeta'] })
  const bar = page.getByRole('toolbar', { name: 'Selected rows' })
  await bar.getByRole('button', { name: 'Command' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send a command to 2 devices' })
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(dialog.getByText('Choose a command')).toBeVisible()
  await dialog.getByText('Identify', { exact: true }).click()
  await dialog.getByText('Testing', { exact: true }).click()
  const comment = 'Which is which'
  await dialog.getByRole('textbox', { name: /Comment/ }).fill(comment)
  await dialog.getByRole('button', { name: 'Identify' }).click()
  await expect(bar.getByText('2 done')).toBeVisible()
  const sent = await callAs<{ items: { device_id: string; comment: string | null }[] }>(
    'technician',
    `/location/v1/locations/${location.id}/commands?name=identify`,
  )
  const mine = sent.items.filter((command) => command.comment === comment).map(({ device_id }) => device_id)
  expect(mine.toSorted()).toEqual([one.id, other.id].toSorted())
})
