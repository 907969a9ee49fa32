import { expect, test } from '@playwright/test'
import { callAs } from '../api.ts'
import { namedLocations } from '../claims.ts'
import { signIn } from '../sign-in.ts'
import { messageIn } from '../messages.ts'

interface Row {
  id: string
  code: string
  label: string
}

async function findRow(code: string): Promise<Row> {
  const [row] = (await callAs<{ items: Row[] }>('superadmin', `/location/v1/locations?q=${code}`)).items
  if (!row) throw new Error(`The demonstration has no location ${code}`)
  return row
}

test('spec 4: a location becomes obsolete with a reason and for good, and its data is copied to a new location', async ({
  page,
}) => {
  const { id, code, label } = await findRow(namedLocations.underMaintenance)
  await signIn(page, 'superadmin', `/locations/${id}`)

  // An obsolete location does not have this button.
  await expect(page.getByRole('button', { name: 'Add devices' })).toBeVisible()

  await test.step('the menu offers the allowed steps, and another question what only force reaches', async () => {
    const status = page.getByRole('button', { name: 'Status' })
    const items = page.getByRole('menuitem')
    await status.click()
    await expect(items.filter({ hasText: 'Installed' })).toBeVisible()
    await expect(items.filter({ hasText: 'Demo' })).toHaveCount(0)
    await items.filter({ hasText: 'Force another status' }).click()
    const forced = page.getByRole('dialog', { name: `Force another status of ${code}` })
    await expect(forced.getByRole('button', { name: 'Installed' })).toHaveCount(0)
    await forced.getByRole('button', { name: 'Demo' }).click()
    const question = page.getByRole('dialog', { name: `Set ${code} to Demo?` })
    await expect(question).toContainText('it is forced and recorded in the history')
    await expect(question.getByRole('button', { name: 'Keep' })).toBeFocused()
    await question.getByRole('button', { name: 'Keep' }).click()
    await status.click()
    await items.filter({ hasText: 'Obsolete' }).click()
  })

  await test.step('the confirmation explains the consequence, and the focus is on the safe button', async () => {
    const question = page.getByRole('dialog', { name: `Make ${code} obsolete?` })
    await expect(question).toContainText('Obsolete is final.')
    await expect(question).toContainText(
      'Obsolete locations must not be repurposed. When the station is moved or reused, create a new location.',
    )
    await expect(question.getByRole('button', { name: 'Keep' })).toBeFocused()
    await question.getByRole('textbox', { name: 'Reason' }).fill('Too short')
    await question.getByRole('button', { name: 'Make obsolete' }).click()
    await expect(question.getByText('Reason: at least 10 characters')).toBeVisible()
    await question
      .getByRole('textbox', { name: 'Reason' })
      .fill('The square is rebuilt, the rack goes to another street')
    await question.getByRole('button', { name: 'Make obsolete' }).click()
    await expect(messageIn(page, 'Location status updated')).toBeVisible()
    await expect(question).toBeHidden()
  })

  await test.step('no action leads out of obsolete', async () => {
    await expect(page.getByText('Obsolete', { exact: true }).first()).toBeVisible()
    await expect(page.getByRole('button', { name: 'Status' })).toHaveCount(0)
    await expect(page.getByText('Obsolete. You can only remove what is left')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Print labels' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Add devices' })).toHaveCount(0)
  })

  await test.step('the changes of the location record the reason', async () => {
    await page.getByRole('link', { name: 'Info' }).click()
    await expect(page.getByText('The square is rebuilt, the rack goes to another street').first()).toBeVisible()
  })

  await test.step('a copy has the data of the location except its code and label', async () => {
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Copy to a new location' }).click()
    await expect(page.getByRole('heading', { name: `New location copied from ${code} ${label}` })).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Code', exact: true })).toHaveValue('')
    await expect(page.getByRole('textbox', { name: 'Label', exact: true })).toHaveValue('')
    await expect(page.getByRole('combobox', { name: 'Type', exact: true })).not.toHaveValue('')
    await page.getByRole('textbox', { name: 'Label', exact: true }).fill('An unfinished copy')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
    await expect(page.getByRole('grid', { name: 'Locations' })).toBeVisible()
  })
})
