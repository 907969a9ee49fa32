import { expect, test } from '@playwright/test'
import { signIn } from '../sign-in.ts'

test('a list that is opened by its address requests its rows once, before the frame is drawn, and does not shift', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const noted = Object.assign(window, { shift: 0, refused: [] as string[] })
    // Parts of the page that moved without input, as a share of the window.
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) noted.shift += (entry as PerformanceEntry & { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
    document.addEventListener('securitypolicyviolation', ({ violatedDirective }) =>
      noted.refused.push(violatedDirective),
    )
  })
  // A live change would request the rows again.
  await page.route('**/event/v1/stream', (route) => route.abort())
  const requested: string[] = []
  page.on('request', (request) => requested.push(new URL(request.url()).pathname))
  await signIn(page, 'superadmin', '/locations?status=launched')
  await expect(page.getByRole('grid', { name: 'Locations' }).getByRole('row').nth(1)).toBeVisible()

  const timesOf = (path: string) => requested.filter((each) => each === path).length
  // The profile is requested by the drawn frame.
  await expect.poll(() => timesOf('/user/v1/profile')).toBeGreaterThan(0)
  expect(timesOf('/location/v1/locations')).toBe(1)
  expect(timesOf('/configs/prod.json')).toBe(1)
  expect(requested.indexOf('/location/v1/locations')).toBeLessThan(requested.indexOf('/user/v1/profile'))
  await expect(page.getByText(/^Totals, /)).toBeVisible()
  const { shift, refused } = await page.evaluate(() => {
    const noted = window as unknown as { shift: number; refused: string[] }
    return { shift: noted.shift, refused: noted.refused }
  })
  expect(shift).toBeLessThan(0.01)
  expect(refused).toEqual([])
})
