import { expect, test } from '@playwright/test'
import { callAs } from '../api.ts'
import { signIn } from '../sign-in.ts'

interface Page<T> {
  items: T[]
  total: number
}

test('rights: a partner sees only its own locations and only the screens and actions it may use', async ({ page }) => {
  await signIn(page, 'viewer')
  const grid = page.getByRole('grid', { name: 'Locations' })
  await expect(grid.getByRole('row').nth(1)).toBeVisible()
  const own = await callAs<Page<{ id: string; owner_name: string }>>('viewer', '/location/v1/locations?limit=500')
  expect(own.total).toBeGreaterThan(0)
  expect(new Set(own.items.map((row) => row.owner_name)).size).toBe(1)

  const theirs = await callAs<Page<{ id: string }>>('owner', '/location/v1/locations?limit=500')
  const foreign = theirs.items.find((row) => !own.items.some((mine) => mine.id === row.id))
  expect(foreign).toBeDefined()
  const prefetches = ['devices', 'maintenance-messages'].map((what) =>
    page.waitForResponse((reply) => reply.url().endsWith(`/${what}`)),
  )
  await page.goto(`/locations/${foreign?.id}`)
  await Promise.all(prefetches)
  await expect(page.getByText('This location does not exist, or you do not have access to it.')).toBeVisible()
  // The page itself reports it, without a message in addition.
  await expect(page.getByText(/^Fetch .* failed/)).toHaveCount(0)

  const navigation = page.getByRole('navigation').first()
  await expect(navigation.getByRole('link', { name: 'Locations' })).toBeVisible()
  await expect(navigation.getByRole('link', { name: 'Console users' })).toHaveCount(0)
  await expect(navigation.getByRole('link', { name: 'Region configs' })).toHaveCount(0)

  // An address that names a row opens no panel over the missing permission.
  for (const [path = '', missing = ''] of [
    ['users/console', 'GET on console_user'],
    ['regions', 'GET on console'],
  ]) {
    await page.goto(`/${path}?open=${foreign?.id}`)
    await expect(page.getByTitle(missing, { exact: true })).toBeVisible()
    await expect(page.getByRole('dialog').or(page.getByRole('complementary'))).toHaveCount(0)
  }

  await page.goto(`/locations/${own.items[0]?.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('grid', { name: /devices/i })).toBeVisible()
  await expect(page.getByRole('button', { name: /force unlock/i })).toHaveCount(0)
})
