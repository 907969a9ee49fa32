import { expect, test } from '@playwright/test'
import { callAs, waitForResult } from '../api.ts'
import { findFaultsInBothThemes } from '../accessibility.ts'
import { isStaying } from '../parked-bikes.ts'
import { picture } from '../picture.ts'
import { signIn } from '../sign-in.ts'

interface Overstay {
  id: string
  location_id: string
  device_id: string
  location_label: string
  fee_status: string | null
}

test('a bike goes from notice to removal with a photo on a phone, and support waives its fee', async ({ page }) => {
  const { id, location_label } = await waitForResult(async () => {
    const path = '/session/v1/overstays?step=removal&state=pending'
    const { items } = await callAs<{ items: Overstay[] }>('superadmin', path)
    const charged = items.filter(({ fee_status }) => fee_status === 'charged')
    // A rider who takes the bike during the story would end the overstay.
    for (const one of charged) if (await isStaying(one.location_id, one.device_id)) return one
    return charged[0]
  })

  await test.step('the technician sees neither rider nor fee, and cannot confirm without a photo', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await signIn(page, 'technician', `/overstays?waits_for_person=yes&open=${id}`)
    const panel = page.getByRole('dialog', { name: new RegExp(`^${location_label}`) })
    await expect(panel.getByText('Notice sent')).toBeVisible()
    await expect(panel.getByText('Take a photo of the bike, then confirm its removal.')).toBeVisible()
    await expect(panel.getByText(/€|EUR/)).toHaveCount(0)
    await expect(panel.getByRole('button', { name: 'Waive fee' })).toHaveCount(0)
    await expect(panel.getByRole('button', { name: 'Confirm removal' })).toHaveAttribute('aria-disabled', 'true')
    expect(await findFaultsInBothThemes(page, 'overstay on a phone', '[role=dialog]')).toEqual([])
  })

  await test.step('the photo is taken, the removal confirmed, and the bike is in storage', async () => {
    const panel = page.getByRole('dialog', { name: new RegExp(`^${location_label}`) })
    await panel.locator('input[type=file]').setInputFiles({ name: 'bike.jpg', mimeType: 'image/jpeg', buffer: picture })
    await expect(panel.getByRole('button', { name: /^Photo 1 of M-/ })).toBeVisible()
    await panel.getByRole('button', { name: 'Confirm removal' }).click()
    const question = page.getByRole('dialog', { name: 'Is the bike out of the dock?' })
    await question.getByRole('textbox', { name: 'Where the bike is now' }).fill('Depot, shelf 2')
    await question.getByRole('button', { name: 'Confirm removal' }).click()
    await expect(panel.getByText('Bike removed')).toBeVisible()
    await expect(panel.getByText(/^Kept until/).first()).toBeVisible()
  })

  await test.step('support waives the fee, which is written down with its reason', async () => {
    await page.setViewportSize({ width: 1280, height: 900 })
    await signIn(page, 'support', `/overstays?open=${id}`)
    const panel = page.getByRole('complementary', { name: new RegExp(`^${location_label}`) })
    await panel.getByRole('button', { name: 'Waive fee' }).click()
    const question = page.getByRole('dialog', { name: /^Waive/ })
    await question.getByRole('textbox', { name: 'Reason' }).fill('The lock did not open for the rider')
    await question.getByRole('button', { name: 'Waive fee' }).click()
    await expect(panel.getByText('Fee waived')).toBeVisible()
    await expect(panel.getByText(/The lock did not open for the rider/)).toBeVisible()
  })
})
