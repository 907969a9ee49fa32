import { scaleText } from '@wheelhouse/db/scale/sizes.ts'
import type { ViewKey } from '@wheelhouse/db/scale/views.ts'
import type { ChartId, Figures } from '@wheelhouse/contract/dashboards/charts.ts'
import { getDashboardFigures } from '@wheelhouse/contract/dashboards/dashboards.ts'
import { ledger, must } from '../bench.ts'
import type { Bench, Options } from '../bench.ts'
import { compared } from '../dashboard-check.ts'
import { boards, makeBoards } from '../dashboard-rows.ts'
import type { Board } from '../dashboard-rows.ts'
import type { Filled, Fixtures } from '../fixtures.ts'
import { read } from '../http-load.ts'
import { interleaved, interleavedSides, repeated } from '../measure.ts'
import type { Aim, Rounds } from '../measure.ts'
import { openDashboardPeer } from '../peers/dashboard-peer.ts'
import type { AskedByHand, DashboardPeer } from '../peers/dashboard-peer.ts'
import { peopleByMonth } from '../peers/dashboard-queries.ts'
import { fillFigures } from '../rollup-rows.ts'

const viewers: readonly ViewKey[] = ['everything', 'all', 'tenth', 'thousandth']
const yearDays = 365
const dayMs = 86_400_000
const fromRollupsMs = 20
const warmAnswers = 20
const ofBare = { is: 'at most', ratio: 1.2 } as const

export const dashboardYear: Bench = {
  name: 'dashboard-year',
  fault: 'asks for the figures of a single day',
  async run(fixtures, options) {
    const book = ledger('dashboard-year', fixtures)
    for (const sessions of options.scales) {
      const filled = await fixtures.filled({ sessions })
      await fillFigures(filled, fixtures.say)
      await makeBoards(filled, viewers)
      const peer = openDashboardPeer(filled)
      try {
        for (const who of viewers) await measureViewer(who, { fixtures, filled, peer, book, options })
      } finally {
        await peer.end()
      }
    }
    return book.lines
  },
}

interface Measuring {
  fixtures: Fixtures
  filled: Filled
  peer: DashboardPeer
  book: ReturnType<typeof ledger>
  options: Options
}

async function measureViewer(
  who: ViewKey,
  { fixtures, filled, peer, book, options: { rounds, isFaulty } }: Measuring,
): Promise<void> {
  const { id: person, name: seenAs } = filled.scale.people[who]
  const name = seenAs.toLowerCase()
  const { from, to } = daysOf(filled, isFaulty ? 1 : yearDays)
  const year = daysOf(filled, yearDays)
  const token = await fixtures.identity.token(person)
  const ask = async (board: Board) => figures(fixtures, filled, { token, board, from, to })
  const byHand = { person, isEverything: who === 'everything', ...year }
  await checkTwelve(fixtures, await ask('twelve'), { name, peer, byHand })
  const seen = valuesOf(await ask('sessions'), 'sessions')
  must(seen > 0 && seen === (await sessionsSeen(filled, who, year)), `Who ${name} is shown ${seen} sessions`)
  // Its statements are planned on each connection, and its code is compiled, before the first round.
  for (let time = 0; time < warmAnswers; time++) await Promise.all([ask('sessions'), ask('people')])
  const line = (what: string, peerName: string, aim: Aim) => {
    return { size: scaleText(filled.scale.sessions), unit: 'ms', what, peerName, aim }
  }
  const bare = async () => filled.pool.query(peopleByMonth(byHand.isEverything), [person, year.from, year.to])
  book.add(
    line(`sessions of a year, who ${name}, from the rollups`, '', { is: 'under', value: fromRollupsMs }),
    await repeated(rounds, () => timed(() => ask('sessions'))),
  )
  book.add(
    line(`riders of a year, who ${name}, from the sessions`, 'the same count, pg', ofBare),
    await interleaved(
      rounds,
      () => timed(() => ask('people')),
      () => timed(bare),
    ),
  )
  book.add(
    line(`twelve charts of a year, who ${name}`, 'the same by hand, pg, the faster of one connection and four', ofBare),
    await besideFaster(rounds, () => ask('twelve'), peer, byHand),
  )
}

interface Twelve {
  name: string
  peer: DashboardPeer
  byHand: Omit<AskedByHand, 'now'>
}

/** Each number of the twelve charts is the one that is found by hand. */
async function checkTwelve({ say }: Fixtures, shown: Figures, { name, peer, byHand }: Twelve): Promise<void> {
  const hidden = shown.charts.filter(({ kind }) => kind === 'hidden').map(({ chart }) => chart)
  must(hidden.length === 0, `Who ${name} is not shown ${hidden.join(', ')}`)
  const { numbers, difference } = compared(shown, await peer.atOnce({ ...byHand, now: shown.at }))
  must(difference === null, `Who ${name}: ${difference}`)
  const charts = new Set(shown.charts.map(({ chart }) => chart)).size
  say(`  Who ${name}: ${numbers} numbers of ${charts} charts are those found by hand`)
}

const warmRounds = 6

/**
 * The dashboard beside its charts by hand. Our dashboards read two charts at a time, so that nobody takes all connections; one who
 * wants to be fast by hand reads as many as there are at once. The peer of a round is the faster of both.
 */
async function besideFaster(
  rounds: number,
  ask: () => Promise<unknown>,
  { inOne, atOnce }: DashboardPeer,
  byHand: Omit<AskedByHand, 'now'>,
): Promise<Rounds> {
  const asked = () => ({ ...byHand, now: new Date().toISOString() })
  const sides = {
    subject: () => timed(ask),
    one: () => timed(() => inOne(asked())),
    several: () => timed(() => atOnce(asked())),
  }
  // Both plan on each connection, and PostgreSQL chooses between plans at the sixth time.
  await interleavedSides(warmRounds, sides)
  const { figures: times, load } = await interleavedSides(rounds, sides)
  const peer = times.one.map((time, round) => Math.min(time, times.several[round] ?? time))
  return { subject: times.subject, peer, load }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

function daysOf({ scale }: Filled, days: number) {
  const last = Date.parse(scale.made_at) - dayMs
  const day = (at: number): string => new Date(at).toISOString().slice(0, 10)
  return { from: day(last - (days - 1) * dayMs), to: day(last) }
}

interface Asked {
  /** Made before the time is taken: making one costs as much as counting the riders of few places. */
  token: string
  board: Board
  from: string
  to: string
}
async function figures(fixtures: Fixtures, filled: Filled, { token, board, from, to }: Asked): Promise<Figures> {
  const server = await fixtures.server(filled)
  const path = getDashboardFigures.path.replace(':dashboard_id', boards[board].id)
  return read<Figures>({
    url: `${server.url}${path}?from=${from}&to=${to}&compare=none`,
    token,
  })
}

function valuesOf({ charts }: Figures, chart: ChartId): number {
  const one = charts.find((shown) => shown.chart === chart)
  return one?.kind === 'series' ? (one.headline.value ?? 0) : 0
}

/** Counted from the sessions and the grants, on the calendar of each location. */
async function sessionsSeen(
  { pool, scale }: Filled,
  who: ViewKey,
  { from, to }: { from: string; to: string },
): Promise<number> {
  const { rows } = await pool.query<{ n: number }>(
    `select count(*)::int as n from parking_sessions s join locations l on l.id = s.location_id
     where (s.started_at at time zone l.time_zone)::date between $2::date and $3::date and s.status <> 'booked' and s.how_ended is distinct from 'cancelled'
       and ($4 or l.id in (select m.resource_id from role_grants g join resource_group_members m using (group_id)
         where g.person_id = $1 and m.resource_type = 'location'))`,
    [scale.people[who].id, from, to, who === 'everything'],
  )
  return rows[0]?.n ?? 0
}
