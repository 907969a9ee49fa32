import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { certain } from '@wheelhouse/contract/certain.ts'
import { scaleText } from '@wheelhouse/db/scale/sizes.ts'
import { buildConsole } from '../../scripts/console-build.ts'
import { ledger, must } from '../bench.ts'
import type { Bench } from '../bench.ts'
import { openProfile } from '../browser.ts'
import { clickAndWatch } from '../click-to-shown.ts'
import { loadNow, quantile } from '../measure.ts'
import { fillMoney } from '../money-rows.ts'
import { heading, tour } from '../route-tour.ts'
import type { Step } from '../route-tour.ts'
import { signedIn } from '../signed-in.ts'

const atMostMs = 50
/** The first visits fill the cache and teach which call each screen makes. */
const visitsBefore = 2
/** The console loads what it may need later from three seconds after its start. */
const startMs = 5_000
const settledMs = 500

/** What a visit before the first round found out. */
interface Known {
  url: string
  heading: string
}

interface Window {
  page: Page
  token: string
  known: Map<Step, Known>
  isFaulty: boolean
}

interface Figures {
  subject: number[]
  peer: number[]
}

export const routeChange: Bench = {
  name: 'route-change',
  fault: 'waits for the heading of the screen, which is there before its rows',
  async run(fixtures, options) {
    const book = ledger('route-change', fixtures)
    await buildConsole(fixtures.say)
    for (const sessions of options.scales) {
      const filled = await fixtures.filled({ sessions })
      await fillMoney(filled, fixtures.say)
      const server = await fixtures.server(filled)
      const person = filled.scale.people.everything
      const token = await fixtures.identity.token(person.id)
      const profile = await mkdtemp(join(fixtures.folder, 'profile-'))
      const context = await openProfile(profile, { viewport: { width: 1440, height: 900 }, locale: 'en-US' })
      const figures = new Map<Step, Figures>(tour.map((step) => [step, { subject: [], peer: [] }]))
      const load: number[] = []
      const visit = { url: server.url, token, storage: signedIn(token, person), isFaulty: options.isFaulty }
      const known = new Map<Step, Known>()
      try {
        for (let round = -visitsBefore; round < options.rounds; round++) {
          const took = await walk(context, { ...visit, known }, round)
          if (round < 0) continue
          for (const [step, { subject, peer }] of took) {
            figures.get(step)?.subject.push(subject)
            figures.get(step)?.peer.push(peer)
          }
          load.push(loadNow())
        }
      } finally {
        await context.close()
        await rm(profile, { recursive: true, force: true })
      }
      report(book, { figures, load, size: scaleText(sessions) })
    }
    return book.lines
  },
}

interface Visit extends Omit<Window, 'page'> {
  url: string
  storage: Record<string, string>
}

type Took = Map<Step, { subject: number; peer: number }>

/** Opens the console and clicks through all screens, each of which is new in this window. */
async function walk(context: BrowserContext, { url, storage, ...visit }: Visit, round: number): Promise<Took> {
  const page = await context.newPage()
  const took: Took = new Map()
  try {
    await page.addInitScript((items) => {
      for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value)
    }, storage)
    await page.goto(`${url}/profile`)
    await page.waitForSelector(heading)
    await page.waitForTimeout(startMs)
    for (const step of tour) took.set(step, await stepOnce({ ...visit, page }, step, round))
    return took
  } finally {
    await page.close()
  }
}

async function stepOnce(window: Window, step: Step, round: number): Promise<{ subject: number; peer: number }> {
  const { page, token, known } = window
  const before = known.get(step)
  for (const link of step.links.slice(0, -1)) await clickAndRest(page, link)
  const isFirst = round % 2 !== 0 && before !== undefined
  const first = isFirst ? await answerMs(page, before.url, token) : null
  const calls: string[] = []
  const pattern = new RegExp(`^${step.call.path.replace(/:\w+/g, '[^/]+')}$`)
  const note = (request: { url(): string; method(): string }): void => {
    const url = new URL(request.url())
    if (request.method() === 'GET' && pattern.test(url.pathname) && !url.searchParams.has('cursor'))
      calls.push(url.href)
  }
  page.on('request', note)
  const shown = await clickAndWatch(page, certain(step.links.at(-1)), {
    selector: window.isFaulty ? heading : step.shows,
    text: step.shows === heading ? (before?.heading ?? null) : null,
  })
  // The first visit does not know the heading yet, and takes that of the empty page.
  const asked = before === undefined ? 1 : calls.length
  await page.waitForTimeout(settledMs)
  page.off('request', note)
  must(asked === 1, `${step.what}: one call of ${step.call.path} is enough, not ${asked}: ${calls.join(' ')}`)
  const [url = ''] = calls
  must(url !== '', `${step.what}: ${step.call.path} was not called`)
  await saysWhatWasAnswered(page, { step, url, token, shown: shown.text })
  known.set(step, { url, heading: (await page.locator(heading).first().textContent()) ?? '' })
  return { subject: shown.ms, peer: first ?? (await answerMs(page, url, token)) }
}

async function clickAndRest(page: Page, link: string): Promise<void> {
  await page.locator(link).first().click()
  await page.waitForTimeout(settledMs)
}

const headersOf = (token: string) => ({ accept: 'application/json', authorization: `Bearer ${token}` })

/** The same call in the same window while it does nothing else, until the last byte of the answer. */
const answerMs = (page: Page, url: string, token: string): Promise<number> =>
  page.evaluate(
    async ({ url, headers }) => {
      const began = performance.now()
      const answer = await fetch(url, { headers, cache: 'no-store' })
      await answer.text()
      return performance.now() - began
    },
    { url, headers: headersOf(token) },
  )

interface Said {
  step: Step
  url: string
  token: string
  /** What the awaited element held. */
  shown: string
}

/** The first row has words of an item that was answered; the page of a thing names the thing. */
async function saysWhatWasAnswered(page: Page, { step, url, token, shown }: Said): Promise<void> {
  const answer: unknown = await page.evaluate(
    async ({ url, headers }) => {
      const body: unknown = await (await fetch(url, { headers })).json()
      return body
    },
    { url, headers: headersOf(token) },
  )
  const words = wordsOf(step.shows === heading ? answer : itemsOf(answer))
  const text = (step.shows === heading ? await page.locator('#main').innerText() : shown).replace(/\s/g, '')
  must(
    words.some((word) => text.includes(word)),
    `${step.what}: '${shown.slice(0, 80)}' appeared, which holds nothing of what the call answered`,
  )
}

function itemsOf(answer: unknown): unknown[] {
  if (Array.isArray(answer)) return answer
  if (typeof answer !== 'object' || answer === null || !('items' in answer)) return []
  return Array.isArray(answer.items) ? answer.items : []
}

/** The texts within an answer that are long enough to be found by. */
function wordsOf(value: unknown): string[] {
  if (typeof value === 'string') return value.length >= 4 ? [value.replace(/\s/g, '')] : []
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(wordsOf) : []
}

interface Report {
  figures: ReadonlyMap<Step, Figures>
  load: number[]
  size: string
}

function report(book: ReturnType<typeof ledger>, { figures, load, size }: Report): void {
  const aim = { is: 'peer plus' as const, more: atMostMs }
  for (const [{ what }, { subject, peer }] of figures)
    book.add({ what: `click to ${what}`, size, unit: 'ms', peerName: 'the call itself', aim }, { subject, peer, load })
  const overheads = [...figures.values()].map(({ subject, peer }) =>
    subject.map((ms, round) => ms - certain(peer[round])),
  )
  const worst = certain(overheads.toSorted((a, b) => quantile(b, 0.5) - quantile(a, 0.5))[0])
  const middle = load.map((_, round) =>
    quantile(
      overheads.map((route) => certain(route[round])),
      0.5,
    ),
  )
  const line = { size, unit: 'ms', peerName: '', aim: { is: 'under' as const, value: atMostMs } }
  book.add({ ...line, what: `beyond the call, median of ${figures.size} screens` }, { subject: middle, peer: [], load })
  book.add({ ...line, what: 'beyond the call, the slowest screen' }, { subject: worst, peer: [], load })
}
