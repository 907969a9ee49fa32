import { expect, test } from '@playwright/test'
import { signIn } from '../sign-in.ts'

test('a list opened by its address asks for its rows once, while the frame is drawn, and nothing jumps', async ({
  page,
}) => {
  await signIn(page, 'superadmin')
  await page.addInitScript(() => {
    const noted = Object.assign(window, { jumped: 0, refused: [] as string[] })
    // Positions of the page's own parts that changed by themselves, as a share of the window.
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) noted.jumped += (entry as PerformanceEntry & { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
    document.addEventListener('securitypolicyviolation', ({ violatedDirective }) =>
      noted.refused.push(violatedDirective),
    )
  })
  // A change that arrives meanwhile has the rows asked for again.
  await page.route('**/event/v1/stream', (route) => route.abort())
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto('/locations?status=launched')
  await expect(page.getByRole('grid', { name: 'Locations' }).getByRole('row').nth(1)).toBeVisible()

  const places = (path: string) => asked.flatMap((one, at) => (one === path ? [at] : []))
  expect(places('/location/v1/locations')).toHaveLength(1)
  expect(places('/configs/prod.json')).toHaveLength(1)
  // What only the drawn frame asks for comes after the rows.
  expect(places('/location/v1/locations')[0]).toBeLessThan(places('/user/v1/profile')[0] ?? 0)
  await expect(page.getByText(/^Totals, /)).toBeVisible()
  const { jumped, refused } = await page.evaluate(() => {
    const noted = window as unknown as { jumped: number; refused: string[] }
    return { jumped: noted.jumped, refused: noted.refused }
  })
  expect(jumped).toBeLessThan(0.01)
  expect(refused).toEqual([])
})
