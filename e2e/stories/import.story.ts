import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { callAs } from '../api.ts'
import { signIn } from '../sign-in.ts'

interface Found {
  items: { code: string; label: string; owner_name: string }[]
}

const file = (csv: string) => ({ name: 'locations.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
const rows = (page: Page) => page.getByRole('region', { name: 'What would change' }).getByRole('listitem')
const labelsOf = async (page: Page, q: string) =>
  (await callAs<Found>(page, `/location/v1/locations?q=${q}`)).items.map(({ label }) => label)

test('a file with a mistake changes nothing and says each mistake; mended, it is imported whole', async ({ page }, {
  retry,
}) => {
  // A code is never used again, also not by a second attempt.
  const [one, two] = [`9090${retry}1`, `9090${retry}2`]
  await signIn(page, 'superadmin')
  const [known] = (await callAs<Found>(page, '/location/v1/locations?limit=1')).items
  await page.goto('/locations')
  await page.getByRole('link', { name: 'Import' }).click()
  await expect(page).toHaveURL(/\/locations\/import/)
  const heads = 'code,label,address,country,type,generation,power_save,icon_type,owner_name,hidden_admin_description'
  const made = (code: string, label: string, country: string) =>
    `${code},${label},Sadama 1,${country},bike_docks,G3,none,bike,${known?.owner_name},Made by a file of the story`
  const whole = (label: string, country: string) =>
    `${heads}\n${made(one, 'Import one', 'EE')}\n${made(two, label, country)}\n`

  await page.locator('input[type=file]').setInputFiles(file(whole('x', 'XX')))
  await expect(page.getByText('1 new, 0 changed, 0 as they are, 1 refused')).toBeVisible()
  await expect(rows(page).first()).toContainText('Line 3')
  await expect(rows(page).first()).toContainText('Label: at least 3 characters')
  await expect(rows(page).first()).toContainText('there is no such country')
  await expect(page.getByRole('button', { name: /^Import \d+ row/ })).toBeDisabled()
  expect(await labelsOf(page, `9090${retry}`)).toEqual([])

  await page.locator('input[type=file]').setInputFiles(file(whole('Import two', 'EE')))
  await expect(page.getByText('2 new, 0 changed, 0 as they are, 0 refused')).toBeVisible()
  await page.getByRole('button', { name: 'Import 2 rows' }).click()
  await expect(page.getByText('Imported: 2 created, 0 updated')).toBeVisible()
  expect(await labelsOf(page, `9090${retry}`)).toEqual(['Import one', 'Import two'])
})
