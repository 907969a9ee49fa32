import { scaleText } from '@wheelhouse/db/scale/sizes.ts'
import type { ViewKey } from '@wheelhouse/db/scale/views.ts'
import { keysOf } from '@wheelhouse/contract/certain.ts'
import type { ChartId, Figures } from '@wheelhouse/contract/dashboards/charts.ts'
import { getDashboardFigures } from '@wheelhouse/contract/dashboards/dashboards.ts'
import { ledger, must } from '../bench.ts'
import type { Bench } from '../bench.ts'
import type { Filled, Fixtures } from '../fixtures.ts'
import { read } from '../http-load.ts'
import { interleaved, repeated } from '../measure.ts'
import { peopleByMonth } from '../peers/report-queries.ts'
import { fillFigures } from '../rollup-rows.ts'

const boardOf = {
  sessions: '018f0000-0000-7000-8000-0000000d0001',
  people: '018f0000-0000-7000-8000-0000000d0002',
} as const
type Board = keyof typeof boardOf
const viewers: readonly ViewKey[] = ['everything', 'all', 'tenth', 'thousandth']
const yearDays = 365
const dayMs = 86_400_000
const fromRollupsMs = 20
const warmAnswers = 20

export const dashboardYear: Bench = {
  name: 'dashboard-year',
  fault: 'asks for the figures of a single day',
  async run(fixtures, options) {
    const book = ledger('dashboard-year', fixtures)
    for (const sessions of options.scales) {
      const filled = await fixtures.filled({ sessions })
      await fillFigures(filled, fixtures.say)
      await makeBoards(filled)
      const { from, to } = daysOf(filled, options.isFaulty ? 1 : yearDays)
      const year = daysOf(filled, yearDays)
      for (const who of viewers) {
        const name = filled.scale.people[who].name.toLowerCase()
        const description = { size: scaleText(sessions), unit: 'ms' }
        const token = await fixtures.identity.token(filled.scale.people[who].id)
        const ask = async (board: Board) => figures(fixtures, filled, { token, board, from, to })
        const seen = valuesOf(await ask('sessions'), 'sessions')
        must(seen > 0 && seen === (await sessionsSeen(filled, who, year)), `Who ${name} is shown ${seen} sessions`)
        // Its statements are planned on each connection, and its code is compiled, before the first round.
        for (let time = 0; time < warmAnswers; time++) await Promise.all([ask('sessions'), ask('people')])
        book.add(
          {
            ...description,
            what: `sessions of a year, who ${name}, from the rollups`,
            peerName: '',
            aim: { is: 'under', value: fromRollupsMs },
          },
          await repeated(options.rounds, () => timed(() => ask('sessions'))),
        )
        const bare = async () =>
          filled.pool.query(peopleByMonth(who === 'everything'), [filled.scale.people[who].id, year.from, year.to])
        book.add(
          {
            ...description,
            what: `riders of a year, who ${name}, from the sessions`,
            peerName: 'the same count, pg',
            aim: { is: 'at most', ratio: 1.2 },
          },
          await interleaved(
            options.rounds,
            () => timed(() => ask('people')),
            () => timed(bare),
          ),
        )
      }
    }
    return book.lines
  },
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
  const path = getDashboardFigures.path.replace(':dashboard_id', boardOf[board])
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

/** Two dashboards of all organizations that everybody measured may open. */
async function makeBoards({ pool, scale }: Filled): Promise<void> {
  const { rows } = await pool.query<{ is_made: boolean }>(
    'select exists (select from dashboards where id = $1) as is_made',
    [boardOf.people],
  )
  if (rows[0]?.is_made === true) return
  for (const chart of keysOf(boardOf)) {
    await pool.query(
      `insert into dashboards (id, name, organization_id, tiles, created_at, updated_at)
       select $1, 'Measured ' || $2, (select id from organizations order by id limit 1), $3, now(), now()`,
      [boardOf[chart], chart, JSON.stringify([{ chart, size: 'wide' }])],
    )
    await pool.query(
      'insert into dashboard_organizations (dashboard_id, organization_id) select $1, id from organizations',
      [boardOf[chart]],
    )
    await pool.query(
      `insert into resource_group_members (resource_type, resource_id, group_id)
       select 'dashboards', $1, g.group_id from role_grants g where g.person_id = any($2) on conflict do nothing`,
      [boardOf[chart], viewers.map((who) => scale.people[who].id)],
    )
  }
  // The usual role of those who see a part knows neither dashboards nor statistics.
  await pool.query(
    `insert into role_grants (person_id, group_id, role_id) select g.person_id, g.group_id, r.id from role_grants g join roles r on r.name = 'Manager'
     where g.person_id = any($1) on conflict do nothing`,
    [viewers.map((who) => scale.people[who].id)],
  )
}
