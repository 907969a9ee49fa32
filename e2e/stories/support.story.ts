import { expect, test } from '@playwright/test'
import { findFaultsInBothThemes } from '../accessibility.ts'
import { callAs } from '../api.ts'
import { claimLocation } from '../claims.ts'
import { signIn } from '../sign-in.ts'

interface Device {
  id: string
  number: number
  type: string
  dock_state: string
  heartbeat_health: string
  session: { id: string; user_id: string | null } | null
}

interface Caller {
  dock: Device
  phone: string
  name: string
}

/** A rider with a phone, whose bike is in a dock that answers. */
async function findCaller(): Promise<Caller> {
  let caller: Caller | undefined
  await claimLocation('status=launched&health=online', async ({ id }) => {
    const devices = await callAs<Device[]>('superadmin', `/location/v1/locations/${id}/devices`)
    for (const dock of devices) {
      const riderId = dock.session?.user_id
      const isAnswering = dock.dock_state === 'locked' && dock.heartbeat_health === 'healthy'
      if (dock.type !== 'dock' || !isAnswering || !riderId) continue
      const { phone } = await callAs<{ phone: string | null }>(
        'support',
        `/user/v1/users/${riderId}/personal-data-reveals`,
        {},
      )
      const { name } = await callAs<{ name: string }>('support', `/user/v1/users/${riderId}`)
      if (phone !== null) caller = { dock, phone, name }
      if (caller !== undefined) return true
    }
    return false
  })
  if (caller === undefined) throw new Error('No rider with a phone has a bike in a dock')
  return caller
}

test('screens, Support: a caller is helped from the phone number to the open dock on one page', async ({ page }) => {
  const { dock, phone, name } = await findCaller()
  const dockName = `dock ${String(dock.number).padStart(2, '0')}`
  await signIn(page, 'support', '/support')
  await page.getByRole('searchbox').fill(phone)
  await page.keyboard.press('Enter')
  await page
    .getByRole('link', { name: new RegExp(name) })
    .first()
    .click()
  // The dock where the bike is comes by itself, with the answer.
  await expect(page.getByRole('heading', { name: `Why can this person not open ${dockName}?` })).toBeVisible()
  await expect(page.getByText('The bike of this person is in it')).toBeVisible()
  // What was typed is in no address.
  expect(page.url()).not.toContain(phone.slice(-6))

  await page.getByRole('button', { name: 'Open a case' }).click()
  await page.getByRole('textbox', { name: 'First note' }).fill('The reader stays dark, says the rider.')
  await page.getByRole('button', { name: 'Open case' }).click()
  await expect(page.getByRole('list', { name: 'Notes' })).toContainText('The reader stays dark')

  await page.getByRole('button', { name: 'Temporary unlock', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Mechanical', { exact: true }).click()
  await dialog.getByRole('textbox', { name: /Comment/ }).fill('Rider on the phone')
  await dialog.getByRole('button', { name: 'Temporary unlock', exact: true }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.locator('section[aria-live]').filter({ hasText: 'Success' }).first()).toBeVisible()
  await expect(page.getByRole('list', { name: 'Notes' })).toContainText(`Sent: Temporary unlock, ${dockName}`)
  expect(page.url()).toMatch(/\/support\?/)
  expect(await findFaultsInBothThemes(page, 'Support')).toEqual([])

  await page.getByRole('button', { name: 'Close case' }).click()
  await expect(page.getByRole('button', { name: 'Open again' })).toBeVisible()
})
