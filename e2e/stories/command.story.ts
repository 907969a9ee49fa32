import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { askUntil, callAs } from '../api.ts'
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
}

/** A dock with a bike in it, at a location that answers. About one lock in 25 is worn and may jam, so a story has some to try. */
async function findDocks(page: Page): Promise<{ location: Location; docks: Device[] } | undefined> {
  const list = await callAs<{ items: Location[] }>(
    page,
    '/location/v1/locations?status=launched&health=online&limit=500',
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
const occupiedDocks = (page: Page) => askUntil(() => findDocks(page))

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

test('the main job: force unlock a dock, watch it go and come back, the session ends, and history says who', async ({
  page,
}) => {
  await signIn(page, 'superadmin')
  const { location, docks } = await occupiedDocks(page)
  await page.goto(`/locations/${location.id}`)
  const comment = `Rider at the rack ${Date.now()}`
  let ended: Device | undefined
  for (const dock of docks) {
    await command(page, dock, 'Force unlock', comment)
    const card = page
      .getByRole('complementary')
      .getByText(new RegExp(`Force unlock, ${dockName(dock)}`, 'i'))
      .first()
    await expect(card).toBeVisible()
    const end = page
      .getByRole('complementary')
      .getByText(/^(Success|Failed)/)
      .first()
    await expect(end).toBeVisible({ timeout: 40_000 })
    if ((await end.textContent())?.startsWith('Success')) {
      ended = dock
      break
    }
    await page.reload()
  }
  expect(ended, 'each of three locks failed').toBeDefined()
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
    page,
    `/session/v1/parking-sessions?location_id=${location.id}`,
  )
  expect(history.items.map((one) => one.id)).toContain(dock.session?.id)
})

test('spec 5: a command needs its reason and a comment, and nothing is sent without', async ({ page }) => {
  await signIn(page, 'technician')
  const { location, docks } = await occupiedDocks(page)
  await page.goto(`/locations/${location.id}`)
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
  const sent = await callAs<{ items: { comment: string }[] }>(page, `/device/v1/devices/${dock.id}/commands`)
  expect(sent.items.map((one) => one.comment)).not.toContain('ab')
})

test('screens: one command for several devices, with a result for each', async ({ page }) => {
  await signIn(page, 'technician')
  const { location, docks } = await occupiedDocks(page)
  await page.goto(`/locations/${location.id}`)
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
  const comment = `Which is which ${Date.now()}`
  await dialog.getByRole('textbox', { name: /Comment/ }).fill(comment)
  await dialog.getByRole('button', { name: 'Identify' }).click()
  await expect(bar.getByText('2 done')).toBeVisible()
  const sent = await callAs<{ items: { device_id: string; comment: string | null }[] }>(
    page,
    `/location/v1/locations/${location.id}/commands?name=identify`,
  )
  const mine = sent.items.filter((command) => command.comment === comment).map(({ device_id }) => device_id)
  expect(mine.toSorted()).toEqual([one.id, other.id].toSorted())
})
