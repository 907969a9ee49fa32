import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { historyPointsAtMost } from '@wheelhouse/contract/hardware/hardware-history.ts'
import type { HardwareHistory, HistoryPoint, HistoryQuery } from '@wheelhouse/contract/hardware/hardware-history.ts'
import type { HistoryTable } from '@wheelhouse/db/history-partitions.ts'
import { AppError } from '@wheelhouse/contract/errors.ts'
import { recordOf } from '@wheelhouse/contract/certain.ts'
import { askerMarks, askerValues, authorize, markedAdmission } from '../../authz/authorize.ts'
import type { Admitting } from '../../authz/authorize.ts'
import type { TextContext } from '../../http/serve.ts'
import { admissionCte, admittedAnswer } from '../../lists/list-source.ts'
import { keepStatements, markOf } from '../../platform/kept-statements.ts'
import { contactSinceAt } from '../hardware-state/health.ts'
import { meanOf, means, runningSums, sums, sumsOfStep } from './history-means.ts'
import type { MeanName } from './history-means.ts'
import { joinedLives } from './gateway-lives.ts'
import { secondsIn, shareOf, stepOf, stepsOf, timesOf } from './contact-intervals.ts'
import type { Steps } from './contact-intervals.ts'
import { periodOf, subjectColumns, total, windowOf } from './history-queries.ts'
import type { Subject } from './history-queries.ts'

/** The readings of a point that are kept as they are, each the lowest or the highest of its step, as its name says. */
const readings = [
  'rssi_min_dbm',
  'rssi_max_dbm',
  'wifi_rssi_min_dbm',
  'wifi_rssi_max_dbm',
  'supply_min_mv',
  'supply_max_mv',
  'temperature_min_c',
  'temperature_max_c',
] as const satisfies readonly (keyof HistoryPoint)[]
type Reading = (typeof readings)[number]

/** What is kept of each step, besides its heartbeats and the seconds online. */
const columns = [...readings, ...sums] as const
type Kept = (typeof columns)[number]

/** Whose history is read, by the id of the request, and from which time it may be shown. */
const subjects = {
  /** Since it is in the device. */
  device: {
    where: sql`d.id = ${askerMarks.resource}::uuid`,
    since: sql`coalesce(d.hardware_assigned_at, h.created_at)`,
  },
  /** Wherever it was built in. */
  hardware: { where: sql`h.hardware_id = ${askerMarks.resource}`, since: sql`h.created_at` },
} as const
type Whose = keyof typeof subjects

/** What was written down, a list for each column, in no order: as rows with names they took three times as long to read. */
type Buckets = [at_ms: number[], beats: number[], online_s: number[], ...columns: (number | null)[][]]

interface FoundHistory extends Subject, Record<Kept, number | null> {
  beats: number
  buckets: Buckets | null
  lives: [number, number][]
}
/** A device may have no hardware. */
type StoredHistory = Omit<FoundHistory, 'hardware_id'> & { hardware_id: string | null }

// date_part is a number at once, where extract makes a numeric.
const milliseconds = (at: RawBuilder<unknown>) => sql`(date_part('epoch', ${at}) * 1000)`
const list = (column: RawBuilder<unknown>) => sql`json_agg(${column})`
const running = sql`${sql.join(readings.map((name) => sql`hs.${sql.ref(`bucket_${name}`)} as ${sql.ref(name)}`))}, ${runningSums}`
const extreme = (name: Reading): 'min' | 'max' => (name.includes('_max_') ? 'max' : 'min')
const folded = sql`${sql.join(readings.map((name) => sql`${sql.raw(extreme(name))}(${sql.ref(name)}) as ${sql.ref(name)}`))}, ${sumsOfStep}`
const columnLists = sql.join([
  list(milliseconds(sql`b.at`)),
  ...['beats', 'online_s', ...columns].map((name) => list(sql`b.${sql.ref(name)}`)),
])

/** A request for the history of what its path names. */
interface HistoryRequest {
  admission: Admitting
  query: HistoryQuery
}

/** All that the statement depends on, with marks in the place of what differs from request to request. */
interface Asked {
  admission: Admitting
  whose: Whose
  step_s: number
  table: HistoryTable
  heartbeat: TextContext['config']['heartbeat']
}
const marks = { ...askerMarks, from: markOf('from'), to: markOf('to'), now: markOf('now') }
const kept = keepStatements(marks)

/** One statement: whether the request is admitted, who it is, what was written down of it, and when someone listened. */
function historyOf({ admission, whose, step_s, table, heartbeat }: Asked): RawBuilder<StoredHistory> {
  const { where, since } = subjects[whose]
  const [from, to] = [sql`${marks.from}::timestamptz`, sql`${marks.to}::timestamptz`]
  return sql<StoredHistory>`${admissionCte({ admission })}
    select me.*, one.* from me left join lateral (
      select h.hardware_id, ${since} as since, ${subjectColumns(contactSinceAt(marks.now, heartbeat))}, coalesce(hs.bucket_beats, 0) as beats, ${running},
        (select case when count(*) > 0 then json_build_array(${columnLists}) end from (
          select date_bin(make_interval(secs => ${step_s}), bucket_from, '2000-01-01 00:00:00Z') as at, sum(beats)::int as beats, sum(online_s)::int as online_s, ${folded}
          from ${sql.table(table)} t where t.hardware_id = h.hardware_id and bucket_from >= ${from} and bucket_from < ${to}
            and bucket_from > ${since} - interval '5 minutes' group by 1) b) as buckets,
        (select coalesce(json_agg(json_build_array(${milliseconds(sql`g.started_at`)}, ${milliseconds(sql`g.alive_at`)}) order by g.started_at), '[]'::json)
          from gateway_lives g where g.started_at < ${to} and g.alive_at > ${from}) as lives
      from hardware h left join devices d on d.hardware_id = h.hardware_id left join locations l on l.id = d.location_id
      left join hardware_state hs on hs.hardware_id = h.hardware_id where (select is_ok from me) and ${where}) one on true`
}

async function readHistory(
  ctx: TextContext,
  { admission }: HistoryRequest,
  whose: Whose,
  { step_s, table, ...period }: Steps,
): Promise<FoundHistory> {
  const asked = { admission: markedAdmission(admission), whose, step_s, table, heartbeat: ctx.config.heartbeat }
  const values = {
    ...askerValues(admission),
    from: new Date(period.from).toISOString(),
    to: new Date(period.to).toISOString(),
    now: ctx.clock.now().toISOString(),
  }
  const found = admittedAnswer(await kept.rows(ctx.db, asked, values, historyOf), { admission })
  const { hardware_id } = found
  if (hardware_id === null) throw new AppError('no_hardware')
  return { ...found, hardware_id }
}

const usualIntervalS = 60

/** A wrong period is reported to people who are signed in only, as every other wrong query is. */
async function admittedPeriod(ctx: TextContext, { admission, query }: HistoryRequest) {
  try {
    return periodOf(ctx, query)
  } catch (refusal) {
    await authorize(ctx.db, admission.bearer, { needs: {}, on: null })
    throw refusal
  }
}

/** The history of a piece of hardware, or of the one that is in a device, as the text of the reply. */
export async function historyText(ctx: TextContext, request: HistoryRequest, whose: Whose): Promise<string> {
  const period = { ...(await admittedPeriod(ctx, request)), atMost: historyPointsAtMost }
  const usual = stepsOf({ ...period, interval_s: usualIntervalS }, ctx.config)
  const first = await readHistory(ctx, request, whose, usual)
  // Hardware that sleeps long needs wider steps over a short period, so its history is then read a second time.
  const steps = stepsOf({ ...period, interval_s: first.interval_s }, ctx.config)
  const found = steps.step_s === usual.step_s ? first : await readHistory(ctx, request, whose, steps)
  return JSON.stringify(historyIn(steps, found))
}

/** What is known, a list for each column as it was read, and which row of them is that of a step. */
interface Series {
  rows: (number | undefined)[]
  beats: number[]
  online_s: number[]
  kept: Record<Kept, (number | null)[]>
}

function seriesOf(steps: Steps, { buckets }: FoundHistory): Series {
  const [times = [], beats = [], online_s = [], ...lists] = buckets ?? []
  const rows = Array<number | undefined>(steps.count).fill(undefined)
  for (const [row, at] of times.entries()) rows[stepOf(steps, at)] = row
  return { rows, beats, online_s, kept: recordOf(columns, (name) => lists[columns.indexOf(name)] ?? []) }
}

/** Adds the current five minutes, which the history tables do not contain yet. */
function addRunning({ rows, beats, online_s, kept }: Series, steps: Steps, one: FoundHistory, since: number): void {
  const at = one.bucket_from ? Date.parse(one.bucket_from) : Number.NaN
  if (!(at >= steps.from && at < steps.to && at + 300_000 > since)) return
  const row = (rows[stepOf(steps, at)] ??= beats.length)
  beats[row] = (beats[row] ?? 0) + one.beats
  online_s[row] = (online_s[row] ?? 0) + one.online_s
  const fold = (name: Kept, of: (known: number, now: number) => number): void => {
    const known = kept[name][row] ?? null
    const now = one[name]
    kept[name][row] = known === null || now === null ? (known ?? now) : of(known, now)
  }
  for (const name of readings) fold(name, Math[extreme(name)])
  for (const name of sums) fold(name, (known, now) => known + now)
}

function historyIn(steps: Steps, one: FoundHistory): HardwareHistory {
  const since = Date.parse(one.since)
  const listened = secondsIn(
    steps,
    joinedLives(one.lives.map(([from, to]) => ({ from, to }))),
    windowOf(one, since, steps),
  )
  const series = seriesOf(steps, one)
  addRunning(series, steps, one, since)
  const heard = heardSeconds(series, listened)
  const [heard_s, online_s] = [total(heard), total(series.online_s)]
  return {
    hardware_id: one.hardware_id,
    from: new Date(steps.from).toISOString(),
    to: new Date(steps.to).toISOString(),
    step_s: steps.step_s,
    online_share: shareOf(online_s, heard_s),
    listened_s: Math.floor(heard_s),
    points: timesOf(steps).map((at, step) => pointOf(at, series.rows[step], series, heard[step] ?? 0)),
  }
}

/** Of a step without a row nothing is known. */
const countIn = (list: readonly number[], row: number | undefined): number => (row === undefined ? 0 : (list[row] ?? 0))

/**
 * A second with contact is one that someone listened in, even if the gateway's record has a gap there; the part of a second at
 * an edge is no time in which contact is counted.
 */
const heardSeconds = ({ rows, online_s }: Series, listened: readonly number[]): number[] =>
  listened.map((seconds, step) => Math.max(seconds < 1 ? seconds : Math.floor(seconds), countIn(online_s, rows[step])))

// Each field in its place: put together name by name, a month takes twice as long.
function pointOf(at: string, row: number | undefined, series: Series, heard_s: number): HistoryPoint {
  const beats = countIn(series.beats, row)
  const read = (name: Kept): number | null =>
    row === undefined || beats === 0 ? null : (series.kept[name][row] ?? null)
  const mean = (name: MeanName): number | null => {
    const { sum, count, digits } = means[name]
    return meanOf(read(sum), read(count), digits)
  }
  return {
    at,
    beats,
    online_share: shareOf(countIn(series.online_s, row), heard_s),
    rssi_min_dbm: read('rssi_min_dbm'),
    rssi_mean_dbm: mean('rssi_mean_dbm'),
    rssi_max_dbm: read('rssi_max_dbm'),
    wifi_rssi_min_dbm: read('wifi_rssi_min_dbm'),
    wifi_rssi_mean_dbm: mean('wifi_rssi_mean_dbm'),
    wifi_rssi_max_dbm: read('wifi_rssi_max_dbm'),
    supply_min_mv: read('supply_min_mv'),
    supply_mean_mv: mean('supply_mean_mv'),
    supply_max_mv: read('supply_max_mv'),
    temperature_min_c: read('temperature_min_c'),
    temperature_mean_c: mean('temperature_mean_c'),
    temperature_max_c: read('temperature_max_c'),
  }
}
