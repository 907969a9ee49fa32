import { expect, test } from '@playwright/test'
import { findFaultsInBothThemes } from '../accessibility.ts'
import { signIn } from '../sign-in.ts'

test('a number of the overview leads to the list that it counts, and back', async ({ page }) => {
  await signIn(page, 'support', '/overview')
  const tile = page.getByRole('link', { name: /Locations online$/ })
  const head = page.getByRole('banner').or(page.locator('header'))
  // Locations come and go between the two screens: the list may count another one, until nothing happens in between.
  await expect(async () => {
    await page.goto('/overview')
    const count = await tile.innerText()
    await tile.click()
    await expect(page).toHaveURL(/\/locations\?health=online/)
    await expect(page.getByRole('heading', { name: 'Locations', level: 1 })).toBeVisible()
    await expect(head.getByText(count, { exact: true }).first()).toBeVisible({ timeout: 5_000 })
  }).toPass({ timeout: 180_000 })
  await page.goBack()
  await expect(page.getByRole('region', { name: 'Needs attention' })).toBeVisible()
  await page.getByRole('region', { name: 'Needs attention' }).getByRole('listitem').getByRole('link').first().click()
  await expect(page).not.toHaveURL(/\/overview/)
})

test('the overview says how much each kind of work concerns, and shows the rest of it when asked', async ({ page }) => {
  await signIn(page, 'superadmin', '/overview')
  const attention = page.getByRole('region', { name: 'Needs attention' })
  await expect(attention.getByRole('heading', { name: 'Without contact' })).toBeVisible()
  const outages = attention.getByRole('list', { name: 'Without contact' })
  await expect(outages.getByRole('listitem')).toHaveCount(4)
  expect(await findFaultsInBothThemes(page, 'overview')).toEqual([])
  await outages.getByRole('button', { name: /^\d+ more: Without contact$/ }).click()
  await expect(outages.getByRole('listitem')).not.toHaveCount(4)
  await attention.getByRole('link', { name: 'Without contact', exact: true }).click()
  await expect(page).toHaveURL(/\/outages/)
})
