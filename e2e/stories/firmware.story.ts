import { expect, test } from '@playwright/test'
import { callAs, waitForResult } from '../api.ts'
import { namedLocations } from '../claims.ts'
import { grouped } from '../hardware.ts'
import { signIn } from '../sign-in.ts'

interface Piece {
  id: string
  device_number: number | null
}

/** Dock 6 is switched off, so that it takes no firmware. */
async function meshWithOneSilentDock() {
  const path = `/location/v1/locations?q=${namedLocations.updated}`
  const { items } = await callAs<{ items: { id: string }[] }>('technician', path)
  const piecesOf = async (filter: string): Promise<Piece[]> =>
    (await callAs<{ items: Piece[] }>('technician', `/hardware/v1/hardware?location_id=${items[0]?.id}&${filter}`))
      .items
  const controller = await waitForResult(async () => (await piecesOf('type=controller&health=healthy'))[0])
  const silent = (await piecesOf('type=dock&limit=100')).find(({ device_number }) => device_number === 6)
  if (!silent) throw new Error('There is no dock 6')
  return { controller, silent }
}

test('spec 9: the firmware of a mesh is updated, and the one dock that did not take it is named', async ({ page }) => {
  const { controller, silent } = await meshWithOneSilentDock()
  await signIn(page, 'technician', `/hardware/${controller.id}`)
  await page.getByRole('button', { name: 'Send command' }).click()
  await page.getByRole('menuitem', { name: 'Firmware update of children' }).click()
  const question = page.getByRole('dialog', { name: /Firmware update of children/ })
  const send = question.getByRole('button', { name: 'Firmware update of children' })
  await send.click()
  await expect(question.getByText('Choose a channel')).toBeVisible()
  await question.getByRole('group', { name: 'Channel' }).getByText('Testing').click()
  await question.getByRole('group', { name: 'Other reason' }).getByText('Maintenance').click()
  await question.getByRole('textbox', { name: /Comment/ }).fill('Lock bar fix of this week')
  await send.click()
  await expect(question).toHaveCount(0)
  const card = page.locator('section[aria-live]').filter({ hasText: 'Firmware update of children' }).first()
  await expect(card).toContainText('Failed', { timeout: 120_000 })
  await expect(card).toContainText(grouped(silent.id))
})
