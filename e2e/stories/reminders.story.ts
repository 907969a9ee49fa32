import { expect, test } from '@playwright/test'
import { signIn } from '../sign-in.ts'

test('spec 5: a bulk reminder edit shows what differs, and says that it overwrites it', async ({ page }) => {
  await signIn(page, 'superadmin', '/reminders?q=Oslo')
  await page.getByRole('link', { name: 'Oslo, hverdager' }).click()
  await expect(page.getByRole('heading', { name: 'Oslo, hverdager', level: 1 })).toBeVisible()
  const table = page.getByRole('region', { name: 'Reminders', exact: true })
  for (const name of ['Sykkelen står fortsatt parkert', 'Before the weekend'])
    await table.getByRole('row', { name }).getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const form = page.getByRole('dialog', { name: 'Edit 2 reminders' })
  const hours = form.getByRole('group', { name: 'Minimum time parked' })
  await expect(hours.getByText('2 different values')).toBeVisible()
  await hours.getByRole('button', { name: 'Change' }).click()
  await expect(
    form.getByText('The selected reminders have different values for: Minimum time parked. Saving overwrites them.'),
  ).toBeVisible()
  await form.getByRole('textbox', { name: 'Minimum time parked' }).fill('20')
  await form.getByRole('button', { name: 'Overwrite in 2' }).click()
  await expect(form).toBeHidden()
  for (const name of ['Sykkelen står fortsatt parkert', 'Before the weekend'])
    await expect(table.getByRole('row', { name }).getByRole('gridcell', { name: '20h' })).toBeVisible()
})
