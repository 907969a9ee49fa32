import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { callAs } from '../api.ts'
import { signIn } from '../sign-in.ts'
import { told } from '../told.ts'

interface Row {
  id: string
  code: string
  label: string
}

const oneOf = async (page: Page, status: string): Promise<Row> => {
  const [row] = (await callAs<{ items: Row[] }>(page, `/location/v1/locations?status=${status}&limit=1&order=desc`))
    .items
  if (!row) throw new Error(`The demonstration has no location that is ${status}`)
  return row
}

test('spec 4: a location is retired: obsolete asks with its reason, is final, and its place is copied to a new one', async ({
  page,
}) => {
  await signIn(page, 'superadmin')
  const { id, code, label } = await oneOf(page, 'maintenance')
  await page.goto(`/locations/${id}`)

  // The head of the devices, which is gone later.
  await expect(page.getByRole('button', { name: 'Add devices' })).toBeVisible()

  await test.step('the menu offers the steps of the table, and what only force reaches as forced', async () => {
    await page.getByRole('button', { name: 'Status' }).click()
    const items = page.getByRole('menuitem')
    await expect(items.filter({ hasText: 'Installed' })).not.toContainText('forced')
    await expect(items.filter({ hasText: 'Demo' })).toContainText('forced')
    await items.filter({ hasText: 'Obsolete' }).click()
  })

  await test.step('it says what it means, and starts on the harmless button', async () => {
    const question = page.getByRole('dialog', { name: `Make ${code} obsolete?` })
    await expect(question).toContainText('Obsolete is final.')
    await expect(question).toContainText(
      'Obsolete locations must not be repurposed. When the station is moved or reused, make a new location.',
    )
    await expect(question.getByRole('button', { name: 'Keep' })).toBeFocused()
    await question.getByRole('textbox', { name: 'Reason' }).fill('Too short')
    await question.getByRole('button', { name: 'Make obsolete' }).click()
    await expect(question.getByText('At least 10 characters')).toBeVisible()
    await question
      .getByRole('textbox', { name: 'Reason' })
      .fill('The square is rebuilt, the rack goes to another street')
    await question.getByRole('button', { name: 'Make obsolete' }).click()
    await expect(question).toBeHidden()
  })

  await test.step('nothing leads out of it', async () => {
    await expect(told(page, 'Location status updated')).toBeVisible()
    await expect(page.getByText('Obsolete', { exact: true }).first()).toBeVisible()
    await expect(page.getByRole('button', { name: 'Status' })).toHaveCount(0)
    await expect(page.getByText('Obsolete: nothing new is set up here.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Print codes' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Add devices' })).toHaveCount(0)
  })

  await test.step('who did it and why stands in its changes', async () => {
    await page.getByRole('link', { name: 'Info' }).click()
    await expect(page.getByText('The square is rebuilt, the rack goes to another street').first()).toBeVisible()
  })

  await test.step('a copy begins with all but what belongs to the one place', async () => {
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Copy to a new location' }).click()
    await expect(page.getByRole('heading', { name: `New location like ${code} ${label}` })).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Code', exact: true })).toHaveValue('')
    await expect(page.getByRole('textbox', { name: 'Label', exact: true })).toHaveValue('')
    await expect(page.getByRole('combobox', { name: 'Type', exact: true })).not.toHaveValue('')
    await page.getByRole('textbox', { name: 'Label', exact: true }).fill('Half a thought')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
    await expect(page.getByRole('grid', { name: 'Locations' })).toBeVisible()
  })
})
