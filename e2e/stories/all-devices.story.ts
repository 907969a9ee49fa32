import { expect, test } from '@playwright/test'
import { call, waitForResult } from '../api.ts'
import { partOf, startOwnProduct } from '../product.ts'
import type { Product } from '../product.ts'
import { accessTokenOn, signInOnProvider } from '../sign-in.ts'

/** What concerns so much of the field that other stories would see it: one product for both. */

interface LocationRow {
  id: string
  label: string
  health: string
  total_docks: number
}

/** The fleet sends a heartbeat every 2 s; a device is late after 6 s and offline after 15 s. */
const shortened = {
  FLEET_HEARTBEAT_S: '2',
  HEARTBEAT_LATE_FACTOR: '0.1',
  HEARTBEAT_OFFLINE_FACTOR: '0.25',
  HEARTBEAT_OFFLINE_FLOOR_S: '1',
  HEARTBEAT_LONG_OFFLINE_S: '600',
}

let product: Product
test.beforeAll(async () => {
  test.setTimeout(600_000)
  product = await startOwnProduct(shortened)
})
test.afterAll(() => product.end())

test('values: when the fleet stops, devices become late, then offline, and the location online again with the fleet', async ({
  page,
}) => {
  await signInOnProvider(page, 'technician', product.url)
  const token = await accessTokenOn(page)
  const location = await waitForResult(async () => {
    const list = await call<{ items: LocationRow[] }>(
      `${product.url}/location/v1/locations?status=launched&health=online&limit=500`,
      token,
    )
    return list.items.find((row) => row.total_docks >= 6)
  })
  await page.goto(`${product.url}/locations/${location.id}`)
  await expect(page.getByRole('banner').or(page.locator('header')).getByText('Online').first()).toBeVisible()

  process.kill(partOf(product, 'fleet'), 'SIGSTOP')
  await expect(page.getByRole('img', { name: 'Late' }).first()).toBeVisible()
  await expect(page.locator('header').getByText('Offline').first()).toBeVisible()

  process.kill(partOf(product, 'fleet'), 'SIGCONT')
  await expect(page.locator('header').getByText('Online').first()).toBeVisible()
})

const thousand = 1_000
const heads = 'code,label,address,country,type,generation,power_save,icon_type,owner_name,hidden_admin_description'
const csv = [
  heads,
  ...Array.from(
    { length: thousand },
    (_, n) =>
      `${960_000 + n},Thousand ${n},Sadama 1,EE,bike_docks,G3,none,bike,Tallinn Mobility,One of a thousand in a story`,
  ),
].join('\n')

interface Group {
  id: string
  name: string
}

test('issue 12, spec 6: 1,000 locations join a resource group at once, and leave it again', async ({ page }) => {
  // Most of it is the import of the locations, row by row.
  test.setTimeout(600_000)
  await signInOnProvider(page, 'superadmin', product.url)
  const token = await accessTokenOn(page)
  const api = <T>(path: string, body?: object) => call<T>(`${product.url}${path}`, token, body)
  const file = { kind: 'locations', csv }
  const { fingerprint } = await api<{ fingerprint: string }>('/location/v1/imports/previews', file)
  await api('/location/v1/imports', { ...file, fingerprint })
  const group = await api<Group>('/permission/v1/resource-groups', {
    name: 'A thousand locations',
    description: 'All locations of a story',
    type: 'private',
  })
  const grid = page.getByRole('grid', { name: 'Locations' })
  const bar = page.getByRole('toolbar', { name: 'Selected rows' })
  const dialog = page.getByRole('dialog')

  async function changeAll(field: 'Add to' | 'Remove from', words: RegExp): Promise<void> {
    await page.goto(`${product.url}/locations?q=Thousand`)
    await grid.getByRole('row').nth(1).getByRole('checkbox').check()
    await bar.getByRole('button', { name: /select all/i }).click()
    await expect(bar.getByText('1,000 selected')).toBeVisible()
    await bar.getByRole('button', { name: 'Groups' }).click()
    await expect(dialog.getByRole('heading', { name: 'Resource groups of 1,000 locations' })).toBeVisible()
    await dialog.getByRole('combobox', { name: field }).fill(group.name)
    await page.getByRole('option', { name: group.name }).click()
    await expect(dialog.getByRole('status')).toContainText(words)
    await dialog.getByRole('button', { name: 'Change groups' }).click()
    await expect(page.getByText('1,000 done')).toBeVisible({ timeout: 120_000 })
  }

  await test.step('all that match the search join, after a confirmation of what is added', async () => {
    await changeAll('Add to', /1,000 added to A thousand locations/)
    await page.goto(`${product.url}/resource-groups/${group.id}`)
    await expect(page.getByRole('link', { name: 'Locations 1,000' })).toBeVisible()
  })

  await test.step('one of them tells who added it, and when', async () => {
    const [one] = (await api<{ items: LocationRow[] }>('/location/v1/locations?q=960777')).items
    await page.goto(`${product.url}/locations/${one?.id}?tab=events`)
    await expect(page.getByText(group.name).first()).toBeVisible()
  })

  await test.step('they leave it the same way', async () => {
    await changeAll('Remove from', /1,000 removed from A thousand locations/)
    await page.goto(`${product.url}/resource-groups/${group.id}`)
    await expect(page.getByText('Nothing belongs to this group yet')).toBeVisible()
  })
})
