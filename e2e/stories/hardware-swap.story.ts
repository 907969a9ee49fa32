import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { askUntil, callAs } from '../api.ts'
import { brokenInBothThemes } from '../axe.ts'
import { signIn } from '../sign-in.ts'
import { told } from '../told.ts'

interface Device {
  id: string
  number: number
  type: string
  hardware_id: string | null
  heartbeat_health: string
  delete_pending: boolean
}
interface Hardware {
  id: string
  heartbeat_health: string
}

const dockName = ({ number }: Device): string => `Dock ${String(number).padStart(2, '0')}`
const grouped = (id: string): string => id.match(/.{1,4}/g)?.join(' ') ?? id
const devicesOf = (page: Page, id: string) => callAs<Device[]>(page, `/location/v1/locations/${id}/devices`)

/** A dock whose own hardware died where the others answer, and one from stock that speaks. */
async function findFixtures(page: Page) {
  const stock = await callAs<{ items: Hardware[] }>(page, '/hardware/v1/unassigned-hardware?type=dock&health=healthy')
  const [spare] = stock.items
  const places = await callAs<{ items: { id: string }[] }>(
    page,
    '/location/v1/locations?status=launched&health=some_offline&limit=100',
  )
  for (const { id } of places.items) {
    const devices = await devicesOf(page, id)
    const dead = devices.find((one) => one.type === 'dock' && one.heartbeat_health === 'offline' && !one.delete_pending)
    const answers = devices.some((one) => one.type === 'dock' && one.heartbeat_health === 'healthy')
    if (spare !== undefined && dead !== undefined && answers) return { spare, dead, locationId: id }
  }
  return undefined
}

test('spec 5, 8: the dock whose hardware died gets another from stock and turns healthy; what came out lies in stock', async ({
  page,
}) => {
  test.setTimeout(150_000)
  await signIn(page, 'technician')
  const { spare, dead, locationId } = await askUntil(() => findFixtures(page))
  const former = dead.hardware_id ?? ''
  await page.goto(`/locations/${locationId}`)
  const tile = page.getByRole('button', { name: new RegExp(`^${dockName(dead)}, `) })
  await expect(tile).toHaveAccessibleName(/no contact/)

  const dialog = page.getByRole('dialog', { name: `Swap hardware of ${dockName(dead).toLowerCase()}` })
  await test.step('its menu opens the swap, which says what comes out', async () => {
    await tile.click()
    await page.getByRole('menuitem', { name: 'Swap hardware' }).click()
    await expect(dialog.getByText(`${grouped(former)} comes out and goes to stock.`)).toBeVisible()
    await expect(dialog.getByRole('group', { name: 'In stock' }).getByRole('button').first()).toBeVisible()
    expect(await brokenInBothThemes(page, 'swap hardware', '[role=dialog]')).toEqual([])
  })

  await test.step('spec 5, 8: what is no id, and what is built in elsewhere, is refused at its field', async () => {
    const id = dialog.getByRole('textbox', { name: 'Hardware id' })
    await id.fill('none')
    await dialog.getByRole('button', { name: 'Swap', exact: true }).click()
    await expect(dialog.getByText('Invalid Hardware ID')).toBeVisible()
    await expect(id).toBeFocused()
    const taken = (await devicesOf(page, locationId)).find(
      (one) => one.id !== dead.id && one.type === 'dock' && one.hardware_id !== null,
    )
    await id.fill(taken?.hardware_id ?? '')
    await dialog.getByRole('button', { name: 'Swap', exact: true }).click()
    await expect(dialog.getByText('Hardware already assigned')).toBeVisible()
  })

  await test.step('one tap on a piece in stock, and it is built in', async () => {
    await dialog.getByRole('textbox', { name: 'Hardware id' }).fill(spare.id.slice(0, 8))
    await dialog.getByRole('button', { name: new RegExp(grouped(spare.id)) }).click()
    await expect(dialog.getByRole('textbox', { name: 'Hardware id' })).toHaveValue(grouped(spare.id))
    await dialog.getByRole('button', { name: 'Swap', exact: true }).click()
    await expect(dialog).toHaveCount(0)
    await expect(told(page, 'Hardware swapped')).toBeVisible()
  })

  await test.step('the dock is healthy with it', async () => {
    await expect
      .poll(async () => (await devicesOf(page, locationId)).find(({ id }) => id === dead.id), { timeout: 90_000 })
      .toMatchObject({ hardware_id: spare.id, heartbeat_health: 'healthy' })
    await expect(tile).not.toHaveAccessibleName(/no contact/, { timeout: 30_000 })
  })

  await test.step('the one that died lies in stock', async () => {
    await page.goto(`/hardware/unassigned?q=${former}`)
    await expect(page.getByText(grouped(former)).first()).toBeVisible()
  })
})

test('two docks change their hardware: the other one is found by the id of what is in it', async ({ page }) => {
  await signIn(page, 'technician')
  const places = await callAs<{ items: { id: string }[] }>(
    page,
    '/location/v1/locations?status=launched&health=online&limit=1',
  )
  const locationId = places.items[0]?.id ?? ''
  const docks = (await devicesOf(page, locationId)).filter(
    ({ type, hardware_id }) => type === 'dock' && hardware_id !== null,
  )
  const [one, other] = [docks[0]!, docks.at(-1)!]
  await page.goto(`/locations/${locationId}`)
  await page.getByRole('button', { name: new RegExp(`^${dockName(one)}, `) }).click()
  await page.getByRole('menuitem', { name: 'Swap hardware' }).click()
  const dialog = page.getByRole('dialog', { name: `Swap hardware of ${dockName(one).toLowerCase()}` })
  await dialog.getByText('With another device').click()
  await dialog.getByRole('combobox', { name: 'Device' }).fill(other.hardware_id ?? '')
  await expect(page.getByRole('option')).toHaveCount(1)
  await page.getByRole('option', { name: dockName(other) }).click()
  await expect(dialog.getByRole('status').getByText(grouped(other.hardware_id ?? ''))).toBeVisible()
  expect(await brokenInBothThemes(page, 'swap with another device', '[role=dialog]')).toEqual([])
  await dialog.getByRole('button', { name: 'Swap', exact: true }).click()
  await expect(dialog).toHaveCount(0)
  const after = await devicesOf(page, locationId)
  const carriedBy = (id: string) => after.find((device) => device.id === id)?.hardware_id
  expect([carriedBy(one.id), carriedBy(other.id)]).toEqual([other.hardware_id, one.hardware_id])
})

test('rights: an owner is offered no hardware, and the address of the stock says what is missing', async ({ page }) => {
  await signIn(page, 'owner')
  await page.goto('/hardware/unassigned')
  await expect(page.getByText('No permission')).toBeVisible()
  await expect(page.getByText('GETUNASSIGNED')).toBeVisible()
})
