import { expect, test } from '@playwright/test'
import { identityUrl, productUrl } from '../product.ts'
import { signIn } from '../sign-in.ts'

test('spec 4: signing in leads back to the page that was asked for, and signing out ends the session', async ({
  page,
}) => {
  await page.goto('/device-sessions/history')
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await page.getByLabel('Email').fill('superadmin@demo.test')
  await page.getByLabel('Password', { exact: true }).fill('wrong')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill('demo')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(/\/device-sessions\/history$/)
  await expect(page.getByRole('grid', { name: 'Parking session history' })).toBeVisible()

  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page.getByText('You have been logged out')).toBeVisible()
  await page.goto('/locations')
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
})

test('the sign-in page works without JavaScript, with one click on a demonstration account', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'
  const redirect = encodeURIComponent(`${productUrl}/login`)
  await page.goto(
    `${identityUrl}/oauth2/authorize?client_id=wheelhouse-console&response_type=code&code_challenge=${challenge}&redirect_uri=${redirect}`,
  )
  await page.getByRole('button', { name: /viewer@demo\.test/ }).click()
  await expect(page).toHaveURL((url) => url.href.startsWith(`${productUrl}/login?code=`))
  await context.close()
})

test('spec 2: an unknown address shows the 404 page, an unbuilt screen the empty view, and the old list address the list', async ({
  page,
}) => {
  await signIn(page, 'superadmin', '/locations/list')
  await expect(page).toHaveURL(/\/locations$/)
  await page.goto('/no/such/place')
  await expect(page.getByText('404')).toBeVisible()
  await page.goto('/public-areas')
  await expect(page.getByRole('main')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Start' })).toHaveCount(0)
})
