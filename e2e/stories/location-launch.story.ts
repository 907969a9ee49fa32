import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { claim } from '../claims.ts'
import { benchOf } from '../hardware.ts'
import { signIn } from '../sign-in.ts'
import { messageIn } from '../messages.ts'

const dialog = (page: Page) => page.getByRole('dialog')

async function choose(page: Page, field: string, option: string): Promise<void> {
  const box = page.getByRole('combobox', { name: field, exact: true })
  await box.click()
  if (await box.isEditable()) await box.fill(option)
  await page.getByRole('option', { name: option }).first().click()
}

/** Adds devices to the open location and assigns this hardware to them. */
async function addDevices(page: Page, type: string, hardware: readonly string[]): Promise<void> {
  await page.getByRole('button', { name: 'Add devices' }).click()
  await choose(page, 'Type', type)
  await dialog(page).getByRole('textbox', { name: 'Amount' }).fill(String(hardware.length))
  await dialog(page).getByRole('button', { name: 'Create' }).click()
  const bar = page.getByRole('toolbar', { name: 'Selected rows' })
  await expect(bar.getByText(`${hardware.length} selected`)).toBeVisible()
  await bar.getByRole('button', { name: 'Assign hardware' }).click()
  await dialog(page).getByRole('textbox', { name: 'Hardware IDs' }).fill(hardware.join('\n'))
  await dialog(page).getByRole('button', { name: 'Assign', exact: true }).click()
  await expect(messageIn(page, 'Hardware assigned')).toBeVisible()
}

/** Two lockers of a test bench whose controller no other story uses. */
async function claimLockers(): Promise<{ lockers: string[]; controller: string }> {
  const bench = await benchOf('Test bench 3')
  const idsOf = (wanted: string) => bench.filter(({ type }) => type === wanted).map(({ id }) => id)
  const [controller = ''] = idsOf('controller')
  return { lockers: idsOf('locker').filter(claim).slice(0, 2), controller }
}

test('spec 4, 5, 8: a new location is created, installed, given lockers with hardware and their controller, and launched when nothing is missing', async ({
  page,
}) => {
  const code = '555001'
  const { lockers, controller } = await claimLockers()
  await signIn(page, 'superadmin')

  await test.step('spec 5: each missing field is reported at the field, and the first one gets the focus', async () => {
    await page.getByRole('button', { name: 'New location' }).click()
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    for (const words of [
      'Label is required',
      'Code is required',
      'Type is required',
      'Generation is required',
      'Country is required',
    ])
      await expect(page.getByText(words, { exact: true })).toBeVisible()
    await expect(page.getByText('Hidden admin description is required')).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Label', exact: true })).toBeFocused()
    await page.getByRole('textbox', { name: 'Code', exact: true }).fill('55500')
    await page.getByRole('textbox', { name: 'Code', exact: true }).press('Tab')
    await expect(page.getByText('Code: a six-digit number')).toBeVisible()
  })

  await test.step('it is created in house, without a place on the map', async () => {
    await page.getByRole('textbox', { name: 'Label', exact: true }).fill('Kopli turg')
    await page.getByRole('textbox', { name: 'Code', exact: true }).fill(code)
    await choose(page, 'Type', 'Bike docks')
    await expect(page.getByRole('combobox', { name: 'Icon type' })).toHaveValue('Bike')
    await choose(page, 'Generation', 'G3')
    await choose(page, 'Country', 'Estonia')
    await page.getByRole('textbox', { name: 'Hidden admin description' }).fill('Created by the launch story')
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await expect(messageIn(page, 'Location created')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Kopli turg', level: 1 })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Launch' })).toHaveCount(0)
  })

  await test.step('an installed location lists what a launch still needs, and links to it', async () => {
    await page.getByRole('button', { name: 'Status' }).click()
    await page.getByRole('menuitem', { name: 'Installed' }).click()
    await dialog(page).getByRole('textbox', { name: 'Reason' }).fill('The rack was set up today')
    await dialog(page).getByRole('button', { name: 'Set to Installed' }).click()
    await page.getByRole('button', { name: 'Launch' }).click()
    for (const words of ['There are no devices', 'There is no address', 'The place is not on the map'])
      await expect(dialog(page).getByText(words)).toBeVisible()
    await expect(dialog(page).getByRole('button', { name: 'Launch' })).toHaveCount(0)
    await dialog(page).getByRole('link', { name: 'Set address' }).click()
    await page.getByRole('textbox', { name: 'Address' }).fill('Kopli 1, Tallinn')
    await page.getByRole('textbox', { name: 'Latitude' }).fill('59.449')
    await page.getByRole('textbox', { name: 'Longitude' }).fill('24.728')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(messageIn(page, 'Location updated')).toBeVisible()
  })

  await test.step('devices are created and get hardware from the test bench', async () => {
    await addDevices(page, 'Locker', lockers)
  })

  await test.step('a launch also needs the controllers of this hardware', async () => {
    await page.getByRole('button', { name: 'Launch' }).click()
    await expect(dialog(page).getByText('2 of 2 devices have a controller in stock')).toBeVisible()
    await dialog(page).getByRole('button', { name: 'Close' }).last().click()
    await addDevices(page, 'Controller', [controller])
  })

  await test.step('nothing is missing now, and it is launched', async () => {
    await page.getByRole('button', { name: 'Launch' }).click()
    await expect(dialog(page).getByText('Everything is ready.')).toBeVisible()
    await dialog(page).getByRole('button', { name: 'Launch' }).click()
    await expect(messageIn(page, 'Location launched successfully')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Launch' })).toHaveCount(0)
    await page.goto(`/locations?q=${code}`)
    await expect(
      page.getByRole('grid', { name: 'Locations' }).getByRole('row').filter({ hasText: code }),
    ).toContainText('Launched')
  })
})
