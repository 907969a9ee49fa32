import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { findAccessibilityFaults } from '../accessibility.ts'
import { invitationLinkFor } from '../mail.ts'
import { messageIn } from '../messages.ts'
import { identityUrl, productUrl } from '../product.ts'
import { signIn } from '../sign-in.ts'
import { appCode } from '../totp.ts'

const email = 'kaie.kuusk@people.test'
const password = 'four lamps on a pier'

async function invite(page: Page): Promise<string> {
  await signIn(page, 'superadmin', '/users/console')
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite a console user' })
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Name').fill('Kaie Kuusk')
  await dialog.getByRole('combobox', { name: 'Organization' }).click()
  await page.getByRole('option', { name: 'Tallinn Mobility' }).click()
  await dialog.getByRole('button', { name: 'Send the invitation' }).click()
  await expect(messageIn(page, 'Invitation sent')).toBeVisible()
  return invitationLinkFor(email)
}

async function typePassword(page: Page): Promise<void> {
  await page.goto(`${productUrl}/profile`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Confirm that it is you' })).toBeVisible()
}

const expectProfile = (page: Page) =>
  expect(page.getByRole('heading', { name: 'Your profile', level: 1 })).toBeVisible()

test('security 8: a person adds an authenticator app and a passkey, signs in with the passkey and with a recovery code, and an administrator resets both', async ({
  page,
  browser,
}) => {
  const link = await invite(page)
  const context = await browser.newContext()
  const theirs = await context.newPage()
  await theirs.goto(link)
  await theirs.getByLabel('New password').fill(password)
  await theirs.getByLabel('Repeat password').fill(password)
  await theirs.getByRole('button', { name: 'Set password and continue' }).click()
  await expect(theirs.getByRole('main')).toContainText('You have no role yet')

  await theirs.goto(`${productUrl}/profile`)
  await theirs.getByRole('link', { name: 'Passkeys and second factor' }).click()
  await theirs.getByLabel('Password', { exact: true }).fill(password)
  await theirs.getByRole('button', { name: 'Make changes' }).click()
  await theirs.getByText('Type the key instead').click()
  const secret = (await theirs.locator('.secret').textContent()) ?? ''
  expect(await findAccessibilityFaults(theirs, 'adding a second factor')).toEqual([])
  await theirs.getByLabel('Code of the app').fill(appCode(secret))
  await theirs.getByRole('button', { name: 'Set up the app' }).click()
  const codes = theirs.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const recoveryCode = (await codes.first().textContent()) ?? ''
  await theirs.getByRole('link', { name: 'I have saved them' }).click()

  // A passkey of the device, as Chromium simulates it.
  const devTools = await context.newCDPSession(theirs)
  await devTools.send('WebAuthn.enable')
  await devTools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await theirs.getByLabel('Name of the device').fill('Work laptop')
  await theirs.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(theirs.getByRole('list', { name: 'Your second factors' })).toContainText('Work laptop')
  await theirs.getByRole('link', { name: 'Back to the console' }).click()
  await expectProfile(theirs)

  await theirs.getByRole('button', { name: 'Log out' }).click()
  await expect(theirs.getByText('You have been logged out')).toBeVisible()
  await typePassword(theirs)
  expect(await findAccessibilityFaults(theirs, 'the second step of a sign-in')).toEqual([])
  await theirs.getByRole('button', { name: 'Use your passkey' }).click()
  await expectProfile(theirs)

  const elsewhere = await browser.newContext()
  const other = await elsewhere.newPage()
  await typePassword(other)
  await other.getByText('Use a recovery code').click()
  await other.getByLabel('Recovery code', { exact: true }).fill(recoveryCode)
  await other.getByRole('button', { name: 'Use this code' }).click()
  await expectProfile(other)

  // An open console receives the end of its sign-in and leaves by itself. One that is opened later is refused at its first request.
  await theirs.goto('about:blank')
  await page.getByRole('row').filter({ hasText: email }).click()
  await page
    .getByRole('complementary', { name: 'Kaie Kuusk' })
    .getByRole('button', { name: 'Reset second factor' })
    .click()
  const question = page.getByRole('dialog', { name: 'Reset the second factor of Kaie Kuusk?' })
  await question.getByRole('button', { name: 'Reset', exact: true }).click()
  await expect(messageIn(page, 'Second factor reset')).toBeVisible()
  await expect(other.getByLabel('Password', { exact: true })).toBeVisible()
  await theirs.goto(`${productUrl}/locations`)
  await expect(theirs.getByRole('heading', { name: 'You are not signed in' })).toBeVisible()
  await theirs.goto(`${identityUrl}/security`)
  await expect(theirs.getByRole('heading', { name: 'Sign in first' })).toBeVisible()
  await context.close()
  await elsewhere.close()
})
