import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { callAs } from '../api.ts'
import { claimLocation } from '../claims.ts'
import { signIn } from '../sign-in.ts'

interface Device {
  type: string
  hardware_id: string | null
  heartbeat_health: string
}

/** A location of the owner's organization whose locks all answer, so that each can take its list. */
async function claimGarage() {
  let count = 0
  const location = await claimLocation('status=launched&health=online', async ({ id }) => {
    const devices = await callAs<Device[]>('owner', `/location/v1/locations/${id}/devices`).catch(() => [])
    const locks = devices.filter(({ type }) => type === 'dock')
    count = locks.length
    return count > 3 && locks.every((lock) => lock.hardware_id !== null && lock.heartbeat_health === 'healthy')
  })
  return { ...location, locks: count }
}

async function paste(page: Page, text: string, button: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: /^Add keys to/ })
  await dialog.getByRole('textbox', { name: 'RFID numbers' }).fill(text)
  await dialog.getByRole('button', { name: button, exact: true }).click()
}

test('an allowlist is pasted with bad entries, corrected, and confirmed by each lock', async ({ page }) => {
  const location = await claimGarage()
  const name = `Garage ${location.code}`
  await signIn(page, 'owner', '/allowlists')

  await test.step('created, not enabled', async () => {
    await page.getByRole('button', { name: 'New allowlist' }).click()
    const dialog = page.getByRole('dialog', { name: 'New allowlist' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
    await dialog.getByRole('button', { name: 'Create' }).click()
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
    await expect(page.getByText('Nobody is on this allowlist yet')).toBeVisible()
  })

  await test.step('each entry has its own result, and what was wrong stays to be corrected', async () => {
    await page.getByRole('button', { name: 'Add keys' }).click()
    await paste(page, '00A45A71, 0107625328\n04A2B1C9D0E1F7 00A45A7G 4294967296', 'Add 5')
    const dialog = page.getByRole('dialog', { name: /^Add keys to/ })
    await expect(dialog.getByText('3 entries added')).toBeVisible()
    await expect(dialog.getByRole('list', { name: 'Failures' })).toContainText('00A45A7G Invalid RFID key')
    await expect(dialog.getByRole('list', { name: 'Failures' })).toContainText('4294967296 Invalid RFID-DEC key')
    await expect(dialog.getByRole('textbox', { name: 'RFID numbers' })).toHaveValue('00A45A7G\n4294967296')
    await paste(page, '00A45A7F', 'Add')
    await expect(dialog.getByText('1 entry added')).toBeVisible()
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await expect(page.getByRole('row')).toHaveCount(5)
  })

  await test.step('on a location and switched on, it is on each lock', async () => {
    await page.getByRole('link', { name: 'Targets' }).click()
    await page.getByRole('button', { name: 'Add targets' }).click()
    const dialog = page.getByRole('dialog', { name: /^Add targets to/ })
    await dialog.getByRole('combobox', { name: 'Locations' }).fill(location.code)
    await page.getByRole('option', { name: new RegExp(location.code) }).click()
    await dialog.getByRole('heading').click()
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(page.getByText('Targets added successfully')).toBeVisible()
    await page.getByRole('button', { name: 'Switch on' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Switch on' }).click()
    await page.getByRole('link', { name: /^On hardware/ }).click()
    const rows = page.getByRole('row').filter({ hasText: location.code })
    await expect(rows).toHaveCount(location.locks)
    await expect(rows.filter({ hasText: 'In sync' })).toHaveCount(location.locks)
  })

  await test.step('switched off, the locks open for everybody again', async () => {
    await page.getByRole('button', { name: 'Switch off' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Switch off' }).click()
    await expect(page.getByText('Not enabled')).toBeVisible()
  })
})
