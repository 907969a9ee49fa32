import { readFile } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import { colourRules, findAccessibilityFaults } from '../accessibility.ts'

// The specification asks for WCAG 2.2 at level AA: of each part in all its states, in both themes, on a desktop and on a phone.
const sizes = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } }

/** Each of these appears when its section has replaced its skeleton. */
const loadedSections = [
  '#glyphs',
  '#details dl',
  '#forms form',
  '#charts [aria-pressed]',
  '#field svg[role=img]',
  '#photos li',
]

for (const [device, viewport] of Object.entries(sizes))
  test(`every part on /dev/ui follows WCAG 2.2 AA in both themes, on a ${device}`, async ({ browser }) => {
    const context = await browser.newContext({ viewport, reducedMotion: 'reduce', hasTouch: device === 'phone' })
    const page = await context.newPage()
    for (const theme of ['dark', 'light']) {
      await page.goto(`/dev/ui?theme=${theme}`)
      for (const section of loadedSections) await expect(page.locator(section).first()).toBeVisible()
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', theme)
      const rules = theme === 'dark' ? undefined : colourRules
      expect(await findAccessibilityFaults(page, `${theme}, ${device}`, undefined, rules)).toEqual([])
    }
    await context.close()
  })

test('a chart is drawn when it comes into view, and Enter on its button shows it as a table', async ({ page }) => {
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

test('keyboard and screen reader: the arrow keys go through the values of a chart, and its file has them', async ({
  page,
}) => {
  await page.goto('/dev/ui?theme=dark')
  const chart = page.getByRole('region', { name: 'Sessions a day' }).first()
  await chart.scrollIntoViewIfNeeded()
  const values = chart.getByRole('slider', { name: 'Values of Sessions a day' })
  await values.focus()
  await expect(values).toHaveAttribute('aria-valuetext', /^Sat, 21 Nov 2026: This period 2,250, .*, Today so far$/)
  await page.keyboard.press('Home')
  await expect(values).toHaveAttribute('aria-valuetext', /^Fri, 23 Oct 2026: This period [\d,]+, Previous [\d,]+$/)
  const tip = chart.locator('.chart-tip')
  await expect(tip.getByText('Fri, 23 Oct 2026')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(tip.getByText('Fri, 23 Oct 2026')).toBeHidden()
  await expect(values).toBeFocused()

  const heat = page.getByRole('region', { name: 'Occupancy by hour and weekday' })
  await heat.scrollIntoViewIfNeeded()
  const cells = heat.getByRole('slider')
  await cells.focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('End')
  await expect(cells).toHaveAttribute('aria-valuetext', /^Tue, 23:00 to 24:00: \d+ %/)
  await expect(heat.locator('.chart-tip').getByText('Tue, 23:00 to 24:00')).toBeVisible()

  await chart.getByRole('button', { name: 'Show Sessions a day as a table' }).press('Enter')
  const downloading = page.waitForEvent('download')
  await chart.getByRole('link', { name: 'Download Sessions a day as CSV' }).press('Enter')
  const download = await downloading
  expect(download.suggestedFilename()).toBe('sessions-a-day.csv')
  expect(await readFile(await download.path(), 'utf8')).toMatch(
    /^\uFEFFDay,This period,Previous\r\n"Fri, 23 Oct 2026",\d+,/,
  )
})

test('keyboard only: photos are opened, paged, zoomed, given a new link and closed', async ({ page }) => {
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

test('spec 2: in production /dev/ui shows the empty view', async ({ page }) => {
  await page.route('**/configs/prod.json', async (route) => {
    const reply = await route.fetch()
    await route.fulfill({ response: reply, json: { ...((await reply.json()) as object), non_production: false } })
  })
  await page.goto('/dev/ui')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Wheelhouse')
  await expect(page.getByRole('heading', { name: 'All parts' })).toHaveCount(0)
})
