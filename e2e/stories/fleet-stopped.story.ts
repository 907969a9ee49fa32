import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { call, waitForResult } from '../api.ts'
import { firstPortOfOwn, makeOwnFolder, partOf, startProduct } from '../product.ts'
import { accessTokenOn, signInOnProvider } from '../sign-in.ts'

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

test('values: when the fleet stops, devices become late, then offline, and the location online again with the fleet', async ({
  page,
}) => {
  test.setTimeout(600_000)
  const product = await startProduct(join(makeOwnFolder(), 'state'), firstPortOfOwn, shortened)
  try {
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
    await expect(page.getByRole('img', { name: 'Late' }).first()).toBeVisible({ timeout: 60_000 })
    await expect(page.locator('header').getByText('Offline').first()).toBeVisible({ timeout: 60_000 })

    process.kill(partOf(product, 'fleet'), 'SIGCONT')
    await expect(page.locator('header').getByText('Online').first()).toBeVisible({ timeout: 60_000 })
  } finally {
    await product.end()
  }
})
