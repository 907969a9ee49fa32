import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { callAs, waitForResult } from '../api.ts'
import { claimLocation } from '../claims.ts'
import { signIn } from '../sign-in.ts'

interface Device {
  type: string
  hardware_id: string | null
  heartbeat_health: string
}
interface Lock {
  state: string
  keys: number
}
interface Payment {
  user_id: string | null
  user_name: string | null
  method: string
}
interface Rider {
  id: string
  name: string
}

/** A location whose locks all answer, so that each can take its list. */
const claimGarage = () =>
  claimLocation('status=launched&health=online', async ({ id }) => {
    const devices = await callAs<Device[]>('superadmin', `/location/v1/locations/${id}/devices`)
    const locks = devices.filter(({ type }) => type === 'dock')
    return locks.length > 3 && locks.every((lock) => lock.hardware_id !== null && lock.heartbeat_health === 'healthy')
  })

/** Riders with access keys whose cards pay: the digits of a simulated card say what it does. */
async function ridersWhoPay(count: number): Promise<Rider[]> {
  const { items } = await callAs<{ items: Payment[] }>('superadmin', '/payment/v1/payments?state=paid&limit=300')
  const found = new Map<string, string>()
  for (const { user_id, user_name, method } of items)
    if (user_id !== null && user_name !== null && method === 'Visa 4242') found.set(user_id, user_name)
  const riders: Rider[] = []
  for (const [id, name] of found) {
    const keys = await callAs<unknown[]>('superadmin', `/user/v1/users/${id}/access-keys`)
    if (keys.length > 0) riders.push({ id, name })
    if (riders.length === count) return riders
  }
  throw new Error('Too few riders who pay')
}

/** An allowlist that is not enabled changes nothing, and its screen says what each lock has confirmed. */
async function watchLocks(location: string): Promise<() => Promise<number | undefined>> {
  const body = { name: `Watches ${location.slice(-6)}`, visibility: 'private', sync: 'app_and_keys' }
  const { id } = await callAs<{ id: string }>('superadmin', '/allowlist/v1/allowlists', body)
  const path = `/allowlist/v1/allowlists/${id}`
  await callAs('superadmin', `${path}/targets`, { location_ids: [location] }).catch(() => undefined)
  return async () => {
    const { items } = await callAs<{ items: Lock[] }>('superadmin', `${path}/locks?limit=100`)
    const isConfirmed = items.length > 0 && items.every(({ state }) => state === 'in_sync')
    return isConfirmed ? Math.max(...items.map(({ keys }) => keys)) : undefined
  }
}

async function create(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'New subscription' }).click()
  const dialog = page.getByRole('dialog', { name: 'New subscription' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
  await dialog.getByRole('textbox', { name: 'Max capacity' }).fill('2')
  await dialog.getByRole('textbox', { name: 'Month pass' }).fill('12.00')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
}

async function addSubscriber(page: Page, { id, name }: Rider): Promise<void> {
  await page.getByRole('button', { name: 'Add subscriber' }).click()
  const dialog = page.getByRole('dialog', { name: /^Add a subscriber/ })
  await dialog.getByRole('textbox', { name: 'User' }).fill(id)
  await dialog.getByRole('button', { name: 'Subscribe' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('row', { name: new RegExp(name) })).toContainText('Paid')
}

async function end(page: Page, { name }: Rider, action: 'Unsubscribe' | 'Remove'): Promise<void> {
  await page.getByRole('row', { name: new RegExp(name) }).click()
  await page.getByRole('complementary', { name }).getByRole('button', { name: action, exact: true }).click()
  const question = page.getByRole('dialog', { name: new RegExp(`^${action} ${name} from`) })
  await expect(question).toContainText(action === 'Remove' ? 'Access ends immediately' : 'Access stays until')
  await question.getByRole('button', { name: action, exact: true }).click()
}

test('spec 4: a full subscription takes nobody; one user is unsubscribed, another removed and refused by the docks', async ({
  page,
}) => {
  const location = await claimGarage()
  const [stays, goes] = (await ridersWhoPay(2)) as [Rider, Rider]
  const confirmedKeys = await watchLocks(location.id)
  await signIn(page, 'superadmin', '/subscriptions')
  await create(page, `Pass ${location.code}`)

  await test.step('it counts at a location, and is switched on', async () => {
    await page.getByRole('link', { name: 'Locations and devices' }).click()
    await page.getByRole('button', { name: 'Add locations or devices' }).click()
    const dialog = page.getByRole('dialog', { name: /^Add locations or devices/ })
    await dialog.getByRole('combobox', { name: 'Locations' }).fill(location.code)
    await page.getByRole('option', { name: new RegExp(location.code) }).click()
    await dialog.getByRole('heading').click()
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(page.getByText('Targets added successfully')).toBeVisible()
    await page.getByRole('button', { name: 'Switch on' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Switch on' }).click()
    await page.getByRole('link', { name: 'Subscribers' }).click()
  })

  const keysBeyond = (few: number) =>
    waitForResult(async () => {
      const keys = await confirmedKeys()
      return keys !== undefined && keys > few ? keys : undefined
    })
  let ofOne = 0

  await test.step('two users join, whose keys every dock confirms; then max capacity is reached', async () => {
    await addSubscriber(page, stays)
    ofOne = await keysBeyond(0)
    await addSubscriber(page, goes)
    await keysBeyond(ofOne)
    await expect(page.getByText('2 of 2').first()).toBeVisible()
    await expect(page.getByRole('button', { name: 'Add subscriber' })).toBeDisabled()
  })

  await test.step('one is unsubscribed and keeps access, the other is removed', async () => {
    await end(page, stays, 'Unsubscribe')
    await expect(page.getByText('User unsubscribed successfully')).toBeVisible()
    await page.getByRole('button', { name: 'Close' }).last().click()
    await end(page, goes, 'Remove')
    await expect(page.getByText('User removed successfully')).toBeVisible()
    await page.getByRole('button', { name: 'Close' }).last().click()
    await expect(page.getByRole('row', { name: new RegExp(stays.name) })).toContainText('Paid')
    await expect(page.getByRole('row', { name: new RegExp(goes.name) })).toContainText('Cancelled')
  })

  await test.step('within seconds every dock confirms a list without the removed user', async () => {
    await expect.poll(confirmedKeys).toBe(ofOne)
  })
})
