import { expect, test } from '@playwright/test'
import { callAs } from '../api.ts'
import { launchWithMaps } from '../maps.ts'
import { productUrl } from '../product.ts'
import { signIn } from '../sign-in.ts'

interface Vehicle {
  id: string
  code: string
}
interface Session {
  id: string
  user_id: string
  status: string
  how_ended: string
  is_fee_waived: boolean
}

const vehicleIn = async (state: string): Promise<Vehicle> => {
  const { items } = await callAs<{ items: Vehicle[] }>(
    'support',
    `/rental/v1/rental-devices?state=${state}&sort=rented_at`,
  )
  const [first] = items
  if (!first) throw new Error(`No rental device is ${state}`)
  return first
}

test('spec 4: a rental found on the map is forced to end without its fee', async ({ launchOptions }) => {
  const vehicle = await vehicleIn('on_trip')
  const browser = await launchWithMaps(launchOptions)
  const page = await browser.newPage({ baseURL: productUrl, viewport: { width: 1280, height: 800 } })
  await signIn(page, 'support', `/rentals?view=map&q=${vehicle.code}`)
  await expect(page.getByRole('region', { name: 'Map of rental devices', exact: true })).toBeVisible()
  const found = page.getByRole('region', { name: 'Map of rental devices, as a list' }).getByText(vehicle.code)
  // The first click shows it on the map.
  await found.click()
  await expect(page.getByRole('button', { name: 'Open', exact: true })).toBeVisible()
  await found.click()
  await expect(page.getByRole('heading', { name: vehicle.code, level: 1 })).toBeVisible()

  await page.getByRole('button', { name: 'Force end rent' }).click()
  const dialog = page.getByRole('dialog', { name: `Force end the rental of ${vehicle.code}?` })
  await dialog.getByRole('textbox', { name: 'Comment' }).fill('The app did not end the rent')
  await dialog.getByRole('button', { name: 'Force end rent' }).click()
  await expect(dialog.getByText('Choose whether a fee is charged')).toBeVisible()
  await dialog.getByRole('combobox', { name: 'Fee' }).click()
  await page.getByRole('option', { name: /Without fee/ }).click()
  await dialog.getByRole('button', { name: 'Force end rent' }).click()

  await expect(page.getByText('Session ended')).toBeVisible()
  await expect(page.getByText('Available').first()).toBeVisible()
  const { items } = await callAs<{ items: Session[] }>(
    'support',
    `/session/v1/rental-sessions?rental_device_id=${vehicle.id}&limit=1`,
  )
  expect(items).toMatchObject([{ status: 'ended', how_ended: 'forced', is_fee_waived: true }])
  // The page of the rider lists the ride.
  await page.goto(`/users/${items[0]?.user_id}?tab=rentals`)
  await expect(page.getByRole('row').filter({ hasText: vehicle.code }).first()).toContainText('Waived')

  // The same for many asks for their number.
  await page.goto('/rentals')
  await page.getByRole('checkbox', { name: 'Select all loaded rows' }).check()
  await page.getByRole('button', { name: 'Force end rent' }).click()
  const many = page.getByRole('dialog', { name: /^Force end \d+ rentals?\?$/ })
  await many.getByRole('textbox', { name: 'Comment' }).fill('The service ends for the winter')
  await many.getByRole('combobox', { name: 'Fee' }).click()
  await page.getByRole('option', { name: /Without fee/ }).click()
  await many.getByRole('button', { name: 'Force end rent' }).click()
  await expect(many.getByText(/^Type \d+ to confirm$/)).toBeVisible()
  await browser.close()
})

test('the page of a vehicle follows a command until the vehicle has obeyed, and keeps it in its history', async ({
  page,
}) => {
  const vehicle = await vehicleIn('available')
  await signIn(page, 'support', `/rentals/${vehicle.id}`)
  await page.getByRole('button', { name: 'Deactivate' }).click()
  const question = page.getByRole('dialog', { name: `Deactivate ${vehicle.code}?` })
  await expect(question.getByRole('button', { name: 'Keep available' })).toBeFocused()
  await question.getByRole('combobox', { name: 'Reason' }).click()
  await page.getByRole('option', { name: 'Maintenance' }).click()
  await question.getByRole('textbox', { name: 'Comment' }).fill('Front brake is loose')
  await question.getByRole('button', { name: 'Deactivate' }).click()
  await expect(page.getByText('Maintenance').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Activate', exact: true })).toBeVisible()
  const views = page.getByRole('group', { name: 'Views of this rental device' })
  await views.getByRole('link', { name: 'Commands' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Front brake is loose' }).first()).toContainText('Success')
})
