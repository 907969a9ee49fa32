import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'

export type Account = 'superadmin' | 'support' | 'technician' | 'owner' | 'viewer'

/** Signs in on the provider's page as a person would, and waits until the console stands. */
export async function signIn(page: Page, account: Account, url = ''): Promise<void> {
  await page.goto(`${url}/locations`)
  await page.getByLabel('Email').fill(`${account}@demo.test`)
  await page.getByLabel('Password', { exact: true }).fill('demo')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Locations', level: 1 })).toBeVisible()
}
