import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { callAs } from '../api.ts'
import { claimLocation } from '../claims.ts'
import { signIn } from '../sign-in.ts'

interface Totals {
  all: { currency: string; monthly: number; quarterly: number; yearly: number }[]
}

const totalsIn = (page: Page) => page.getByRole('group', { name: 'Totals in CHF' })

async function choose(page: Page, field: string, option: string): Promise<void> {
  await page.getByRole('dialog').getByRole('combobox', { name: field }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

async function create(page: Page, service: string, fee: string, period: string): Promise<void> {
  await page.getByRole('button', { name: 'New service fee' }).click()
  const dialog = page.getByRole('dialog', { name: 'New service fee' })
  await expect(dialog).toBeVisible()
  await choose(page, 'Service', service)
  const currency = dialog.getByRole('combobox', { name: 'Currency' })
  await currency.click()
  await currency.fill('CHF')
  await page.getByRole('option', { name: 'CHF', exact: true }).click()
  await dialog.getByRole('textbox', { name: 'Fee' }).fill(fee)
  await choose(page, 'Period', period)
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByRole('complementary', { name: service, exact: true })).toBeVisible()
}

test('spec 3: the totals add up the fees of a location for each period, without ended ones', async ({ page }) => {
  const { id } = await claimLocation('status=launched')
  await signIn(page, 'superadmin', `/locations/${id}?view=service-fees`)
  await expect(page.getByRole('region', { name: 'Active fee totals' })).toBeVisible()

  await test.step('a monthly and a quarterly fee count in each period', async () => {
    await create(page, 'Support', '100.00', 'Monthly')
    await page
      .getByRole('complementary', { name: 'Support', exact: true })
      .getByRole('button', { name: 'Close' })
      .click()
    await expect(totalsIn(page)).toContainText('CHF 100.00')
    await create(page, 'Maintenance', '50.00', 'Quarterly')
    await page
      .getByRole('complementary', { name: 'Maintenance', exact: true })
      .getByRole('button', { name: 'Close' })
      .click()
    // 100 + 50 / 3, 300 + 50, 1200 + 200.
    for (const sum of ['CHF 116.67', 'CHF 350.00', 'CHF 1,400.00']) await expect(totalsIn(page)).toContainText(sum)
  })

  await test.step('a fee that has begun cannot be deleted, and is ended', async () => {
    const row = page.getByRole('row').filter({ hasText: 'CHF 50.00' })
    await row.getByRole('gridcell').first().click()
    const panel = page.getByRole('complementary', { name: 'Maintenance', exact: true })
    await expect(panel.getByRole('button', { name: 'Delete' })).toHaveAttribute('aria-disabled', 'true')
    await panel.getByRole('button', { name: 'Edit' }).click()
    const edit = page.getByRole('dialog', { name: 'Edit Maintenance' })
    await edit.getByRole('textbox', { name: 'First day' }).fill('1 Jan 2026')
    await edit.getByRole('textbox', { name: 'Comment' }).fill('Two visits a quarter')
    await edit.getByRole('button', { name: 'Save' }).click()
    await expect(edit).toHaveCount(0)
    // The last day cannot be before the first, so the panel has to know the new one.
    await expect(panel.getByText('Jan 1, 2026', { exact: true })).toBeVisible()
    await panel.getByRole('button', { name: 'End' }).click()
    const end = page.getByRole('dialog', { name: 'End Maintenance' })
    await end.getByRole('textbox', { name: 'Last day' }).fill('2 Jan 2026')
    // The calendar covers the button until the focus has left the field.
    await page.keyboard.press('Tab')
    await end.getByRole('button', { name: 'End', exact: true }).click()
    await expect(panel.getByText('Ended', { exact: true })).toBeVisible()
    await expect(panel.getByText('Service fee ended, maintenance').first()).toBeVisible()
    await panel.getByRole('button', { name: 'Close' }).click()
  })

  await test.step('the totals follow without a reload, on the page and in the API', async () => {
    await expect(totalsIn(page)).toContainText('CHF 1,200.00')
    await expect(totalsIn(page)).not.toContainText('116.67')
    const { all } = await callAs<Totals>('superadmin', `/location/v1/locations/${id}/service-fee-totals`)
    expect(all.find(({ currency }) => currency === 'CHF')).toEqual({
      currency: 'CHF',
      monthly: 10_000,
      quarterly: 30_000,
      yearly: 120_000,
    })
  })
})
