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

test('a number of docks leads to the locations in its order, with the same number below its column', async ({
  page,
}) => {
  await signIn(page, 'support', '/overview')
  const fact = page.getByRole('link', { name: /^[\d,]+ occupied$/ })
  // Docks are taken and left between the two screens.
  await expect(async () => {
    await page.goto('/overview')
    const [count] = (await fact.innerText()).split(' ')
    await fact.click()
    await expect(page).toHaveURL(/\/locations\?sort=occupied_docks&order=desc/)
    await expect(page.getByRole('columnheader', { name: 'Occupied docks' })).toBeVisible()
    const total = page.getByRole('gridcell', { name: count ?? '', exact: true })
    await expect(total.first()).toBeVisible({ timeout: 5_000 })
  }).toPass({ timeout: 180_000 })
})

test('the overview says how much each kind of work concerns, and shows the rest of it when asked', async ({ page }) => {
  await signIn(page, 'superadmin', '/overview')
  const attention = page.getByRole('region', { name: 'Needs attention' })
  await expect(attention.getByRole('heading', { name: 'No contact' })).toBeVisible()
  const outages = attention.getByRole('list', { name: 'No contact' })
  await expect(outages.getByRole('listitem')).toHaveCount(4)
  expect(await findFaultsInBothThemes(page, 'overview')).toEqual([])
  await outages.getByRole('button', { name: /^\d+ more: No contact$/ }).click()
  await expect(outages.getByRole('listitem')).not.toHaveCount(4)
  await attention.getByRole('link', { name: 'No contact', exact: true }).click()
  await expect(page).toHaveURL(/\/outages/)
})
