import { readFile } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import { findFaultsInBothThemes } from '../accessibility.ts'
import { signIn } from '../sign-in.ts'

test('spec 4: a report goes from pending to downloaded by itself, and shows its graph with a table beside it', async ({
  page,
}) => {
  await signIn(page, 'owner', '/analytics/reports')

  await test.step('without a description, a type or locations nothing is created', async () => {
    await page.getByRole('button', { name: 'New report' }).click()
    const dialog = page.getByRole('dialog', { name: 'New report' })
    await dialog.getByRole('button', { name: 'Create' }).click()
    await expect(dialog.getByText('Timeframe is required').first()).toBeVisible()
    await expect(dialog.getByText('Unsupported report type').first()).toBeVisible()
  })

  await test.step('a description, a type, last month and an organization are enough', async () => {
    const dialog = page.getByRole('dialog', { name: 'New report' })
    await dialog.getByRole('textbox', { name: 'Description' }).fill('Use for the yearly plan')
    await dialog.getByRole('combobox', { name: 'Type' }).click()
    await page.getByRole('option', { name: /^Location usage/ }).click()
    await dialog.getByRole('button', { name: 'Last month' }).click()
    await dialog.getByRole('combobox', { name: 'All locations of an organization' }).fill('Tallinn')
    await page.getByRole('option', { name: /^Tallinn Mobility/ }).click()
    await dialog.getByRole('combobox', { name: 'Format' }).click()
    await page.getByRole('option', { name: 'CSV' }).click()
    await dialog.getByRole('button', { name: 'Create' }).click()
    await expect(page.getByRole('heading', { name: 'Use for the yearly plan', level: 1 })).toBeVisible()
  })

  await test.step('the page updates by itself, and the file has what the page shows', async () => {
    const button = page.getByRole('button', { name: 'Download CSV' })
    await expect(button).toBeVisible()
    await expect(page.getByRole('region', { name: 'Occupied dock-hours by day' }).first()).toBeVisible()
    await expect(page.getByRole('columnheader', { name: 'Location code' })).toBeVisible()
    await expect(page.getByRole('slider', { name: 'Values of Occupied dock-hours by day' })).toBeVisible()
    expect(await findFaultsInBothThemes(page, 'report')).toEqual([])
    const downloading = page.waitForEvent('download')
    await button.click()
    const download = await downloading
    expect(download.suggestedFilename()).toMatch(/^location-usage-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.csv$/)
    const text = await readFile(await download.path(), 'utf8')
    expect(text.replace('\uFEFF', '')).toMatch(/^location_code,location_label,day,sessions,/)
    expect(text.split('\r\n').length).toBeGreaterThan(20)
  })
})

test('a report that failed says why, and is ready when it was run again', async ({ page }) => {
  await signIn(page, 'support', '/analytics/reports')
  await page.getByRole('link', { name: 'Payments for the accountant' }).click()
  await expect(page.getByText('The file could not be stored.')).toBeVisible()
  await page.getByRole('button', { name: 'Run again' }).click()
  await expect(page.getByRole('button', { name: 'Download CSV' })).toBeVisible()
  await expect(page.getByText('The file could not be stored.')).toBeHidden()
})

test('an uptime report is read cell by cell with the arrow keys, against the uptime that was agreed', async ({
  page,
}) => {
  await signIn(page, 'owner', '/analytics/reports')
  await page.getByRole('link', { name: 'Uptime for the service contract' }).click()
  const lines = page.getByRole('list', { name: 'Uptime by location' })
  await expect(lines.getByRole('listitem').first()).toBeVisible()
  const cells = page.getByRole('slider', { name: 'Values of Uptime by location' })
  for (const [row, key] of ['ArrowRight', 'ArrowDown'].entries()) {
    await cells.press(key)
    const place = await lines.getByRole('link').nth(row).innerText()
    const spoken = () => cells.getAttribute('aria-valuetext')
    await expect.poll(spoken).toContain(place)
    await expect.poll(spoken).toMatch(/: Uptime .+, Offline .+ min/)
  }
  const agreed = page.getByLabel('Agreed uptime, %')
  await agreed.fill('99.5')
  await agreed.press('Enter')
  await expect(page.getByText(/^(99\.5 % or more|95\.5 to 99\.5 %|Below 95\.5 %)$/).first()).toBeVisible()
  await page.reload()
  await expect(agreed).toHaveValue('99.5')
})
