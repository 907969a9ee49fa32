import { expect, test } from '@playwright/test'
import { findFaultsInBothThemes } from '../accessibility.ts'
import { callAs } from '../api.ts'
import { claimParkedBike } from '../parked-bikes.ts'
import type { Dock } from '../parked-bikes.ts'
import { signIn } from '../sign-in.ts'

interface Caller {
  dock: Dock
  phone: string
  name: string
}

/** A rider with a phone, whose bike is in a dock that answers. */
async function findCaller(): Promise<Caller> {
  let phone = ''
  const { dock } = await claimParkedBike(async ({ session: { user_id: rider } }) => {
    if (rider === null) return false
    const path = `/user/v1/users/${rider}/personal-data-reveals`
    const revealed = await callAs<{ phone: string | null }>('support', path, {})
    phone = revealed.phone ?? ''
    return phone !== ''
  })
  const { name } = await callAs<{ name: string }>('support', `/user/v1/users/${dock.session.user_id}`)
  return { dock, phone, name }
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
  await expect(page.getByText("This person's bike is parked here")).toBeVisible()
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
  await expect(page.getByRole('button', { name: 'Reopen' })).toBeVisible()

  // Without a caller the page lists the cases, and the box finds one by its number.
  const title = await page.getByRole('heading', { name: /^S-\d+ / }).innerText()
  const [number = ''] = title.split(' ')
  await page.goto('/support?cases=closed')
  await expect(page.getByRole('list', { name: 'Closed cases' })).toContainText(`${number} `)
  expect(await findFaultsInBothThemes(page, 'Support cases')).toEqual([])
  await page.getByRole('searchbox').fill(number)
  await page.keyboard.press('Enter')
  await page.getByRole('list', { name: 'Support cases' }).getByRole('link').click()
  await expect(page.getByRole('button', { name: 'Reopen' })).toBeVisible()
})
