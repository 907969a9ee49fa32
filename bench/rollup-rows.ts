import { sessionSums } from '../apps/server/src/features/rollups/levels.ts'
import { latencyBoundsMs } from '../apps/server/src/features/rollups/latencies.ts'
import type { Filled } from './fixtures.ts'

/**
 * The figures of parking sessions, of the docks that they take, of commands and of money, each level by one statement. The jobs count
 * place by place and day by day, which for millions of sessions that appear at once would take an hour; their marks are removed, so
 * that nothing is left for them to count.
 */
export async function fillFigures({ pool, scale }: Filled, say: (line: string) => void): Promise<void> {
  const client = await pool.connect()
  try {
    // No job writes money here, so that its figures say whether all were made.
    const { rows } = await client.query<{ is_made: boolean }>(
      'select exists (select from revenue_figures) and not exists (select from rollup_marks) as is_made',
    )
    if (rows[0]?.is_made === true) return
    say('Counting the figures ...')
    await client.query('begin')
    await client.query(`truncate rollup_marks, ${tables.join(', ')}`)
    for (const statement of [sessionDays, usageDays(scale.made_at), commandDays, revenueDays])
      await client.query(statement)
    for (const level of levels)
      for (const statement of [everythingOf(level), monthsOf(level)]) await client.query(statement)
    await client.query('commit')
    await client.query(`vacuum analyze rollup_marks, ${tables.join(', ')}`)
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

const everything = `'00000000-0000-0000-0000-000000000000'::uuid`
const hours = Array.from({ length: 24 }, (_, hour) => hour)

const isSession = `s.status <> 'booked' and s.how_ended is distinct from 'cancelled'`
const hasEnded = `${isSession} and s.status = 'ended'`
const dayOf = (column: string): string => `(${column} at time zone l.time_zone)::date`

const sessionDays = `
  insert into session_figures (scope_id, kind, grain, period, currency, ${sessionSums.join(', ')})
  select l.id, 'parking', 'day', ${dayOf('s.started_at')}, coalesce(s.currency::text, 'XXX'), count(*) filter (where ${isSession}),
    count(*) filter (where ${hasEnded}), count(*) filter (where s.how_ended = 'forced'), count(*) filter (where s.how_ended = 'cancelled'),
    coalesce(round(sum(extract(epoch from s.ended_at - s.started_at)) filter (where ${hasEnded})), 0), coalesce(sum(s.fee_minor) filter (where ${isSession}), 0),
    0, count(s.rating) filter (where ${isSession}), coalesce(sum(s.rating) filter (where ${isSession}), 0)
  from parking_sessions s join locations l on l.id = s.location_id where s.status <> 'booked' group by 1, 4, 5 order by 1, 4`

const byHour = (column: string): string =>
  `array[${hours.map((hour) => `coalesce(sum(${column}) filter (where hour = ${hour}), 0)::bigint`).join(', ')}]`

/** All places are in a zone whose hours begin with those of UTC. */
const usageDays = (until: string): string => `
  insert into usage_figures (scope_id, grain, period, occupied_s, starts_by_hour, occupied_s_by_hour)
  select id, 'day', day, round(sum(seconds)), ${byHour('starts')}, ${byHour('round(seconds)')}
  from (select y.id, (h at time zone y.time_zone)::date as day, extract(hour from h at time zone y.time_zone) as hour, count(*) filter (where h <= y.started_at) as starts,
      sum(extract(epoch from least(y.ended_at, h + interval '1 hour') - greatest(y.started_at, h))) as seconds
    from (select l.id, l.time_zone, s.started_at, coalesce(s.ended_at, '${until}') as ended_at from parking_sessions s join locations l on l.id = s.location_id
      where ${isSession} and s.device_type in ('dock', 'locker', 'rental_dock')) y
    cross join lateral generate_series(date_trunc('hour', y.started_at), y.ended_at, interval '1 hour') h where h < y.ended_at group by 1, 2, 3) u
  group by 1, 3 order by 1, 3`

const ms = `extract(epoch from s.ended_at - s.created_at) * 1000`
const buckets = [...latencyBoundsMs, null].map((bound, index) => {
  const [above, below] = [latencyBoundsMs[index - 1] ?? null, bound]
  const ends = [...(above === null ? [] : [`${ms} > ${above}`]), ...(below === null ? [] : [`${ms} <= ${below}`])]
  return `count(*) filter (where ${[`s.status = 'success'`, ...ends].join(' and ')})`
})

const commandDays = `
  insert into command_figures (scope_id, grain, period, commands, succeeded, failed, unhandled, timed_out, latencies)
  select l.id, 'day', ${dayOf('s.created_at')}, count(*), count(*) filter (where s.status = 'success'), count(*) filter (where s.status = 'failed'),
    count(*) filter (where s.status = 'unhandled'), count(*) filter (where s.status = 'hardware_timeout'), array[${buckets.join(', ')}]
  from commands s join locations l on l.id = s.location_id group by 1, 3 order by 1, 3`

/** As if what a session cost had been paid when it began. There are no payments, which would take longer to make than all the rest. */
const revenueDays = `
  insert into revenue_figures (scope_id, grain, period, currency, payments, captured_minor, refunds, refunded_minor)
  select l.id, 'day', ${dayOf('s.started_at')}, s.currency, count(*), sum(s.fee_minor), 0, 0
  from parking_sessions s join locations l on l.id = s.location_id where s.payment_state = 'paid' group by 1, 3, 4 order by 1, 3`

/** A table of figures with what is added up on the levels above its days. */
interface Level {
  table: string
  keys: readonly string[]
  sums: readonly string[]
  /** Arrays with their length. */
  arrays: Readonly<Record<string, number>>
}
const levels: readonly Level[] = [
  { table: 'session_figures', keys: ['kind', 'currency'], sums: sessionSums, arrays: {} },
  {
    table: 'usage_figures',
    keys: [],
    sums: ['occupied_s'],
    arrays: { starts_by_hour: hours.length, occupied_s_by_hour: hours.length },
  },
  {
    table: 'command_figures',
    keys: [],
    sums: ['commands', 'succeeded', 'failed', 'unhandled', 'timed_out'],
    arrays: { latencies: buckets.length },
  },
  {
    table: 'revenue_figures',
    keys: ['currency'],
    sums: ['payments', 'captured_minor', 'refunds', 'refunded_minor'],
    arrays: {},
  },
]
const tables = levels.map(({ table }) => table)

/** The days of everything. */
const everythingOf = (level: Level): string => summed(level, everything, `'day'`, 'period')
/** The months of each place and of everything. */
const monthsOf = (level: Level): string => summed(level, 'scope_id', `'month'`, `date_trunc('month', period)::date`)

function summed({ table, keys, sums, arrays }: Level, scope: string, grain: string, period: string): string {
  const added = [
    ...sums.map((name) => `sum(${name})::bigint`),
    ...Object.entries(arrays).map(([name, length]) => {
      const items = Array.from({ length }, (_, index) => `sum(${name}[${index + 1}])::bigint`)
      return `array[${items.join(', ')}]`
    }),
  ]
  return `insert into ${table} (${['scope_id', 'grain', 'period', ...keys, ...sums, ...Object.keys(arrays)].join(', ')})
    select ${[scope, grain, period, ...keys, ...added].join(', ')} from ${table} where grain = 'day' group by ${['1', '3', ...keys].join(', ')}`
}
