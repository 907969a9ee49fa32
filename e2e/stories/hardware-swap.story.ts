import { expect, test } from '@playwright/test'
import { callAs, waitForResult } from '../api.ts'
import { claim, claimLocation, claimSpareDocks } from '../claims.ts'
import { findFaultsInBothThemes } from '../accessibility.ts'
import { signIn } from '../sign-in.ts'
import { messageIn } from '../messages.ts'

interface Device {
  id: string
  number: number
  type: string
  hardware_id: string | null
  heartbeat_health: string
  delete_pending: boolean
}

const dockName = ({ number }: Device): string => `Dock ${String(number).padStart(2, '0')}`
const grouped = (id: string): string => id.match(/.{1,4}/g)?.join(' ') ?? id
const devicesOf = (id: string) => callAs<Device[]>('technician', `/location/v1/locations/${id}/devices`)

/** A dock whose own hardware is dead while other docks of its location answer. */
async function findDeadDock(): Promise<{ dead: Device; locationId: string } | undefined> {
  const locations = await callAs<{ items: { id: string }[] }>(
    'technician',
    '/location/v1/locations?status=launched&health=some_offline&limit=100',
  )
  for (const { id } of locations.items) {
    const devices = await devicesOf(id)
    const dead = devices.find((one) => one.type === 'dock' && one.heartbeat_health === 'offline' && !one.delete_pending)
    const answers = devices.some((one) => one.type === 'dock' && one.heartbeat_health === 'healthy')
    if (dead !== undefined && answers && claim(dead.id)) return { dead, locationId: id }
  }
  return undefined
}

test('spec 5, 8: a dock with dead hardware gets a spare from stock and becomes healthy, and the dead one goes to stock', async ({
  page,
}) => {
  const { dead, locationId } = await waitForResult(findDeadDock)
  const [spare = ''] = await claimSpareDocks(1)
  const former = dead.hardware_id ?? ''
  await signIn(page, 'technician', `/locations/${locationId}`)
  const tile = page.getByRole('button', { name: new RegExp(`^${dockName(dead)}, `) })
  await expect(tile).toHaveAccessibleName(/no contact/)

  const dialog = page.getByRole('dialog', { name: `Swap hardware in ${dockName(dead).toLowerCase()}` })
  await test.step('the menu of the dock opens the swap, which names the hardware that comes out', async () => {
    await tile.click()
    await page.getByRole('menuitem', { name: 'Swap hardware' }).click()
    await expect(dialog.getByText(`${grouped(former)} returns to stock.`)).toBeVisible()
    await expect(dialog.getByRole('group', { name: 'In stock' }).getByRole('button').first()).toBeVisible()
    expect(await findFaultsInBothThemes(page, 'swap hardware', '[role=dialog]')).toEqual([])
  })

  await test.step('spec 5, 8: an invalid id and the id of built-in hardware are refused at the field', async () => {
    const id = dialog.getByRole('textbox', { name: 'Hardware ID' })
    await id.fill('none')
    await dialog.getByRole('button', { name: 'Swap', exact: true }).click()
    await expect(dialog.getByText('Invalid Hardware ID')).toBeVisible()
    await expect(id).toBeFocused()
    const taken = (await devicesOf(locationId)).find(
      (one) => one.id !== dead.id && one.type === 'dock' && one.hardware_id !== null,
    )
    await id.fill(taken?.hardware_id ?? '')
    await dialog.getByRole('button', { name: 'Swap', exact: true }).click()
    await expect(dialog.getByText('Hardware already assigned')).toBeVisible()
  })

  await test.step('one click on a piece in stock chooses it, and it is built in', async () => {
    await dialog.getByRole('textbox', { name: 'Hardware ID' }).fill(spare.slice(0, 8))
    await dialog.getByRole('button', { name: new RegExp(grouped(spare)) }).click()
    await expect(dialog.getByRole('textbox', { name: 'Hardware ID' })).toHaveValue(grouped(spare))
    await dialog.getByRole('button', { name: 'Swap', exact: true }).click()
    await expect(messageIn(page, 'Hardware swapped')).toBeVisible()
    await expect(dialog).toHaveCount(0)
  })

  await test.step('the dock becomes healthy with the new hardware', async () => {
    await expect
      .poll(async () => (await devicesOf(locationId)).find(({ id }) => id === dead.id), { timeout: 90_000 })
      .toMatchObject({ hardware_id: spare, heartbeat_health: 'healthy' })
    await expect(tile).not.toHaveAccessibleName(/no contact/)
  })

  await test.step('the dead hardware is listed in stock', async () => {
    await page.goto(`/hardware/unassigned?q=${former}`)
    await expect(page.getByText(grouped(former)).first()).toBeVisible()
  })
})

test('two docks swap their hardware, and the other dock is found by its hardware id', async ({ page }) => {
  const { id: locationId } = await claimLocation('status=launched&health=online&type=bike_docks')
  const docks = (await devicesOf(locationId)).filter(({ type, hardware_id }) => type === 'dock' && hardware_id !== null)
  const [one, other] = [docks[0]!, docks.at(-1)!]
  await signIn(page, 'technician', `/locations/${locationId}`)
  await page.getByRole('button', { name: new RegExp(`^${dockName(one)}, `) }).click()
  await page.getByRole('menuitem', { name: 'Swap hardware' }).click()
  const dialog = page.getByRole('dialog', { name: `Swap hardware in ${dockName(one).toLowerCase()}` })
  await dialog.getByText('With another device').click()
  await dialog.getByRole('combobox', { name: 'Device' }).fill(other.hardware_id ?? '')
  await expect(page.getByRole('option')).toHaveCount(1)
  await page.getByRole('option', { name: dockName(other) }).click()
  await expect(dialog.getByRole('status').getByText(grouped(other.hardware_id ?? ''))).toBeVisible()
  expect(await findFaultsInBothThemes(page, 'swap with another device', '[role=dialog]')).toEqual([])
  await dialog.getByRole('button', { name: 'Swap', exact: true }).click()
  await expect(dialog).toHaveCount(0)
  const after = await devicesOf(locationId)
  const hardwareOf = (id: string) => after.find((device) => device.id === id)?.hardware_id
  expect([hardwareOf(one.id), hardwareOf(other.id)]).toEqual([other.hardware_id, one.hardware_id])
})

test('rights: the stock page tells an owner which permission is missing', async ({ page }) => {
  await signIn(page, 'owner', '/hardware/unassigned')
  await expect(page.getByText('No permission')).toBeVisible()
  await expect(page.getByTitle('GETUNASSIGNED on hardware', { exact: true })).toBeVisible()
})
