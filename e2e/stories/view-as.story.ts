import { expect, test } from '@playwright/test'
import { findAccessibilityFaults } from '../accessibility.ts'
import { callAs } from '../api.ts'
import { signIn } from '../sign-in.ts'

test('issue 12: a superadmin views as the viewer, finds what is hidden from them, changes nothing and leaves', async ({
  page,
}) => {
  const { items } = await callAs<{ items: { id: string; email: string; name: string }[] }>(
    'superadmin',
    '/user/v1/console-users?q=viewer@demo.test',
  )
  const viewer = items.find(({ email }) => email === 'viewer@demo.test')
  if (!viewer) throw new Error('The demonstration has no viewer')
  const seenBy = async (account: 'superadmin' | 'viewer') =>
    (await callAs<{ items: { id: string; code: string }[] }>(account, '/location/v1/locations?limit=500')).items
  const [theirs, all] = [await seenBy('viewer'), await seenBy('superadmin')]
  const hidden = all.find(({ id }) => theirs.every((one) => one.id !== id))

  await signIn(page, 'superadmin', `/users/console?open=${viewer.id}`)
  await page.getByRole('complementary', { name: viewer.name }).getByRole('button', { name: 'View as' }).click()
  const bar = page.getByRole('status').filter({ hasText: `You see the console as ${viewer.name}.` })
  await expect(bar).toBeVisible()
  const navigation = page.getByRole('navigation', { name: 'Main navigation' })
  await expect(navigation.getByRole('link', { name: 'Locations' })).toBeVisible()
  await expect(navigation.getByRole('link', { name: 'Console users' })).toHaveCount(0)

  const code = theirs[0]?.code ?? ''
  await page.goto(`/locations?q=${code}`)
  await expect(bar).toBeVisible()
  await expect(page.getByRole('grid', { name: 'Locations' })).toContainText(code)
  expect(await findAccessibilityFaults(page, 'a view as the viewer')).toEqual([])
  await page.goto(`/locations/${hidden?.id}`)
  await expect(page.getByText('This location does not exist, or you do not have access to it.')).toBeVisible()
  await expect(bar).toBeVisible()

  await bar.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL((url) => url.pathname === '/users/console')
  await expect(bar).toHaveCount(0)
  await expect(page.getByText(/^The view as .* is over/)).toHaveCount(0)
  await page.goto(`/locations/${hidden?.id}`)
  await expect(page.getByRole('button', { name: `Copy ${hidden?.code}` }).first()).toBeVisible()
})
