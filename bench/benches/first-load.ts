import { gzipSync } from 'node:zlib'
import type { Browser, Response } from 'playwright-core'
import type { ParkingSession } from '@wheelhouse/contract/parking-sessions/parking-sessions.ts'
import { listParkingSessions } from '@wheelhouse/contract/parking-sessions/parking-sessions.ts'
import { buildConsole } from '../../scripts/console-build.ts'
import { ledger, must } from '../bench.ts'
import type { Bench } from '../bench.ts'
import { noteText, notedAt, openBrowser } from '../browser.ts'
import { buildPages } from '../build-pages.ts'
import { read } from '../http-load.ts'
import { interleaved } from '../measure.ts'
import { startPeer } from '../peers/start-peer.ts'

const sessions = 10_000
const rowsWithinMs = 30_000

interface Visit {
  url: string
  /** Written to local storage before the page opens: who is signed in. */
  storage: Record<string, string>
  text: string
}

interface Loaded {
  ms: number
  /** JavaScript received by then, each file with gzip. */
  kB: number
  sizes: Map<string, number>
}

export const firstLoad: Bench = {
  name: 'first-load',
  fault: 'waits for a text that appears before any row',
  async run(fixtures, options) {
    const book = ledger('first-load', fixtures)
    await buildConsole(fixtures.say)
    const pages = await buildPages(fixtures.folder)
    const filled = await fixtures.filled({ sessions })
    const server = await fixtures.server(filled)
    const person = filled.scale.people.everything
    const token = await fixtures.identity.token(person.id)
    const [first] = (
      await read<{ items: ParkingSession[] }>({ url: `${server.url}${listParkingSessions.path}?limit=100`, token })
    ).items
    if (!first) throw new Error('There are no sessions')
    const peer = await startPeer('page-peer', fixtures.folder, { DATABASE_URL: filled.url, PAGES: pages })
    const browser = await openBrowser()
    const text = options.isFaulty ? 'Wheelhouse' : first.location_label
    const subject: Visit = { url: `${server.url}/device-sessions/history`, storage: signedIn(token, person), text }
    const bare: Visit = { url: `${peer.url}/first-load/`, storage: {}, text: first.location_label }
    const sizes = { subject: [] as number[], peer: [] as number[] }
    const visit = (who: 'subject' | 'peer', what: Visit) => async () => {
      const { ms, kB } = await load(browser, what, first)
      sizes[who].push(kB)
      return ms
    }
    try {
      const description = { size: 'cold cache', peerName: 'React and TanStack Table, the same rows' }
      // The first visit compresses and compiles files for all later ones, so it is not measured.
      const { sizes: files } = await load(browser, subject, first)
      for (const [file, size] of [...files].toSorted((a, b) => b[1] - a[1]).slice(0, 10))
        fixtures.say(`  ${size.toFixed(1).padStart(6)} kB  ${file}`)
      await visit('peer', bare)()
      sizes.subject.length = sizes.peer.length = 0
      const rounds = await interleaved(options.rounds, visit('subject', subject), visit('peer', bare))
      book.add(
        { ...description, what: 'to the first row in Chromium', unit: 'ms', aim: { is: 'at most', ratio: 1.5 } },
        rounds,
      )
      book.add(
        { ...description, what: 'JavaScript before the first row, gzip', unit: 'kB', aim: { is: 'under', value: 130 } },
        { ...rounds, ...sizes },
      )
    } finally {
      await browser.close()
      await peer.stop()
    }
    return book.lines
  },
}

/**
 * The session as the console stores it (stores/auth-store.ts), with a token valid for hours, so that no renewal is
 * measured.
 */
function signedIn(accessToken: string, { id, email }: { id: string; email: string }): Record<string, string> {
  const expiresAt = Date.now() + 11 * 3_600_000
  const kept = { accessToken, email, sub: id, organizationId: null, expiresAt }
  const state = {
    refreshToken: 'kept',
    accessTokens: { 'console.user signin.user.admin': kept },
    codeVerifier: null,
    afterLoginPath: null,
  }
  return { 'wheelhouse.auth': JSON.stringify({ state, version: 0 }) }
}

/** A new context starts without cache and storage. */
async function load(browser: Browser, { url, storage, text }: Visit, first: ParkingSession): Promise<Loaded> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
    timezoneId: 'Europe/Tallinn',
  })
  try {
    const page = await context.newPage()
    await page.addInitScript((items) => {
      for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value)
    }, storage)
    await noteText(page, text)
    const scripts: Response[] = []
    page.on('response', (response) => void (response.request().resourceType() === 'script' && scripts.push(response)))
    await page.goto(url, { waitUntil: 'commit' })
    const ms = await notedAt(page, rowsWithinMs)
    must(ms !== null, `${url} shows no row that holds '${text}'`)
    const before = [...scripts]
    const isRow = (await page.textContent('body'))?.includes(`${first.location_code} ${first.location_label}`)
    must(isRow === true, `${url} had no row when it was considered loaded`)
    const sizes = new Map<string, number>()
    for (const script of before) sizes.set(new URL(script.url()).pathname, gzipSync(await script.body()).length / 1_000)
    must(sizes.size > 0, `${url} loaded no JavaScript`)
    return { ms: ms ?? Number.NaN, kB: [...sizes.values()].reduce((sum, size) => sum + size, 0), sizes }
  } finally {
    await context.close()
  }
}
