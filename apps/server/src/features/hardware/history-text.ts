import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { historyPointsAtMost } from '@wheelhouse/contract/hardware/hardware-history.ts'
import type { HistoryPoint, HistoryQuery } from '@wheelhouse/contract/hardware/hardware-history.ts'
import { AppError } from '@wheelhouse/contract/errors.ts'
import { recordOf } from '@wheelhouse/contract/certain.ts'
import { authorize } from '../../authz/authorize.ts'
import type { TextContext } from '../../http/serve.ts'
import { admissionCte, admittedRow } from '../../lists/list-source.ts'
import type { ListRequest } from '../../lists/list-source.ts'
import { meanOf, means, runningSums, sums, sumsOfStep } from './history-means.ts'
import { joinedLives } from './gateway-lives.ts'
import { secondsIn, shareOf, stepOf, stepsOf } from './contact-intervals.ts'
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

/** Selects whose history to read, and from which time it may be shown. */
interface Whose {
  where: RawBuilder<boolean>
  since: RawBuilder<unknown>
}

/** What was written down, a list for each column, in no order: as rows with names they took three times as long to read. */
type Buckets = [at_ms: number[], beats: number[], online_s: number[], ...columns: (number | null)[][]]

interface StoredHistory extends Omit<Subject, 'hardware_id'>, Record<Kept, number | null> {
  hardware_id: string | null
  beats: number
  buckets: Buckets | null
  lives: [number, number][]
}

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

/** One statement: whether the request is admitted, who it is, what was written down of it, and when someone listened. */
async function readHistory(
  ctx: TextContext,
  request: ListRequest,
  { where, since }: Whose,
  steps: Steps,
): Promise<StoredHistory> {
  const [from, to] = [steps.from, steps.to].map((at) => sql`${new Date(at).toISOString()}::timestamptz`)
  const found = await admittedRow<StoredHistory>(
    ctx,
    request,
    sql`${admissionCte(request)}
    select me.*, one.* from me left join lateral (
      select h.hardware_id, ${since} as since, ${subjectColumns(ctx)}, coalesce(hs.bucket_beats, 0) as beats, ${running},
        (select case when count(*) > 0 then json_build_array(${columnLists}) end from (
          select date_bin(make_interval(secs => ${steps.step_s}), bucket_from, '2000-01-01 00:00:00Z') as at, sum(beats)::int as beats, sum(online_s)::int as online_s, ${folded}
          from ${sql.table(steps.table)} t where t.hardware_id = h.hardware_id and bucket_from >= ${from} and bucket_from < ${to}
            and bucket_from > ${since} - interval '5 minutes' group by 1) b) as buckets,
        (select coalesce(json_agg(json_build_array(${milliseconds(sql`g.started_at`)}, ${milliseconds(sql`g.alive_at`)}) order by g.started_at), '[]'::json)
          from gateway_lives g where g.started_at < ${to} and g.alive_at > ${from}) as lives
      from hardware h left join devices d on d.hardware_id = h.hardware_id left join locations l on l.id = d.location_id
      left join hardware_state hs on hs.hardware_id = h.hardware_id where (select is_ok from me) and ${where}) one on true`,
  )
  if (found.hardware_id === null) throw new AppError('no_hardware')
  return found
}

/** The history of the hardware that is in a device, since it is in it, as the text of the reply. */
export const deviceHistoryText = (
  ctx: TextContext,
  request: ListRequest,
  deviceId: string,
  query: HistoryQuery,
): Promise<string> =>
  historyText(
    ctx,
    request,
    { where: sql<boolean>`d.id = ${deviceId}::uuid`, since: sql`coalesce(d.hardware_assigned_at, h.created_at)` },
    query,
  )

/** The history of a piece of hardware, wherever it was built in, as the text of the reply. */
export const hardwareHistoryText = (
  ctx: TextContext,
  request: ListRequest,
  hardwareId: string,
  query: HistoryQuery,
): Promise<string> =>
  historyText(ctx, request, { where: sql<boolean>`h.hardware_id = ${hardwareId}`, since: sql`h.created_at` }, query)

const usualIntervalS = 60

/** A wrong period is reported to people who are signed in only, as every other wrong query is. */
async function admittedPeriod(ctx: TextContext, { admission }: ListRequest, query: HistoryQuery) {
  try {
    return periodOf(ctx, query)
  } catch (refusal) {
    if (admission) await authorize(ctx.db, admission.bearer, { needs: {}, on: null })
    throw refusal
  }
}

async function historyText(ctx: TextContext, request: ListRequest, whose: Whose, query: HistoryQuery): Promise<string> {
  const period = { ...(await admittedPeriod(ctx, request, query)), atMost: historyPointsAtMost }
  const usual = stepsOf({ ...period, interval_s: usualIntervalS }, ctx.config)
  const first = await readHistory(ctx, request, whose, usual)
  // Hardware that sleeps long needs wider steps over a short period, so its history is then read a second time.
  const steps = stepsOf({ ...period, interval_s: first.interval_s }, ctx.config)
  return textOf(steps, steps.step_s === usual.step_s ? first : await readHistory(ctx, request, whose, steps))
}

/** What is known of each step, by its place in the period. */
interface Series {
  beats: number[]
  online_s: number[]
  kept: Record<Kept, (number | null)[]>
}

// Filled and not made by a callback each: a month has 360 steps in seventeen lists.
const listOf = <T>(count: number, value: T): T[] => Array<T>(count).fill(value)

function seriesOf(steps: Steps, { buckets }: StoredHistory): Series {
  const blank = () => listOf<number | null>(steps.count, null)
  const series = {
    beats: listOf(steps.count, 0),
    online_s: listOf(steps.count, 0),
    kept: recordOf(columns, blank),
  }
  if (!buckets) return series
  const [times, beats, online_s, ...lists] = buckets
  const places = times.map((at) => stepOf(steps, at))
  const put = <T>(into: T[], values: readonly T[]): void =>
    places.forEach((place, row) => {
      const value = values[row]
      if (value !== undefined) into[place] = value
    })
  put(series.beats, beats)
  put(series.online_s, online_s)
  for (const [index, name] of columns.entries()) put(series.kept[name], lists[index] ?? [])
  return series
}

/** Adds the current five minutes, which the history tables do not contain yet. */
function addRunning({ beats, online_s, kept }: Series, steps: Steps, one: StoredHistory, since: number): void {
  const at = one.bucket_from ? Date.parse(one.bucket_from) : Number.NaN
  if (!(at >= steps.from && at < steps.to && at + 300_000 > since)) return
  const step = stepOf(steps, at)
  beats[step] = (beats[step] ?? 0) + one.beats
  online_s[step] = (online_s[step] ?? 0) + one.online_s
  const fold = (name: Kept, of: (known: number, now: number) => number): void => {
    const known = kept[name][step] ?? null
    const now = one[name]
    kept[name][step] = known === null || now === null ? (known ?? now) : of(known, now)
  }
  for (const name of readings) fold(name, Math[extreme(name)])
  for (const name of sums) fold(name, (known, now) => known + now)
}

function textOf(steps: Steps, one: StoredHistory): string {
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
  const share = shareOf(online_s, heard_s)
  return `{"hardware_id":${JSON.stringify(one.hardware_id)},"from":"${new Date(steps.from).toISOString()}","to":"${new Date(steps.to).toISOString()}","step_s":${steps.step_s},"online_share":${share},"listened_s":${Math.floor(heard_s)},"points":[${pointsText(steps, series, heard)}]}`
}

/**
 * A second with contact is one that someone listened in, even if the gateway's record has a gap there; the part of a second at
 * an edge is no time in which contact is counted.
 */
const heardSeconds = ({ online_s }: Series, listened: readonly number[]): number[] =>
  listened.map((seconds, step) => Math.max(seconds < 1 ? seconds : Math.floor(seconds), online_s[step] ?? 0))

const noReadings = [...readings, ...means.map(({ name }) => name)].map((name) => `,"${name}":null`).join('')

// Written by hand: hundreds of points make an answer, and JSON.stringify of objects made for it took as long as all else.
function pointsText({ from, step_s }: Steps, series: Series, heard: readonly number[]): string {
  let text = ''
  for (const [step, heard_s] of heard.entries()) {
    const beats = series.beats[step] ?? 0
    const online_s = series.online_s[step] ?? 0
    const share = shareOf(online_s, heard_s)
    text += `${step === 0 ? '' : ','}{"at":"${new Date(from + step * step_s * 1_000).toISOString()}","beats":${beats},"online_share":${share}`
    text += beats === 0 ? noReadings : readingsText(series, step)
    text += '}'
  }
  return text
}

function readingsText({ kept }: Series, step: number): string {
  let text = ''
  for (const name of readings) text += `,"${name}":${kept[name][step] ?? null}`
  for (const { name, sum, count, digits } of means)
    text += `,"${name}":${meanOf(kept[sum][step] ?? null, kept[count][step] ?? null, digits)}`
  return text
}
