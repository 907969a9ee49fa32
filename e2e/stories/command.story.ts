import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { callAs } from '../api.ts'
import { claimLocation } from '../claims.ts'
import type { ClaimedLocation } from '../claims.ts'
import { signIn } from '../sign-in.ts'

interface Device {
  id: string
  number: number
  type: string
  dock_state: string
  heartbeat_health: string
  session: { id: string } | null
}

/** Docks that hold a bike and answer. About one lock in 25 is worn and may jam, so a story gets some to choose from. */
async function claimOccupiedDocks(): Promise<{ location: ClaimedLocation; docks: Device[] }> {
  let docks: Device[] = []
  const location = await claimLocation('status=launched&health=online', async ({ id }) => {
    const devices = await callAs<Device[]>('superadmin', `/location/v1/locations/${id}/devices`)
    docks = devices.filter(
      (device) =>
        device.type === 'dock' &&
        device.dock_state === 'locked' &&
        device.session !== null &&
        device.heartbeat_health === 'healthy',
    )
    return docks.length >= 3
  })
  return { location, docks }
}

const dockName = (dock: Device): string => `Dock ${String(dock.number).padStart(2, '0')}`

async function command(page: Page, dock: Device, name: string, comment: string): Promise<void> {
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
  const { location, docks } = await claimOccupiedDocks()
  await signIn(page, 'superadmin', `/locations/${location.id}`)
  const comment = 'Rider at the rack'
  let ended: Device | undefined
  for (const dock of docks) {
    await command(page, dock, 'Force unlock', comment)
    const card = page
      .getByRole('complementary')
      .locator('section[aria-live]')
      .filter({ hasText: new RegExp(`Force unlock, ${dockName(dock)}`, 'i') })
      .first()
    // Looks for the result of this command, because the result of an earlier one may still be visible.
    await expect(card).toHaveAttribute('data-status', /./, { timeout: 40_000 })
    if ((await card.getAttribute('data-status')) === 'success') {
      ended = dock
      break
    }
    await page.reload()
  }
  expect(ended, 'at least one of the locks opened').toBeDefined()
  const dock = ended as Device
  await expect(page.getByRole('button', { name: new RegExp(`^${dockName(dock)}, free`) })).toBeVisible()
  await expect(page.getByRole('complementary').getByText(comment).first()).toBeVisible()

  await page.goto(`/device-sessions/history/${dock.session?.id}`)
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
  expect(history.items.map((one) => one.id)).toContain(dock.session?.id)
})

test('spec 5: a command without a reason and a comment of 3 characters is not sent', async ({ page }) => {
  const { location, docks } = await claimOccupiedDocks()
  await signIn(page, 'technician', `/locations/${location.id}`)
  const [dock] = docks as [Device]
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
  const { location, docks } = await claimOccupiedDocks()
  await signIn(page, 'technician', `/locations/${location.id}`)
  const [one, other] = docks as [Device, Device]
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
