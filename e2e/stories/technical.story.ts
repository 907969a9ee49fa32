import { expect, test } from '@playwright/test'
import { callAs, waitForResult } from '../api.ts'
import { signIn } from '../sign-in.ts'

interface LocationRow {
  id: string
  total_docks: number
}

test('screens: the technical view shows hardware, the history of a device as charts and tables, outages and commands', async ({
  page,
}) => {
  const location = await waitForResult(async () => {
    const list = await callAs<{ items: LocationRow[] }>(
      'technician',
      '/location/v1/locations?status=launched&health=online&limit=500',
    )
    return list.items.find((row) => row.total_docks >= 6)
  })

  await test.step('the hardware of each device is listed and sorted by a reading', async () => {
    await signIn(page, 'technician', `/locations/${location.id}?view=technical`)
    const table = page.getByRole('region', { name: 'Hardware' })
    await expect(table.getByRole('row').nth(3)).toBeVisible()
    for (const head of ['Hardware ID', 'Firmware', 'RSSI', 'Config hash'])
      await expect(table.getByRole('columnheader', { name: head })).toBeAttached()
    await table.getByRole('columnheader', { name: 'RSSI' }).getByRole('button').first().click()
    await expect(table.getByRole('columnheader', { name: 'RSSI' })).toHaveAttribute('aria-sort', /ascending|descending/)
  })

  await test.step('a row opens the history of its device: 24 hours, then 30 days, then as a table', async () => {
    await page.getByRole('region', { name: 'Hardware' }).getByRole('row').nth(2).click()
    const panel = page.getByRole('complementary')
    await expect(panel.getByText('% in contact').or(panel.getByText('in contact')).first()).toBeVisible()
    await expect(panel.getByRole('region', { name: 'Voltage' }).locator('canvas')).toBeVisible()
    await panel.getByRole('button', { name: '30 d' }).click()
    await expect(panel.getByText('2 h per point')).toBeVisible()
    await panel.getByRole('button', { name: 'Show In contact as a table' }).click()
    await expect(panel.getByRole('region', { name: 'In contact' }).getByRole('row').nth(20)).toBeAttached()
    await panel.getByRole('button', { name: 'Close' }).click()
  })

  await test.step('the page shows contact, outages and commands below', async () => {
    await expect(page.getByRole('heading', { name: 'Contact', exact: true })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Outages', exact: true })).toBeVisible()
    await page.getByLabel('Command', { exact: true }).selectOption({ label: 'Identify' })
    await expect(page.getByRole('heading', { name: 'Commands', exact: true })).toBeVisible()
  })
})

test('rights: a viewer has no link to the technical view, and its address names the missing permission', async ({
  page,
}) => {
  const list = await callAs<{ items: LocationRow[] }>('viewer', '/location/v1/locations?limit=1')
  await signIn(page, 'viewer', `/locations/${list.items[0]?.id}?view=technical`)
  await expect(page.getByTitle(/^GETMETRICS on /).first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Technical' })).toHaveCount(0)
})
