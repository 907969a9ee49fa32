import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { callAs } from '../api.ts'
import { namedLocations } from '../claims.ts'
import { signIn } from '../sign-in.ts'

interface Locations {
  items: { code: string; label: string; owner_name: string }[]
}

const file = (csv: string) => ({ name: 'locations.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
const rows = (page: Page) => page.getByRole('region', { name: 'What would change' }).getByRole('listitem')
const labelsOf = async (q: string) =>
  (await callAs<Locations>('superadmin', `/location/v1/locations?q=${q}`)).items.map(({ label }) => label)

test('an import with a wrong line changes nothing and reports the line; the corrected file is imported', async ({
  page,
}) => {
  const [one, two] = ['909001', '909002']
  // A location of the demonstration: one that another story creates may have no owner.
  const [known] = (await callAs<Locations>('superadmin', `/location/v1/locations?q=${namedLocations.first}`)).items
  await signIn(page, 'superadmin')
  await page.getByRole('link', { name: 'Import' }).click()
  await expect(page).toHaveURL(/\/locations\/import/)
  await expect(page.getByText('an empty cell empties its field')).toBeVisible()
  const heads = 'code,label,address,country,type,generation,power_save,icon_type,owner_name,hidden_admin_description'
  const line = (code: string, label: string, country: string) =>
    `${code},${label},Sadama 1,${country},bike_docks,G3,none,bike,${known?.owner_name},Created by the import story`
  const fileWith = (label: string, country: string) =>
    `${heads}\n${line(one, 'Import one', 'EE')}\n${line(two, label, country)}\n`

  await page.locator('input[type=file]').setInputFiles(file(fileWith('x', 'XX')))
  await expect(page.getByText('1 new, 0 changed, 0 unchanged, 1 with errors')).toBeVisible()
  await expect(rows(page).first()).toContainText('Line 3')
  await expect(rows(page).first()).toContainText('Label: at least 3 characters')
  await expect(rows(page).first()).toContainText('there is no such country')
  await expect(page.getByRole('button', { name: /^Import \d+ row/ })).toBeDisabled()
  expect(await labelsOf('9090')).toEqual([])

  await page.locator('input[type=file]').setInputFiles(file(fileWith('Import two', 'EE')))
  await expect(page.getByText('2 new, 0 changed, 0 unchanged, 0 with errors')).toBeVisible()
  await page.getByRole('button', { name: 'Import 2 rows' }).click()
  await expect(page.getByText('Imported: 2 created, 0 updated')).toBeVisible()
  expect(await labelsOf('9090')).toEqual(['Import one', 'Import two'])
})
