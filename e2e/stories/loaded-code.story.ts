import { gzipSync } from 'node:zlib'
import { expect, test } from '@playwright/test'
import type { Browser, Response } from '@playwright/test'
import { pathOfLocation } from '../screens.ts'
import { signIn } from '../sign-in.ts'

/**
 * kB of JavaScript, each file with gzip, that a screen loads by itself with an empty cache: what its page names
 * (`scripts/guards/console-size.ts`) and what it mounts lazily. The numbers may only shrink.
 */
const screens = [
  { name: 'the list of locations', path: () => '/locations', mounted: /^Inbox/, kB: 218 },
  { name: 'the session history', path: () => '/device-sessions/history', mounted: /^Inbox/, kB: 217 },
  { name: 'the page of a location', path: pathOfLocation, mounted: 'Status', kB: 309 },
] as const

for (const { name, path, mounted, kB } of screens)
  test(`${name} loads only the code that it shows`, async ({ browser }) => {
    const scripts = await scriptsOf(browser, await path(), mounted)
    const sizes = await Promise.all(
      scripts.map(async (script) => ({
        name: new URL(script.url()).pathname,
        kB: gzipSync(await script.body()).length / 1_000,
      })),
    )
    const sum = sizes.reduce((total, one) => total + one.kB, 0)
    const largest = sizes.toSorted((one, other) => other.kB - one.kB).slice(0, 12)
    expect(sum, JSON.stringify(largest)).toBeLessThan(kB)
  })

test('a page that is opened again asks for its first answers once, before its code', async ({ page }) => {
  // Another story may change a location now, and the list would ask for its rows again.
  await page.route('**/event/v1/stream', () => undefined)
  await signIn(page, 'superadmin', '/locations')
  for (const path of ['/locations', '/device-sessions/history', await pathOfLocation()]) {
    await page.goto(path)
    await expect(page.getByRole('row').nth(1)).toBeVisible()
    const { left, asked } = await page.evaluate(() => ({
      left:
        'wheelhouseEarly' in window && window.wheelhouseEarly instanceof Map
          ? [...window.wheelhouseEarly.keys()]
          : null,
      asked: performance
        .getEntriesByType('resource')
        .map(({ name }) => new URL(name).pathname)
        .filter((name) => /^\/(permission|location|session)\/v1\//.test(name)),
    }))
    expect(left, path).toEqual([])
    expect(asked, path).toEqual([...new Set(asked)])
  }
})

/** Until the button that is mounted last; without the idle moments in which the console loads what may be used next. */
async function scriptsOf(browser: Browser, path: string, mounted: string | RegExp): Promise<Response[]> {
  const context = await browser.newContext({ serviceWorkers: 'block' })
  const page = await context.newPage()
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0
  })
  // Background jobs of another story would bring their list along.
  await page.route('**/user/v1/background-jobs', (route) => route.fulfill({ json: [] }))
  // A command that has just ended would bring its card along.
  await page.route(/\/locations\/[^/]+\/commands\b/, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), items: [] } })
  })
  const scripts: Response[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response)
  })
  await signIn(page, 'superadmin', path)
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await expect(page.getByRole('button', { name: mounted })).toBeVisible()
  return scripts
}
