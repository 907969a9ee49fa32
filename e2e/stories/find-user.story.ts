import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { findFaultsInBothThemes } from '../accessibility.ts'
import { messageIn } from '../messages.ts'
import { signIn } from '../sign-in.ts'

/** Looks for a text in the one box, as a person does. */
async function find(page: Page, text: string): Promise<void> {
  await page.getByRole('searchbox').fill(text)
  await page.keyboard.press('Enter')
}

test('screens, Find user: a printed card number leads to its user, whose data is masked until asked for', async ({
  page,
}) => {
  await signIn(page, 'support', '/find')
  await expect(page.getByRole('searchbox')).toBeFocused()
  await find(page, '12345')
  await expect(page.getByText('Invalid PIN')).toBeVisible()
  await find(page, 'nobody@riders.test')
  await expect(page.getByText('No users found, check the input or your permissions')).toBeVisible()

  await page.getByRole('searchbox').fill('0007625328')
  await expect(page.getByRole('list', { name: 'Recognized as' })).toContainText('RFID decimal, 4 bytes')
  await expect(page.getByRole('list', { name: 'Recognized as' })).toContainText('hex 00745A70')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Also tried byte-reversed 705A7400: no match')).toBeVisible()
  await page.getByRole('link', { name: /Evelin Valk/ }).click()
  await expect(page.getByRole('heading', { name: 'Evelin Valk', level: 1 })).toBeVisible()
  await expect(page.getByText('matched')).toBeVisible()
  // What was looked for is in no address.
  expect(page.url()).not.toMatch(/7625328|745A70/i)

  await expect(page.getByText(/^m•+@|^e•+@/)).toBeVisible()
  await page.getByRole('button', { name: 'Show personal data' }).click()
  await expect(page.getByRole('button', { name: /^Copy \+372 5\d/ })).toBeVisible()
  expect(await findFaultsInBothThemes(page, 'Find user')).toEqual([])
  await page.getByRole('link', { name: 'Events', exact: true }).click()
  await expect(page.getByText('Personal data of Evelin Valk shown').first()).toBeVisible()
})

test('spec 5 and 8: a message has at least 10 characters and https links, and says what became of its push', async ({
  page,
}) => {
  await signIn(page, 'support', '/find')
  await find(page, '00745A70')
  await page.getByRole('link', { name: /Evelin Valk/ }).click()
  await page.getByRole('link', { name: 'Message', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'New message to Evelin Valk' })
  const text = dialog.getByRole('textbox', { name: 'Message' })
  await text.fill('Hello')
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(dialog.getByText('Message: at least 10 characters')).toBeVisible()
  await text.fill('See http://wheelhouse.test for news')
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(dialog.getByText('Links must start with https://', { exact: true })).toBeVisible()
  await text.fill('Your bike was moved to dock 12 today.')
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(messageIn(page, 'Message sent')).toBeVisible()
  const sent = page.getByRole('list', { name: 'Messages' }).getByRole('listitem').first()
  await expect(sent).toContainText('Your bike was moved to dock 12 today.')
  await expect(sent).toContainText('Skipped')
})

test('spec 5: a user is disabled with a reason and enabled again', async ({ page }) => {
  await signIn(page, 'owner', '/find')
  await find(page, 'rebane')
  await page
    .getByRole('link', { name: /Rebane.*Active/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Disable' }).click()
  const question = page.getByRole('dialog')
  await question.getByRole('button', { name: 'Disable' }).click()
  await expect(question.getByText('Reason is required')).toBeVisible()
  await question.getByRole('textbox', { name: 'Reason' }).fill('Asked for it by phone')
  await question.getByRole('button', { name: 'Disable' }).click()
  await expect(messageIn(page, 'User disabled')).toBeVisible()
  await expect(page.getByText(/Asked for it by phone/).first()).toBeVisible()
  await page.getByRole('button', { name: 'Enable' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Enable' }).click()
  await expect(messageIn(page, 'User enabled')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Disable' })).toBeVisible()
})
