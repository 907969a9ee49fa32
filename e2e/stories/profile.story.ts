import { expect, test } from '@playwright/test'
import { signIn, signInOnProvider } from '../sign-in.ts'

test('spec 2: the profile shows the account and its roles, and stores preferences', async ({ page }) => {
  await signIn(page, 'owner')
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Your profile' }).click()
  await expect(page).toHaveURL(/\/profile$/)
  await expect(page.getByRole('heading', { name: 'Your profile', level: 1 })).toBeVisible()
  await expect(page.getByText('owner@demo.test', { exact: true })).toBeVisible()
  // This person manages an organization and gives first-line support for what it distributes.
  await expect(page.getByRole('term').filter({ hasText: 'Manager' })).toBeVisible()
  await expect(page.getByRole('term').filter({ hasText: 'First-line support' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Change password' })).toHaveAttribute('href', /\/password$/)
  await expect(page.getByRole('link', { name: 'API reference' })).toHaveCount(0)

  await page.getByRole('radiogroup', { name: 'RFID keys' }).getByText('Decimal', { exact: true }).click()
  await expect(page.getByText('0007625328')).toBeVisible()
  await page.getByRole('combobox', { name: 'Time zone' }).fill('Kathmandu')
  await page.getByRole('option', { name: /Kathmandu/ }).click()
  await expect(page.getByText(/^Local time there: .+$/)).toBeVisible()
  await page.getByRole('radiogroup', { name: 'Theme' }).getByText('Light').click()
  await page.reload()
  await expect(page.getByText('0007625328')).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Time zone' })).toHaveValue(/Kathmandu/)
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset.mantineColorScheme)).toBe('light')
})

test('signing out another session ends it and keeps this one', async ({ page, browser }) => {
  const elsewhere = await browser.newContext({
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0',
  })
  const other = await elsewhere.newPage()
  await signInOnProvider(other, 'viewer')
  await signIn(page, 'viewer', '/profile')
  const sessions = page.getByRole('list', { name: 'Signed-in sessions' }).getByRole('listitem')
  await expect(sessions.first()).toContainText('this browser')
  const firefox = sessions.filter({ hasText: 'Firefox on Linux' })
  await firefox.getByRole('button', { name: 'Sign out' }).click()
  const question = page.getByRole('dialog', { name: 'Sign out Firefox on Linux?' })
  await question.getByRole('button', { name: 'Sign out' }).click()
  await expect(question).toHaveCount(0)
  await expect(firefox).toHaveCount(0)

  await other.goto('/locations')
  await expect(other.getByRole('heading', { name: 'Locations', level: 1 })).toHaveCount(0)
  await expect(other.getByRole('button', { name: /Sign in/ }).first()).toBeVisible()
  await page.reload()
  await expect(sessions.first()).toContainText('this browser')
  await elsewhere.close()
})

test('the API reference at /docs opens without a token, errors or requests to other hosts', async ({
  page,
  baseURL,
}) => {
  const unexpected: string[] = []
  page.on('console', (message) => message.type() === 'error' && unexpected.push(message.text()))
  page.on(
    'request',
    (request) =>
      !request.url().startsWith(`${baseURL}/docs/`) &&
      !request.url().startsWith('data:') &&
      unexpected.push(request.url()),
  )
  await page.goto('/docs/')
  // The reference draws every operation before its title, which takes a slow machine half a minute.
  await expect(page.getByRole('heading', { name: /Wheelhouse services API/ })).toBeVisible()
  await page.locator('#operations-tag-search').click()
  await page.locator('.opblock').filter({ hasText: '/search/v1/search' }).getByRole('button').first().click()
  await expect(page.getByText('Anyone who is signed in: each type asks for its own permission')).toBeVisible()
  expect(unexpected).toEqual([])
})
