import { isDeepStrictEqual } from 'node:util'
import type { ParkingSession } from '@wheelhouse/contract/parking-sessions/parking-sessions.ts'
import { listParkingSessions } from '@wheelhouse/contract/parking-sessions/parking-sessions.ts'
import type { Scale } from '@wheelhouse/db/scale/scale.ts'
import { scaleText } from '@wheelhouse/db/scale/sizes.ts'
import type { ViewKey } from '@wheelhouse/db/scale/views.ts'
import { ledger, must } from '../bench.ts'
import type { Bench, Options } from '../bench.ts'
import type { Fixtures } from '../fixtures.ts'
import { answersPerSecond, read, warmUp } from '../http-load.ts'
import type { Call } from '../http-load.ts'
import { interleaved } from '../measure.ts'
import { startPeer } from '../peers/start-peer.ts'

const rowsOnPage = 50
const dayMs = 86_400_000

interface Page {
  items: ParkingSession[]
  next: string | null
  total: number
}

interface Lists {
  scale: Scale
  databaseUrl: string
  call(who: ViewKey, query: Record<string, string>): Promise<Call>
}

async function listsOn(fixtures: Fixtures, sessions: number): Promise<Lists> {
  const filled = await fixtures.filled({ sessions })
  const server = await fixtures.server(filled)
  return {
    scale: filled.scale,
    databaseUrl: filled.url,
    async call(who, query) {
      const search = new URLSearchParams({ limit: String(rowsOnPage), ...query })
      return {
        url: `${server.url}${listParkingSessions.path}?${search}`,
        token: await fixtures.identity.token(filled.scale.people[who].id),
      }
    },
  }
}

const daysBefore = ({ made_at }: Scale, days: number): string =>
  new Date(Date.parse(made_at) - days * dayMs).toISOString()

/** Measures one half of a round. */
const speed =
  (call: Call, { seconds, connections }: Options) =>
  () =>
    answersPerSecond(call, { seconds, connections })

async function allWarm(calls: Call[], { connections }: Options): Promise<void> {
  for (const call of calls) await warmUp(call, { connections })
}

export const listFirst: Bench = {
  name: 'list-first',
  fault: 'signs in as a person who sees nothing, which is quick',
  async run(fixtures, options) {
    const book = ledger('list-first', fixtures)
    for (const sessions of options.scales) {
      const lists = await listsOn(fixtures, sessions)
      const { scale } = lists
      const from = daysBefore(scale, 92)
      const peer = await startPeer('http-peer', fixtures.folder, { DATABASE_URL: lists.databaseUrl })
      const subject = await lists.call(options.isFaulty ? 'nothing' : 'all', { from })
      const asked = `from=${from}&limit=${rowsOnPage}`
      const same = { url: `${peer.url}/sessions?person=${scale.people.all.id}&${asked}` }
      const bare = { url: `${peer.url}/bare-sessions?${asked}` }
      try {
        const page = await read<Page>(subject)
        must(page.items.length === rowsOnPage, `The subject's page has ${page.items.length} rows`)
        for (const other of [same, bare]) {
          const theirs = await read<Page>(other)
          must(
            isDeepStrictEqual(page.items, theirs.items) && page.total === theirs.total,
            `${other.url} has other rows or another total`,
          )
        }
        await allWarm([subject, same, bare], options)
        const description = { size: scaleText(sessions), unit: 'pages/s' }
        book.add(
          {
            ...description,
            what: 'filtered by period, 50 rows, count, who sees 100 % as rows',
            peerName: 'the same query, pg and node:http',
            aim: { is: 'at least', ratio: sessions < 1_000_000 ? 1 : 1.3 },
          },
          await interleaved(options.rounds, speed(subject, options), speed(same, options)),
        )
        book.add(
          { ...description, what: 'the same', peerName: 'the query without any permission, pg and node:http' },
          await interleaved(options.rounds, speed(subject, options), speed(bare, options)),
        )
      } finally {
        await peer.stop()
      }
    }
    return book.lines
  },
}

export const listDeep: Bench = {
  name: 'list-deep',
  fault: 'takes an empty page for the last page',
  async run(fixtures, options) {
    const book = ledger('list-deep', fixtures)
    for (const sessions of options.scales) {
      const lists = await listsOn(fixtures, sessions)
      const first = await lists.call('all', {})
      const before = await read<Page>(await lists.call('all', { to: await timeNearEnd(lists) }))
      const { next } = before
      must(next !== null, 'There is no page before the last one')
      const deep = await lists.call(options.isFaulty ? 'nothing' : 'all', { cursor: next ?? '' })
      const page = await read<Page>(deep)
      const top = await read<Page>(first)
      must(page.items.length === rowsOnPage && page.next === null, `The last page has ${page.items.length} rows`)
      must(
        (page.items[0]?.started_at ?? '') < (top.items.at(-1)?.started_at ?? ''),
        'The last page is not behind the first',
      )
      await allWarm([first, deep], options)
      book.add(
        {
          what: 'the last page by its cursor',
          size: scaleText(sessions),
          unit: 'pages/s',
          peerName: 'own first page',
          aim: { is: 'at least', ratio: 0.9 },
        },
        await interleaved(options.rounds, speed(deep, options), speed(first, options)),
      )
      await beside(fixtures, options, { lists, deep, page, last: before.items.at(-1), book })
    }
    return book.lines
  },
}

interface DeepPage {
  lists: Lists
  deep: Call
  page: Page
  /** The row that the page follows. */
  last: ParkingSession | undefined
  book: ReturnType<typeof ledger>
}

/** The last page beside the same page by hand, which looks at no rights and counts again. */
async function beside(
  fixtures: Fixtures,
  options: Options,
  { lists, deep, page, last, book }: DeepPage,
): Promise<void> {
  const peer = await startPeer('http-peer', fixtures.folder, { DATABASE_URL: lists.databaseUrl })
  try {
    const bare = { url: `${peer.url}/bare-sessions-after?at=${last?.started_at}&id=${last?.id}&limit=${rowsOnPage}` }
    const theirs = await read<Page>(bare)
    must(isDeepStrictEqual(page.items, theirs.items), `${bare.url} has other rows`)
    await allWarm([deep, bare], options)
    book.add(
      {
        what: 'the same',
        size: scaleText(lists.scale.sessions),
        unit: 'pages/s',
        peerName: 'the same page and its count without any permission, pg and node:http',
        aim: { is: 'at least', ratio: 2 },
      },
      await interleaved(options.rounds, speed(deep, options), speed(bare, options)),
    )
  } finally {
    await peer.stop()
  }
}

/** The time before which exactly two pages exist: the cursor of the first leads to the last page of the whole list. */
async function timeNearEnd(lists: Lists): Promise<string> {
  const oldest = await read<Page>(await lists.call('all', { order: 'asc', limit: String(2 * rowsOnPage + 1) }))
  return oldest.items.at(-1)?.started_at ?? ''
}

const worst: readonly ViewKey[] = ['tenth', 'thousandth', 'nothing', 'dormant_tenth', 'dormant_thousandth']
const others: readonly ViewKey[] = ['wide', 'everything']

export const listSelectivity: Bench = {
  name: 'list-selectivity',
  fault: 'requests all pages as a person who sees nothing',
  async run(fixtures, options) {
    const book = ledger('list-selectivity', fixtures)
    for (const sessions of options.scales) {
      const lists = await listsOn(fixtures, sessions)
      const all = await lists.call('all', {})
      for (const who of [...worst, ...others]) {
        const subject = await lists.call(options.isFaulty ? 'nothing' : who, {})
        await checkPage(fixtures, lists, who, subject)
        await allWarm([all, subject], options)
        book.add(
          {
            what: `first page of who ${lists.scale.people[who].name.toLowerCase()}`,
            size: scaleText(sessions),
            unit: 'pages/s',
            peerName: 'who sees 100 % as rows',
            ...(worst.includes(who)
              ? {
                  aim: {
                    is: 'at least' as const,
                    ratio: 0.3,
                  },
                }
              : {}),
          },
          await interleaved(options.rounds, speed(subject, options), speed(all, options)),
        )
      }
    }
    return book.lines
  },
}

/** Compares the page with the grant tables themselves. */
async function checkPage(fixtures: Fixtures, { scale }: Lists, who: ViewKey, subject: Call): Promise<void> {
  const { pool } = await fixtures.filled({ sessions: scale.sessions })
  const { rows } = await pool.query<{ id: string }>(
    `with seen as materialized (select distinct m.resource_id from role_grants g join resource_group_members m using (group_id) where g.person_id = $1 and m.resource_type = 'location')
     select id from parking_sessions where status = 'ended' and ($2 or location_id in (select resource_id from seen)) order by started_at desc, id desc limit ${rowsOnPage}`,
    [scale.people[who].id, who === 'everything'],
  )
  const page = await read<Page>(subject)
  const same = isDeepStrictEqual(
    page.items.map((item) => item.id),
    rows.map((row) => row.id),
  )
  must(
    same,
    `Who ${scale.people[who].name.toLowerCase()} gets ${page.items.length} rows, and not the ${rows.length} that the grants say`,
  )
}
