import { isDeepStrictEqual } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import { locationPoints, locationPointsAtMost } from '@wheelhouse/contract/locations/location-points.ts'
import type { LocationPoints } from '@wheelhouse/contract/locations/location-points.ts'
import { buildConsole } from '../../scripts/console-build.ts'
import { ledger, must } from '../bench.ts'
import type { Bench } from '../bench.ts'
import { openMapBrowser } from '../browser.ts'
import { buildPages } from '../build-pages.ts'
import { drawnAt, noteDrawing } from '../drawing.ts'
import { noteFrames, notedFrames } from '../frames.ts'
import { read } from '../http-load.ts'
import type { Call } from '../http-load.ts'
import { chosenStatus, fillPlaces } from '../map-points.ts'
import { interleavedSides } from '../measure.ts'
import type { Rounds } from '../measure.ts'
import { startPeer } from '../peers/start-peer.ts'
import { signedIn } from '../signed-in.ts'

/** A size that no other benchmark uses: their lists shall not hold so many places. */
const sessions = 1_500
const panMs = 6_000
const stepMs = 16
const radiusPx = 160
const peerName = 'bare MapLibre, the same points and coasts'

type Took = Record<'load' | 'pan' | 'filter' | 'p95', number>

/** A page with the map, and how this benchmark works it. */
interface Side {
  url: string
  storage: Record<string, string>
  /** What is asked for is there, though it may not be drawn yet. */
  isThere(page: Page, count: number): Promise<boolean>
  narrow(page: Page): Promise<void>
  /** Marks are under the pointer somewhere in view. */
  hasMarks(page: Page): Promise<boolean>
}

export const map: Bench = {
  name: 'map',
  fault: 'the call for the points is answered without any',
  async run(fixtures, options) {
    const book = ledger('map', fixtures)
    await buildConsole(fixtures.say)
    const pages = await buildPages(fixtures.folder, ['map-bare'])
    const filled = await fixtures.filled({ sessions })
    await fillPlaces(filled, fixtures.say)
    const server = await fixtures.server(filled)
    const person = filled.scale.people.everything
    const token = await fixtures.identity.token(person.id)
    const peer = await startPeer('page-peer', fixtures.folder, { DATABASE_URL: filled.url, PAGES: pages })
    const counts = await samePoints({ url: `${server.url}${locationPoints.path}`, token }, `${peer.url}/points`)
    const browser = await openMapBrowser()
    const sides = { subject: consoleMap(server.url, signedIn(token, person)), peer: bareMap(peer.url) }
    const took: Record<keyof typeof sides, Took[]> = { subject: [], peer: [] }
    const turn = (which: keyof typeof sides) => async () => {
      took[which].push(
        await useOnce(browser, sides[which], { counts, isEmpty: options.isFaulty && which === 'subject' }),
      )
      return took[which].length
    }
    try {
      const { load } = await interleavedSides(options.rounds, { subject: turn('subject'), peer: turn('peer') })
      const rounds = (figure: (one: Took) => number): Rounds => ({
        subject: took.subject.map(figure),
        peer: took.peer.map(figure),
        load,
      })
      const line = { size: '100k points', peerName, aim: { is: 'at most' as const, ratio: 1.3 } }
      book.add(
        { ...line, what: 'from the address to the last drawing', unit: 'ms' },
        rounds((one) => one.load),
      )
      book.add(
        { ...line, what: 'frames dropped in 6 s of dragging', unit: 'frames' },
        rounds((one) => one.pan),
      )
      book.add(
        { size: line.size, peerName, what: 'time between frames, p95', unit: 'ms' },
        rounds((one) => one.p95),
      )
      book.add(
        { ...line, what: 'from a filter to the last drawing', unit: 'ms' },
        rounds((one) => one.filter),
      )
    } finally {
      await browser.close()
      await peer.stop()
    }
    return book.lines
  },
}

interface Counts {
  all: number
  chosen: number
}

async function samePoints(call: Call, peerUrl: string): Promise<Counts> {
  const placeOf = ({ id, code, label, latitude, longitude, status }: LocationPoints['items'][number]) => ({
    id,
    code,
    label,
    latitude,
    longitude,
    status,
  })
  const ours = async (query: string) =>
    (await read<LocationPoints>({ ...call, url: `${call.url}${query}` })).items.map(placeOf)
  const theirs = async (query: string) => (await read<LocationPoints>({ url: `${peerUrl}${query}` })).items
  const chosen = `?status=${chosenStatus}`
  const [all, narrowed] = [await ours(''), await ours(chosen)]
  must(all.length === locationPointsAtMost, `There are ${all.length} points`)
  must(isDeepStrictEqual(all, await theirs('')), 'Subject and peer have different points')
  must(isDeepStrictEqual(narrowed, await theirs(chosen)), 'Subject and peer filter differently')
  return { all: all.length, chosen: narrowed.length }
}

const digits = new Intl.NumberFormat('en-US')

function consoleMap(url: string, storage: Record<string, string>): Side {
  const path = '/locations?view=map'
  return {
    url: `${url}${path}`,
    storage,
    isThere: (page, expected) =>
      holds(
        page,
        ({ text }) => document.querySelector('section[aria-label="In view"]')?.textContent.includes(text),
        expected,
      ),
    narrow: (page) => page.evaluate((href) => history.pushState(null, '', href), `${path}&status=${chosenStatus}`),
    hasMarks: isUnderPointer,
  }
}

const bareMap = (url: string): Side => ({
  url: `${url}/map-bare/`,
  storage: {},
  isThere: (page, expected) => holds(page, ({ count }) => window.pointCount === count, expected),
  narrow: (page) => page.evaluate((status) => window.showPoints?.(status), chosenStatus),
  hasMarks: async (page) => (await page.evaluate(() => window.drawnMarks?.() ?? 0)) > 0,
})

const withinMs = 60_000

interface Wanted {
  text: string
  count: number
}

function holds(page: Page, condition: (wanted: Wanted) => boolean | undefined, count: number): Promise<boolean> {
  const wanted: Wanted = { text: digits.format(count), count }
  return page.waitForFunction(condition, wanted, { timeout: withinMs }).then(
    () => true,
    () => false,
  )
}

/** The console says by the shape of the pointer that it is above a mark. */
async function isUnderPointer(page: Page): Promise<boolean> {
  const box = await page.locator('canvas').first().boundingBox()
  if (box === null) return false
  for (let place = 1; place < 60; place++) {
    await page.mouse.move(box.x + (box.width * place) / 60, box.y + box.height * (0.3 + (place % 5) / 10))
    if ((await page.locator('[data-pointer=open]').count()) > 0) return true
  }
  return false
}

interface Use {
  counts: Counts
  /** The planted fault. */
  isEmpty: boolean
}

/** Opens the map in a new window, drags it, and narrows it. */
async function useOnce(browser: Browser, side: Side, { counts, isEmpty }: Use): Promise<Took> {
  // A flight of the map has a length that says nothing of what it draws.
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  })
  try {
    const page = await context.newPage()
    await page.addInitScript((items) => {
      for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value)
    }, side.storage)
    await page.addInitScript(noteDrawing)
    if (isEmpty)
      await page.route(`**${locationPoints.path}*`, (route) =>
        route.fulfill({ json: { items: [], total: counts.all, cities: [] } }),
      )
    await page.goto(side.url, { waitUntil: 'commit' })
    await shows(page, side, counts.all)
    const load = await drawnAt(page)
    must(await side.hasMarks(page), `${side.url} draws no points`)
    const { dropped, p95 } = await drag(page)
    await drawnAt(page)
    const began = await page.evaluate(() => performance.now())
    await side.narrow(page)
    await shows(page, side, counts.chosen)
    const filter = (await drawnAt(page)) - began
    must(await side.hasMarks(page), `${side.url} draws no points of a filter`)
    return { load, pan: dropped, p95, filter }
  } finally {
    await context.close()
  }
}

async function shows(page: Page, side: Side, expected: number): Promise<void> {
  must(await side.isThere(page, expected), `${side.url} has no ${digits.format(expected)} points`)
}

/** Round in circles, so that the same tiles are met again and new ones are, too. */
async function drag(page: Page) {
  const box = await page.locator('canvas').first().boundingBox()
  must(box !== null, 'There is no map to be dragged')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await noteFrames(page)
  await page.mouse.down()
  const began = Date.now()
  for (let passed = 0; passed < panMs; passed = Date.now() - began) {
    const angle = passed / 300
    await page.mouse.move(x + radiusPx * Math.sin(angle), y + radiusPx * Math.cos(angle * 0.7) - radiusPx)
    await page.waitForTimeout(stepMs)
  }
  await page.mouse.up()
  return notedFrames(page)
}
