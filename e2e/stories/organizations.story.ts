import { expect, test } from '@playwright/test'
import { messageIn } from '../messages.ts'
import { signIn } from '../sign-in.ts'

test('spec 5, 8: an organization is created after a wrong tag was corrected, with its four groups', async ({
  page,
}) => {
  const name = 'Harbour Racks AS'
  await signIn(page, 'superadmin', '/organizations')
  await page.getByRole('button', { name: 'New organization' }).click()
  const dialog = page.getByRole('dialog', { name: 'New organization' })
  await dialog.getByLabel('Name').fill(name)
  const tags = dialog.getByRole('combobox', { name: 'Tags' })
  await tags.fill('zz')
  await tags.press('Enter')
  await expect(dialog.getByText('Two-letter tags that are not regions are not allowed')).toBeVisible()
  await tags.fill('municipality')
  await tags.press('Enter')
  await dialog.getByLabel('Comment').fill('Notes are on http://localhost:3000/locations')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(dialog.getByText('At least one region tag is required')).toBeVisible()
  await expect(dialog.getByText('Internal links are not allowed: other organizations can see this')).toBeVisible()
  await tags.fill('ee')
  await tags.press('Enter')
  await dialog.getByLabel('Comment').fill('Racks along the harbour')
  await dialog.getByRole('button', { name: 'Create' }).click()

  await expect(messageIn(page, 'Organization created')).toBeVisible()
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
  await page.getByRole('link', { name: 'Permissions', exact: true }).click()
  for (const part of ['Owner', 'Operator', 'Distributor', 'Reseller'])
    await expect(page.getByRole('heading', { name: part, exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'History' }).click()
  await expect(page.getByText('Organization created').first()).toBeVisible()
})
