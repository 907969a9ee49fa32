import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { BrowserContext, BrowserContextOptions, Page, Response } from 'playwright-core'
import { must } from './bench.ts'
import { noteRow, notedAt, openBrowser, openProfile } from './browser.ts'
import type { AwaitedRow } from './browser.ts'

const rowsWithinMs = 30_000

export interface Visit {
  url: string
  /** Written to local storage before the page opens: who is signed in. */
  storage: Record<string, string>
  /** Ends the time. */
  awaited: AwaitedRow
  /** What selects the rows, and the texts that the first of them hold when the page is considered loaded. */
  rows: string
  shows: readonly string[]
  /** The page leaves a service worker behind. */
  hasWorker: boolean
}

export interface Loaded {
  ms: number
  /** JavaScript received by then, each file with gzip, in kB. */
  sizes: Map<string, number>
}

/** Ways to open a page. */
export interface Browsers {
  /** Without cache and storage. */
  cold(visit: Visit): Promise<Loaded>
  /** The same on a line of 40 ms and 10 Mbit/s. */
  line(visit: Visit): Promise<Loaded>
  /** A profile that has been here; the files come from its HTTP cache. */
  warm(visit: Visit): Promise<Loaded>
  /** The same, with the service worker that the page has installed. */
  worker(visit: Visit): Promise<Loaded>
  close(): Promise<void>
}

const line = { latencyMs: 40, bitsPerSecond: 10_000_000 }
/** The first visit fills the cache, the second one lets the browser write what it compiled. */
const visitsBefore = 2

const window: BrowserContextOptions = {
  viewport: { width: 1280, height: 800 },
  locale: 'en-US',
  timezoneId: 'Europe/Tallinn',
}

export async function openBrowsers(folder: string): Promise<Browsers> {
  const browser = await openBrowser()
  const kept = await keptProfile(folder, { ...window, serviceWorkers: 'block' })
  const worker = await keptProfile(folder, window)
  async function fresh(visit: Visit, prepare?: (page: Page) => Promise<void>): Promise<Loaded> {
    const context = await browser.newContext(window)
    try {
      return await load(context, visit, { prepare })
    } finally {
      await context.close()
    }
  }
  return {
    cold: (visit) => fresh(visit),
    line: (visit) => fresh(visit, slowDown),
    warm: (visit) => kept.load({ ...visit, hasWorker: false }),
    worker: (visit) => worker.load(visit),
    async close() {
      await browser.close()
      await kept.close()
      await worker.close()
    },
  }
}

async function keptProfile(folder: string, options: BrowserContextOptions) {
  const profile = await mkdtemp(join(folder, 'profile-'))
  const context = await openProfile(profile, options)
  const known = new Set<string>()
  return {
    async load(visit: Visit): Promise<Loaded> {
      if (!known.has(visit.url))
        for (let count = 0; count < visitsBefore; count++)
          await load(context, visit, { leave: visit.hasWorker ? workerIsReady : undefined })
      known.add(visit.url)
      return load(context, visit, { leave: cameFromCache })
    },
    async close() {
      await context.close()
      await rm(profile, { recursive: true, force: true })
    },
  }
}

async function workerIsReady(page: Page): Promise<void> {
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
}

async function cameFromCache(page: Page): Promise<void> {
  const received = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter((entry) => entry instanceof PerformanceResourceTiming)
      .filter(({ name, transferSize }) => name.endsWith('.js') && transferSize > 0)
      .map(({ name }) => name),
  )
  must(received.length === 0, `A profile that has been here received ${received.join(', ')} again`)
}

async function slowDown(page: Page): Promise<void> {
  const throughput = line.bitsPerSecond / 8
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: line.latencyMs,
    downloadThroughput: throughput,
    uploadThroughput: throughput,
  })
}

interface Around {
  prepare?: ((page: Page) => Promise<void>) | undefined
  leave?: ((page: Page) => Promise<void>) | undefined
}

async function load(context: BrowserContext, visit: Visit, { prepare, leave }: Around): Promise<Loaded> {
  const page = await context.newPage()
  try {
    await page.addInitScript((items) => {
      for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value)
    }, visit.storage)
    await noteRow(page, visit.awaited)
    await prepare?.(page)
    const scripts: Response[] = []
    page.on('response', (response) => void (response.request().resourceType() === 'script' && scripts.push(response)))
    await page.goto(visit.url, { waitUntil: 'commit' })
    const ms = await notedAt(page, rowsWithinMs)
    must(ms !== null, `${visit.url} shows no row that holds '${visit.awaited.text}'`)
    const before = [...scripts]
    await showsRows(page, visit)
    if (prepare === slowDown) await wasSlow(page)
    const sizes = new Map<string, number>()
    for (const script of before) sizes.set(new URL(script.url()).pathname, gzipSync(await script.body()).length / 1_000)
    must(sizes.size > 0, `${visit.url} loaded no JavaScript`)
    await leave?.(page)
    return { ms: ms ?? Number.NaN, sizes }
  } finally {
    await page.close()
  }
}

async function showsRows(page: Page, { url, rows, shows }: Visit): Promise<void> {
  const texts = await page.evaluate(
    (selector) => [...document.querySelectorAll(selector)].map((row) => row.textContent ?? ''),
    rows,
  )
  shows.forEach((text, index) =>
    must(texts[index]?.includes(text) === true, `${url} had no row '${text}' when it was considered loaded`),
  )
}

/** Timings of the network are taken below the emulation and do not show it, so the page asks again; the least counts. */
async function wasSlow(page: Page): Promise<void> {
  const ms = await page.evaluate(async () => {
    const times: number[] = []
    for (let count = 0; count < 3; count++) {
      const began = performance.now()
      await fetch(location.href, { cache: 'no-store' })
      times.push(performance.now() - began)
    }
    return Math.min(...times)
  })
  must(ms >= line.latencyMs, `The line answered in ${Math.round(ms)} ms`)
}
