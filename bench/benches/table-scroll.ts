import type { Browser } from 'playwright-core'
import { ledger, must } from '../bench.ts'
import type { Bench } from '../bench.ts'
import { openBrowser } from '../browser.ts'
import { buildPages } from '../build-pages.ts'
import { noteFrames, notedFrames } from '../frames.ts'
import type { Frames } from '../frames.ts'
import { interleaved } from '../measure.ts'
import { startPeer } from '../peers/start-peer.ts'

const scrollMs = 10_000
const wheelEveryMs = 16
const wheelBy = 240

const tables = {
  ours: { path: 'scroll-ours/', scroller: '[role=region][aria-label=Rows]', row: '[role=row][data-index]' },
  grid: { path: 'scroll-grid/', scroller: '.ag-grid-viewport', row: '.ag-row' },
} as const
type Table = (typeof tables)[keyof typeof tables]

export const tableScroll: Bench = {
  name: 'table-scroll',
  fault: 'the wheel turns outside the table, so that nothing has to be drawn',
  async run(fixtures, options) {
    const book = ledger('table-scroll', fixtures)
    const pages = await buildPages(fixtures.folder, ['scroll-ours', 'scroll-grid'])
    const peer = await startPeer('page-peer', fixtures.folder, {
      DATABASE_URL: (await fixtures.filled({ sessions: 10_000 })).url,
      PAGES: pages,
    })
    // No other process should use the processors during the measurement.
    await fixtures.stopServer()
    const browser = await openBrowser()
    const frames: Record<keyof typeof tables, number[]> = { ours: [], grid: [] }
    const turn = (which: keyof typeof tables) => async () => {
      const { dropped, p95 } = await scrollOnce(browser, peer.url, tables[which], options.isFaulty && which === 'ours')
      frames[which].push(p95)
      return dropped
    }
    try {
      const rounds = await interleaved(options.rounds, turn('ours'), turn('grid'))
      const description = { size: '100k rows', peerName: 'AG Grid, same script' }
      book.add(
        { ...description, what: 'frames dropped in 10 s of wheel', unit: 'frames', aim: { is: 'peer plus', more: 0 } },
        rounds,
      )
      book.add(
        { ...description, what: 'time between frames, p95', unit: 'ms' },
        { ...rounds, subject: frames.ours, peer: frames.grid },
      )
    } finally {
      await browser.close()
      await peer.stop()
    }
    return book.lines
  },
}

async function scrollOnce(browser: Browser, url: string, table: Table, isBeside: boolean): Promise<Frames> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  try {
    await page.goto(`${url}/${table.path}`)
    await page.waitForSelector(table.row)
    await page.mouse.move(600, 400)
    await noteFrames(page)
    const until = Date.now() + scrollMs
    while (Date.now() < until) {
      if (!isBeside) await page.mouse.wheel(0, wheelBy)
      await page.waitForTimeout(wheelEveryMs)
    }
    const frames = await notedFrames(page)
    await assertMoved(page, table)
    return frames
  } finally {
    await page.close()
  }
}

/** Checks that the table scrolled far and has drawn rows where it stopped. */
async function assertMoved(page: Awaited<ReturnType<Browser['newPage']>>, { scroller, row }: Table): Promise<void> {
  const top = await page.evaluate((selector) => document.querySelector(selector)?.scrollTop ?? 0, scroller)
  must(top > 20_000, `The table was scrolled to ${Math.round(top)} px only`)
  const drawn = await page.evaluate(
    (selector) =>
      [...document.querySelectorAll(selector)].filter((element) => {
        const { bottom, top: above } = element.getBoundingClientRect()
        return bottom > 0 && above < innerHeight && (element.textContent ?? '').includes('Station')
      }).length,
    row,
  )
  must(drawn >= 10, `Only ${drawn} rows are drawn where the table stopped`)
}
