import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Tx } from '../../platform/context.ts'
import { everything } from './claims.ts'
import type { Claim, Family } from './claims.ts'
import { latencyBoundsMs } from './latencies.ts'

/** Written out, so that a search for a table finds who writes it. */
const statements = {
  session_figures: { remove: sql`delete from session_figures f`, add: sql`insert into session_figures` },
  usage_figures: { remove: sql`delete from usage_figures f`, add: sql`insert into usage_figures` },
  revenue_figures: { remove: sql`delete from revenue_figures f`, add: sql`insert into revenue_figures` },
  uptime_figures: { remove: sql`delete from uptime_figures f`, add: sql`insert into uptime_figures` },
  command_figures: { remove: sql`delete from command_figures f`, add: sql`insert into command_figures` },
} as const
type FigureTable = keyof typeof statements

/** A table of figures whose months, and whose days over everything, are sums of its days. */
interface Summed {
  table: FigureTable
  kind?: 'parking' | 'rental'
  keys?: readonly string[]
  sums: readonly string[]
  /** Arrays with their length. */
  arrays?: Readonly<Record<string, number>>
}
/** The mean duration is `seconds / ended`. Counts of all currencies add up, fees of different currencies do not. */
export const sessionSums = [
  'sessions',
  'ended',
  'forced',
  'cancelled',
  'seconds',
  'fee_minor',
  'distance_m',
  'ratings',
  'rating_sum',
]
const sessions = (kind: 'parking' | 'rental'): Summed => ({
  table: 'session_figures',
  kind,
  keys: ['kind', 'currency'],
  sums: sessionSums,
})
const summed: Record<Family, readonly Summed[]> = {
  parking: [
    sessions('parking'),
    { table: 'usage_figures', sums: ['occupied_s'], arrays: { starts_by_hour: 24, occupied_s_by_hour: 24 } },
  ],
  rental: [sessions('rental')],
  revenue: [
    {
      table: 'revenue_figures',
      keys: ['currency'],
      sums: ['payments', 'captured_minor', 'refunds', 'refunded_minor'],
    },
  ],
  uptime: [
    {
      table: 'uptime_figures',
      sums: ['online_s', 'partly_s', 'offline_s', 'maintenance_s', 'incidents', 'recovered', 'repair_s'],
    },
  ],
  commands: [
    {
      table: 'command_figures',
      sums: ['commands', 'succeeded', 'failed', 'unhandled', 'timed_out'],
      arrays: { latencies: latencyBoundsMs.length + 1 },
    },
  ],
}

const monthOf = (day: string): string => `${day.slice(0, 7)}-01`
const unique = (values: readonly string[]): string[] => [...new Set(values)].toSorted()

/** Sums the months of the places of the claims. */
export async function sumMonths(tx: Tx, family: Family, claims: readonly Claim[]): Promise<void> {
  const months = unique(claims.map(({ place_id, day }) => `${place_id} ${monthOf(day)}`))
  const list = JSON.stringify(months.map((one) => ({ place_id: one.slice(0, 36), month: one.slice(37) })))
  const wanted = sql`json_to_recordset(${list}::json) as m(place_id uuid, month date)`
  for (const one of summed[family])
    await replace(tx, one, {
      stale: sql`using ${wanted} where f.scope_id = m.place_id and f.grain = 'month' and f.period = m.month`,
      scope: sql`f.scope_id`,
      grain: 'month',
      period: sql`m.month`,
      from: sql`${wanted} join ${sql.table(one.table)} f on f.scope_id = m.place_id and f.grain = 'day' and f.period >= m.month and f.period < m.month + interval '1 month'`,
    })
}

/** Sums the days and the months of everything. */
export async function sumEverything(tx: Tx, family: Family, days: readonly string[]): Promise<void> {
  const wanted = unique(days)
  const months = unique(wanted.map(monthOf))
  const all = sql`${everything}::uuid`
  for (const one of summed[family]) {
    await replace(tx, one, {
      stale: sql`where f.scope_id = ${all} and f.grain = 'day' and f.period = any(${wanted}::date[])`,
      scope: all,
      grain: 'day',
      period: sql`f.period`,
      from: sql`${sql.table(one.table)} f where f.grain = 'day' and f.period = any(${wanted}::date[]) and f.scope_id <> ${all}`,
    })
    await replace(tx, one, {
      stale: sql`where f.scope_id = ${all} and f.grain = 'month' and f.period = any(${months}::date[])`,
      scope: all,
      grain: 'month',
      period: sql`date_trunc('month', f.period)::date`,
      from: sql`${sql.table(one.table)} f where f.scope_id = ${all} and f.grain = 'day' and date_trunc('month', f.period)::date = any(${months}::date[])`,
    })
  }
}

interface Level {
  stale: RawBuilder<unknown>
  scope: RawBuilder<unknown>
  grain: 'day' | 'month'
  period: RawBuilder<unknown>
  /** Ends in its condition, so that the kind can be added. */
  from: RawBuilder<unknown>
}

async function replace(tx: Tx, { table, kind, keys = [], sums, arrays = {} }: Summed, level: Level): Promise<void> {
  const isKind = kind ? sql`and f.kind = ${sql.lit(kind)}` : sql``
  const columns = [...keys, ...sums, ...Object.keys(arrays)]
  const sumOf = (column: RawBuilder<unknown>) => sql`sum(${column})::bigint`
  const values = [
    ...keys.map((key) => sql.ref(`f.${key}`)),
    ...sums.map((column) => sumOf(sql.ref(`f.${column}`))),
    ...Object.entries(arrays).map(([column, length]) => {
      const items = Array.from({ length }, (_, index) => sumOf(sql`${sql.ref(`f.${column}`)}[${sql.lit(index + 1)}]`))
      return sql`array[${sql.join(items)}]`
    }),
  ]
  const { remove, add } = statements[table]
  await sql`${remove} ${level.stale} ${isKind}`.execute(tx)
  await sql`${add} (scope_id, grain, period, ${sql.join(columns.map((column) => sql.ref(column)))})
    select ${level.scope}, ${sql.lit(level.grain)}, ${level.period}, ${sql.join(values)} from ${level.from} ${isKind}
    group by ${sql.join([level.period, ...(level.scope === undefined ? [] : [level.scope]), ...keys.map((key) => sql.ref(`f.${key}`))])}`.execute(
    tx,
  )
}
