import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Tx } from '../../platform/context.ts'

/**
 * How heartbeats become history: the hot row collects the current five minutes, and the first heartbeat of a later
 * interval writes them to the history tables in the transaction of its batch. A heartbeat therefore writes one row, and
 * every five minutes three more.
 */

const width = sql.raw(`interval '5 minutes'`)
const epoch = sql.raw(`timestamptz '2000-01-01 00:00:00Z'`)
const binned = (wide: string, at: RawBuilder<unknown>) =>
  sql`date_bin(${sql.raw(`interval '${wide}'`)}, ${at}, ${epoch})`

/** The five minutes of a time. */
export const bucketOf = (at: RawBuilder<unknown>): RawBuilder<unknown> => binned('5 minutes', at)

/** Whole seconds from one time to another, so that pieces of a span add up to the span. */
const secondsBetween = (from: RawBuilder<unknown>, to: RawBuilder<unknown>) =>
  sql`greatest(floor(extract(epoch from ${to})) - floor(extract(epoch from ${from})), 0)::int`

export interface ContactRule {
  offline_factor: number
  offline_floor_s: number
  long_offline_s: number
}

/**
 * Whether a beat at `at` found its hardware still in contact since `last`: a longer silence counts as offline from its
 * first second. The location is looked up only for what was silent longer than the most talkative may be.
 */
export function keptContact(
  rule: ContactRule,
  hardware: RawBuilder<unknown>,
  last: RawBuilder<unknown>,
  at: RawBuilder<unknown>,
) {
  const silent = sql`extract(epoch from ${at} - ${last})`
  const most = (interval: RawBuilder<unknown>) =>
    sql`least(greatest(${rule.offline_factor}::float8 * ${interval}, ${rule.offline_floor_s}::float8), ${rule.long_offline_s}::float8)`
  return sql<boolean>`case when ${last} is null then false when ${silent} <= ${most(sql`heartbeat_interval_s('none')`)} then true
    else coalesce(${silent} <= (select ${most(sql`heartbeat_interval_s(l.power_save)`)} from devices d join locations l on l.id = d.location_id where d.hardware_id = ${hardware}), false) end`
}

/** Seconds of contact up to a heartbeat that fall within its five minutes. */
export const onlineHere = (
  isContact: RawBuilder<unknown>,
  last: RawBuilder<unknown>,
  bucket: RawBuilder<unknown>,
  at: RawBuilder<unknown>,
) => sql`case when ${isContact} then ${secondsBetween(sql`greatest(${last}, ${bucket})`, at)} else 0 end`

/** What a bucket keeps of the readings of its heartbeats, in the order of its columns. */
interface Reading {
  name: string
  type: 'smallint' | 'int' | 'bigint' | 'real' | 'float8'
  kind: 'lowest' | 'highest' | 'sum'
  /** What one heartbeat adds, of the row that carries it. */
  ofBeat: string
}
const readings: readonly Reading[] = [
  { name: 'rssi_min_dbm', type: 'smallint', kind: 'lowest', ofBeat: 'rssi_dbm' },
  { name: 'rssi_max_dbm', type: 'smallint', kind: 'highest', ofBeat: 'rssi_dbm' },
  { name: 'rssi_sum_dbm', type: 'int', kind: 'sum', ofBeat: 'rssi_dbm' },
  { name: 'wifi_rssi_min_dbm', type: 'smallint', kind: 'lowest', ofBeat: 'wifi_rssi_dbm' },
  { name: 'wifi_rssi_max_dbm', type: 'smallint', kind: 'highest', ofBeat: 'wifi_rssi_dbm' },
  { name: 'wifi_rssi_sum_dbm', type: 'int', kind: 'sum', ofBeat: 'coalesce(wifi_rssi_dbm, 0)' },
  { name: 'wifi_rssi_count', type: 'int', kind: 'sum', ofBeat: '(wifi_rssi_dbm is not null)::int' },
  { name: 'supply_min_mv', type: 'int', kind: 'lowest', ofBeat: 'supply_mv' },
  { name: 'supply_max_mv', type: 'int', kind: 'highest', ofBeat: 'supply_mv' },
  { name: 'supply_sum_mv', type: 'bigint', kind: 'sum', ofBeat: 'supply_mv' },
  { name: 'temperature_min_c', type: 'real', kind: 'lowest', ofBeat: 'temperature_c' },
  { name: 'temperature_max_c', type: 'real', kind: 'highest', ofBeat: 'temperature_c' },
  { name: 'temperature_sum_c', type: 'float8', kind: 'sum', ofBeat: 'coalesce(temperature_c, 0)' },
  { name: 'temperature_count', type: 'int', kind: 'sum', ofBeat: '(temperature_c is not null)::int' },
]
const readingNames = readings.map(({ name }) => name)

/** Two values as one. A sum that is null, from before sums were kept, stays so: a part of it would be a wrong mean. */
const joined = ({ kind }: Reading, a: RawBuilder<unknown>, b: RawBuilder<unknown>): RawBuilder<unknown> =>
  ({ lowest: sql`least(${a}, ${b})`, highest: sql`greatest(${a}, ${b})`, sum: sql`${a} + ${b}` })[kind]

/** What a heartbeat begins a bucket with, from the row that carries it. */
export const bucketValues = sql.raw(readings.map(({ ofBeat }) => ofBeat).join(', '))

/** Columns of the hot row, in one order. */
export const bucketColumns = sql.raw(
  ['from', 'beats', 'online_s', ...readingNames].map((name) => `bucket_${name}`).join(', '),
)

/** The same as `old_*`, of the hot row `s` before the beat. */
export const bucketBefore = sql.raw(
  ['from', 'beats', 'online_s', ...readingNames].map((name) => `s.bucket_${name} as old_${name}`).join(', '),
)

/** `do update set`: the same five minutes take the beat in, later ones begin with it. A clock that steps back stays where it was. */
export const bucketUpdate: RawBuilder<unknown> = sql`bucket_from = greatest(s.bucket_from, excluded.bucket_from), ${sql.join(
  [
    ...['beats', 'online_s'].map(
      (name) =>
        sql`${sql.ref(`bucket_${name}`)} = case when s.bucket_from >= excluded.bucket_from then s.${sql.ref(`bucket_${name}`)} + excluded.${sql.ref(`bucket_${name}`)} else excluded.${sql.ref(`bucket_${name}`)} end`,
    ),
    ...readings.map((reading) => {
      const column = sql.ref(`bucket_${reading.name}`)
      return sql`${column} = case when s.bucket_from >= excluded.bucket_from then ${joined(reading, sql`s.${column}`, sql`excluded.${column}`)} else excluded.${column} end`
    }),
  ],
)}`

/**
 * A CTE behind `placed p` (the previous hot row: `last_at`, `old_*`; the heartbeat: `bucket`, `is_contact`) and
 * `written`: the five minutes that ended. Most batches end none, so a separate statement writes them.
 */
export const endedBuckets: RawBuilder<unknown> = sql`
  ended as materialized (
    select p.hardware_id, p.old_from, p.last_at, p.is_contact, w.bucket_from as bucket_now, p.old_beats, p.old_online_s,
      ${sql.join(readingNames.map((name) => sql.ref(`p.old_${name}`)))}
    from placed p join written w using (hardware_id) where p.old_from < w.bucket_from)`

/** Writes down what `endedBuckets` found, the five minutes of a contact that went on without a beat, and their hours and days. */
export async function writeEndedBuckets(tx: Tx, ended: readonly unknown[]): Promise<void> {
  if (ended.length > 0) await bucketsWritten(JSON.stringify(ended)).execute(tx)
}

const oldColumns = sql.raw(readings.map(({ name, type }) => `old_${name} ${type}`).join(', '))
/** Of five minutes without a heartbeat. */
const nothingRead = sql.raw(readings.map(({ kind }) => (kind === 'sum' ? '0' : 'null')).join(', '))

const bucketsWritten = (ended: string): RawBuilder<unknown> => sql`
  with ended as materialized (
    select * from json_to_recordset(${ended}::json) as e(hardware_id text, old_from timestamptz, last_at timestamptz, is_contact boolean, bucket_now timestamptz,
      old_beats int, old_online_s int, ${oldColumns})),
  piece as materialized (
    select hardware_id, old_from as bucket_from, old_beats as beats,
      least(old_online_s + case when is_contact then ${secondsBetween(sql`greatest(last_at, old_from)`, sql`old_from + ${width}`)} else 0 end, 300) as online_s,
      ${sql.join(readingNames.map((name) => sql`${sql.ref(`old_${name}`)} as ${sql.ref(name)}`))} from ended
    union all
    select hardware_id, between_at, 0, 300, ${nothingRead}
    from ended cross join lateral generate_series(old_from + ${width}, bucket_now - ${width}, ${width}) between_at where is_contact),
  five_minutes as (${added('hardware_five_minutes', sql`select * from piece`)}),
  hours as (${added('hardware_hours', summed('1 hour'))}),
  days as (${added('hardware_days', summed('1 day'))})
  select 1`

function summed(wide: string): RawBuilder<unknown> {
  const kept = readings.map((reading) => sql`${aggregated(reading)} as ${sql.ref(reading.name)}`)
  return sql`select hardware_id, ${binned(wide, sql`bucket_from`)} as bucket_from, sum(beats)::int as beats, sum(online_s)::int as online_s, ${sql.join(kept)}
    from piece group by 1, 2`
}

function aggregated({ name, kind }: Reading): RawBuilder<unknown> {
  const column = sql.ref(name)
  if (kind === 'sum') return sql`case when bool_and(${column} is not null) then sum(${column}) end`
  return kind === 'lowest' ? sql`min(${column})` : sql`max(${column})`
}

function added(
  table: 'hardware_five_minutes' | 'hardware_hours' | 'hardware_days',
  rows: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const columns = sql.raw(['hardware_id', 'bucket_from', 'beats', 'online_s', ...readingNames].join(', '))
  const kept = readings.map((reading) => {
    const column = sql.ref(reading.name)
    return sql`${column} = ${joined(reading, sql`t.${column}`, sql`excluded.${column}`)}`
  })
  const target = {
    hardware_five_minutes: sql`insert into hardware_five_minutes as t`,
    hardware_hours: sql`insert into hardware_hours as t`,
    hardware_days: sql`insert into hardware_days as t`,
  }[table]
  return sql`${target} (${columns}) select ${columns} from (${rows}) r order by hardware_id, bucket_from
    on conflict (hardware_id, bucket_from) do update set beats = t.beats + excluded.beats, online_s = t.online_s + excluded.online_s, ${sql.join(kept)}`
}
