import { expect, test } from '@playwright/test'
import { findAccessibilityFaults } from '../accessibility.ts'
import { invitationLinkFor } from '../mail.ts'
import { identityUrl, productUrl } from '../product.ts'
import { signIn } from '../sign-in.ts'
import { messageIn } from '../messages.ts'

test('spec 4: an invited console user sets a password by a one-time link and signs in, until the account is disabled', async ({
  page,
  browser,
}) => {
  const email = 'mari.maasikas@people.test'
  await signIn(page, 'superadmin', '/users/console')
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite a console user' })
  await dialog.getByRole('button', { name: 'Send the invitation' }).click()
  await expect(dialog.getByText('Invalid email address')).toBeVisible()
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Name').fill('Mari Maasikas')
  await dialog.getByRole('combobox', { name: 'Organization' }).click()
  await page.getByRole('option', { name: 'Tallinn Mobility' }).click()
  await dialog.getByRole('button', { name: 'Send the invitation' }).click()
  await expect(messageIn(page, 'Invitation sent')).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: email })
  await expect(row).toContainText('Never')

  const link = await invitationLinkFor(email)
  const theirs = await (await browser.newContext()).newPage()
  await theirs.goto(link)
  const choose = async (password: string): Promise<void> => {
    await theirs.getByLabel('New password').fill(password)
    await theirs.getByLabel('Repeat password').fill(password)
    await theirs.getByRole('button', { name: 'Set password and continue' }).click()
  }
  await choose('123456789012')
  await expect(theirs.getByRole('alert')).toBeVisible()
  expect(await findAccessibilityFaults(theirs, 'choosing a password')).toEqual([])
  await choose('three wise seagulls')
  await theirs.waitForURL((url) => url.href.startsWith(productUrl) && !url.pathname.startsWith('/login'))
  await expect(theirs.getByRole('main')).toContainText('You have no role yet')
  await expect(row).not.toContainText('Never')
  await theirs.goto(`${identityUrl}/password`)
  await expect(theirs.getByLabel('New password')).toBeVisible()
  expect(await findAccessibilityFaults(theirs, 'changing a password')).toEqual([])

  // The link works only once.
  const again = await (await browser.newContext()).newPage()
  await again.goto(link)
  await expect(again.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(again.getByLabel('New password')).toHaveCount(0)

  // They have the console open while the account is disabled, and are signed out without a click.
  await theirs.goto(productUrl)
  await expect(theirs.getByRole('main')).toContainText('You have no role yet')
  await row.click()
  const panel = page.getByRole('complementary', { name: 'Mari Maasikas' })
  await panel.getByRole('button', { name: 'Disable' }).click()
  const question = page.getByRole('dialog', { name: 'Disable Mari Maasikas?' })
  await question.getByLabel('Reason').fill('Was here for a test only')
  await question.getByRole('button', { name: 'Disable' }).click()
  await expect(row).toContainText('Disabled')
  await expect(theirs.getByText('You have no role yet')).toHaveCount(0)
  await expect(theirs.getByText(/disabled|sign in/i).first()).toBeVisible()

  // A link to this person opens the panel even when the list shows other people.
  const id = new URL(page.url()).searchParams.get('open')
  await page.goto(`/users/console?q=nobody&open=${id}`)
  await expect(page.getByRole('complementary', { name: 'Mari Maasikas' })).toContainText('Was here for a test only')
  await theirs.goto(`${productUrl}/locations`)
  await expect(theirs.getByText(/disabled|sign in/i).first()).toBeVisible()
  await theirs.context().close()
  await again.context().close()
})
