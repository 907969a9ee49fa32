import { expect, test } from '@playwright/test'
import { brokenIn } from '../axe.ts'

// Spec-wide: WCAG 2.2 at level AA of each part in all its states, in both themes, on a desk and on a phone.
const sizes = { desk: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } }

/** Stands in each section once it is more than its skeleton. */
const signs = ['#glyphs', '#details dl', '#forms form', '#charts [aria-pressed]', '#field svg[role=img]', '#photos li']

test.use({ trace: 'off' })

for (const [device, viewport] of Object.entries(sizes))
  for (const theme of ['dark', 'light'])
    test(`every part keeps WCAG 2.2 AA, ${theme}, on a ${device}`, async ({ browser }) => {
      const context = await browser.newContext({ viewport, reducedMotion: 'reduce', hasTouch: device === 'phone' })
      const page = await context.newPage()
      await page.goto(`/dev/ui?theme=${theme}`)
      for (const sign of signs) await expect(page.locator(sign).first()).toBeVisible()
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', theme)
      expect(await brokenIn(page, `${theme}, ${device}`)).toEqual([])
      await context.close()
    })

test('look: a chart is drawn when it comes into view, and its table is one key away', async ({ page }) => {
  await page.goto('/dev/ui?theme=dark')
  const chart = page.getByRole('region', { name: 'Sessions a day' }).first()
  await chart.scrollIntoViewIfNeeded()
  await expect(chart.getByRole('img', { name: /^Sessions a day\. This period: / })).toBeVisible()
  await chart.getByRole('button', { name: 'Show Sessions a day as a table' }).focus()
  await page.keyboard.press('Enter')
  await expect(chart.getByRole('row')).toHaveCount(31)
  await expect(chart.getByRole('rowheader', { name: 'Tue, 3 Nov 2026' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(chart.getByRole('table')).toHaveCount(0)
})

test('photos by keyboard: open, on, nearer, a link that is over, close', async ({ page }) => {
  await page.goto('/dev/ui?theme=dark')
  const first = page.getByRole('button', { name: 'Open Rack of 104217, 21 Nov, 10:38' })
  await first.focus()
  await page.keyboard.press('Enter')
  const view = page.getByRole('dialog', { name: 'Rack of 104217' })
  await expect(view.getByText('1 of 4')).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(view.getByText('2 of 4')).toBeVisible()
  await page.keyboard.press('+')
  await expect(view.getByRole('img', { name: 'Rack of 104217' })).toHaveAttribute('style', /scale\(1\.5\)/)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(view.getByText('The link of this photo has expired')).toBeVisible()
  await view.getByRole('button', { name: 'New link' }).click()
  await expect(view.getByRole('img', { name: 'Rack of 104217' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(view).toHaveCount(0)
  await expect(first).toBeFocused()
})

test('spec 2: with the non-production switch off the parts are the empty view', async ({ page }) => {
  await page.route('**/configs/prod.json', async (route) => {
    const reply = await route.fetch()
    await route.fulfill({ response: reply, json: { ...((await reply.json()) as object), non_production: false } })
  })
  await page.goto('/dev/ui')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Wheelhouse')
  await expect(page.getByRole('heading', { name: 'All parts' })).toHaveCount(0)
})
