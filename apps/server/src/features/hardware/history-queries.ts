import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { beyondHistory, historyPointsAtMost, isWithinHistory } from '@wheelhouse/contract/hardware/hardware-history.ts'
import type {
  HardwareHistory,
  HistoryPoint,
  HistoryQuery,
  LocationOnline,
} from '@wheelhouse/contract/hardware/hardware-history.ts'
import { AppError } from '@wheelhouse/contract/errors.ts'
import type { Ctx } from '../../platform/context.ts'
import { contactSince } from '../hardware-state/health.ts'
import { joinedLives, listenedBetween } from './gateway-lives.ts'
import { secondsIn, shareOf, stepOf, stepsOf } from './contact-intervals.ts'
import type { Span, Steps } from './contact-intervals.ts'

const dayMs = 86_400_000
const stripStepsAtMost = 61

/** Never into the time to come. */
function periodOf(ctx: Ctx, { from, to }: HistoryQuery): { from: number; to: number; now: number } {
  const now = ctx.clock.now().getTime()
  const end = Math.min(to ? Date.parse(to) : now, now)
  const start = from ? Date.parse(from) : end - dayMs
  if (start >= end) throw new AppError('invalid_query', { field: 'from' })
  if (!isWithinHistory(start, end)) throw new AppError('invalid_query', { field: 'from' }, `from: ${beyondHistory}`)
  return { from: start, to: end, now }
}

type Readings = Omit<HistoryPoint, 'at' | 'online_share'>
type Bucket = Readings & { online_s: number }

/** A piece of hardware, its current five minutes, and the start of the time that may be shown. */
interface Subject extends Readings {
  hardware_id: string
  interval_s: number
  since: string
  last_heartbeat_at: string | null
  is_in_contact: boolean
  bucket_from: string | null
  online_s: number
}

const running = sql`hs.bucket_from, coalesce(hs.bucket_beats, 0) as beats, coalesce(hs.bucket_online_s, 0) as online_s, hs.bucket_rssi_min_dbm as rssi_min_dbm,
  hs.bucket_wifi_rssi_min_dbm as wifi_rssi_min_dbm, hs.bucket_supply_min_mv as supply_min_mv, hs.bucket_temperature_min_c as temperature_min_c,
  hs.bucket_temperature_max_c as temperature_max_c`

/** Its own contact, its controller's apart: this is what it said itself. */
const subjectColumns = (
  ctx: Ctx,
) => sql`hs.last_heartbeat_at, (hs.last_heartbeat_at >= ${contactSince(ctx)}) is true as is_in_contact,
  heartbeat_interval_s(coalesce(l.power_save, 'none')) as interval_s, ${running}`

/** Selects whose history to read, and from which time it may be shown. */
interface Whose {
  where: RawBuilder<boolean>
  since: RawBuilder<unknown>
}

interface StoredHistory extends Subject {
  buckets: (Readings & { at_ms: number; online_s: number })[]
  lives: [number, number][]
}

const milliseconds = (at: RawBuilder<unknown>) => sql`(extract(epoch from ${at}) * 1000)::float8`

/** One statement: who it is, what was written down of it, and when someone listened. */
async function readHistory(ctx: Ctx, { where, since }: Whose, steps: Steps): Promise<StoredHistory> {
  const [from, to] = [steps.from, steps.to].map((at) => sql`${new Date(at).toISOString()}::timestamptz`)
  const { rows } = await sql<StoredHistory>`
    select h.hardware_id, ${since} as since, ${subjectColumns(ctx)},
      (select coalesce(json_agg(b), '[]'::json) from (
        select ${milliseconds(sql`date_bin(make_interval(secs => ${steps.step_s}), bucket_from, '2000-01-01 00:00:00Z')`)} as at_ms, sum(beats)::int as beats,
          sum(online_s)::int as online_s, min(rssi_min_dbm) as rssi_min_dbm, min(wifi_rssi_min_dbm) as wifi_rssi_min_dbm, min(supply_min_mv) as supply_min_mv,
          min(temperature_min_c) as temperature_min_c, max(temperature_max_c) as temperature_max_c
        from ${sql.table(steps.table)} t where t.hardware_id = h.hardware_id and bucket_from >= ${from} and bucket_from < ${to}
          and bucket_from > ${since} - interval '5 minutes' group by 1) b) as buckets,
      (select coalesce(json_agg(json_build_array(${milliseconds(sql`g.started_at`)}, ${milliseconds(sql`g.alive_at`)}) order by g.started_at), '[]'::json)
        from gateway_lives g where g.started_at < ${to} and g.alive_at > ${from}) as lives
    from hardware h left join devices d on d.hardware_id = h.hardware_id left join locations l on l.id = d.location_id
    left join hardware_state hs on hs.hardware_id = h.hardware_id where ${where}`.execute(ctx.db)
  const [found] = rows
  if (!found) throw new AppError('no_hardware')
  return found
}

export const deviceHistory = (ctx: Ctx, deviceId: string, query: HistoryQuery): Promise<HardwareHistory> =>
  historyOf(
    ctx,
    { where: sql<boolean>`d.id = ${deviceId}::uuid`, since: sql`coalesce(d.hardware_assigned_at, h.created_at)` },
    query,
  )

export const hardwareHistory = (ctx: Ctx, hardwareId: string, query: HistoryQuery): Promise<HardwareHistory> =>
  historyOf(ctx, { where: sql<boolean>`h.hardware_id = ${hardwareId}`, since: sql`h.created_at` }, query)

const usualIntervalS = 60

async function historyOf(ctx: Ctx, whose: Whose, query: HistoryQuery): Promise<HardwareHistory> {
  const period = { ...periodOf(ctx, query), atMost: historyPointsAtMost }
  const usual = stepsOf({ ...period, interval_s: usualIntervalS }, ctx.config)
  const first = await readHistory(ctx, whose, usual)
  // Hardware that sleeps long needs wider steps over a short period, so its history is then read a second time.
  const steps = stepsOf({ ...period, interval_s: first.interval_s }, ctx.config)
  return answerOf(steps, steps.step_s === usual.step_s ? first : await readHistory(ctx, whose, steps))
}

function answerOf(steps: Steps, one: StoredHistory): HardwareHistory {
  const since = Date.parse(one.since)
  const listenedSeconds = secondsIn(
    steps,
    joinedLives(one.lives.map(([from, to]) => ({ from, to }))),
    windowOf(one, since, steps),
  )
  const byStep = new Map<number, Bucket>()
  for (const bucket of one.buckets) byStep.set(stepOf(steps, bucket.at_ms), bucket)
  addRunning(byStep, steps, one, since)
  return {
    hardware_id: one.hardware_id,
    from: new Date(steps.from).toISOString(),
    to: new Date(steps.to).toISOString(),
    step_s: steps.step_s,
    online_share: shareOf(total([...byStep.values()].map(({ online_s }) => online_s)), total(listenedSeconds)),
    points: listenedSeconds.map((listened_s, index) => pointOf(steps, index, byStep.get(index) ?? nothing, listened_s)),
  }
}

const total = (list: readonly number[]): number => list.reduce((sum, value) => sum + value, 0)

/** From when it was there until the last beat of one that still speaks, or now: what has not come yet is not missing. */
const windowOf = (one: Pick<Subject, 'is_in_contact' | 'last_heartbeat_at'>, since: number, steps: Steps): Span => ({
  from: Math.max(since, steps.from),
  to: one.is_in_contact && one.last_heartbeat_at ? Math.min(Date.parse(one.last_heartbeat_at), steps.to) : steps.to,
})

const nothing: Bucket = {
  beats: 0,
  rssi_min_dbm: null,
  wifi_rssi_min_dbm: null,
  supply_min_mv: null,
  temperature_min_c: null,
  temperature_max_c: null,
  online_s: 0,
}

// Field by field: hundreds of points make an answer, and copying all but one field of each took longer than reading them.
function pointOf({ from, step_s }: Steps, index: number, bucket: Bucket, listened_s: number): HistoryPoint {
  const { beats, online_s, rssi_min_dbm, wifi_rssi_min_dbm, supply_min_mv, temperature_min_c, temperature_max_c } =
    bucket
  const at = new Date(from + index * step_s * 1_000).toISOString()
  // Count every second with contact as listened, even if the gateway's record has a gap there.
  const online_share = shareOf(online_s, Math.max(listened_s, online_s))
  return {
    beats,
    rssi_min_dbm,
    wifi_rssi_min_dbm,
    supply_min_mv,
    temperature_min_c,
    temperature_max_c,
    at,
    online_share,
  }
}

function pick(best: (a: number, b: number) => number, a: number | null | undefined, b: number | null): number | null {
  if (a == null) return b
  return b === null ? a : best(a, b)
}

/** Adds the current five minutes, which the history tables do not contain yet. */
function addRunning(byStep: Map<number, Bucket>, steps: Steps, one: Subject, since: number): void {
  const at = one.bucket_from ? Date.parse(one.bucket_from) : Number.NaN
  if (!(at >= steps.from && at < steps.to && at + 300_000 > since)) return
  const known = byStep.get(stepOf(steps, at))
  byStep.set(stepOf(steps, at), {
    beats: (known?.beats ?? 0) + one.beats,
    online_s: (known?.online_s ?? 0) + one.online_s,
    rssi_min_dbm: pick(Math.min, known?.rssi_min_dbm, one.rssi_min_dbm),
    wifi_rssi_min_dbm: pick(Math.min, known?.wifi_rssi_min_dbm, one.wifi_rssi_min_dbm),
    supply_min_mv: pick(Math.min, known?.supply_min_mv, one.supply_min_mv),
    temperature_min_c: pick(Math.min, known?.temperature_min_c, one.temperature_min_c),
    temperature_max_c: pick(Math.max, known?.temperature_max_c, one.temperature_max_c),
  })
}

type Placed = Omit<Subject, keyof Readings | 'hardware_id'> & {
  device_id: string
  number: number
  type: LocationOnline['devices'][number]['type']
  hardware_id: string | null
}

/** Every device of a location, a share a step: the days' table from ten days on, so that a thousand devices stay a few rows each. */
export async function onlineOf(ctx: Ctx, locationId: string, query: HistoryQuery): Promise<LocationOnline> {
  const { rows: devices } = await sql<Placed>`
    select d.id as device_id, d.number, d.type, d.hardware_id, coalesce(d.hardware_assigned_at, h.created_at) as since, ${subjectColumns(ctx)}
    from devices d join locations l on l.id = d.location_id left join hardware h on h.hardware_id = d.hardware_id
    left join hardware_state hs on hs.hardware_id = d.hardware_id
    where d.location_id = ${locationId}::uuid and d.deleted_at is null order by d.row_number, d.place, d.type, d.number, d.id limit 1000`.execute(
    ctx.db,
  )
  const interval_s = devices[0]?.interval_s ?? 60
  const steps = stepsOf({ ...periodOf(ctx, query), atMost: stripStepsAtMost, interval_s }, ctx.config)
  const ids = devices.flatMap(({ hardware_id }) => hardware_id ?? [])
  const [online, listened] = await Promise.all([
    onlineSeconds(ctx, ids, steps),
    listenedBetween(ctx.db, steps.from, steps.to),
  ])
  return {
    from: new Date(steps.from).toISOString(),
    to: new Date(steps.to).toISOString(),
    step_s: steps.step_s,
    devices: devices.map((device) => stripOf(device, steps, listened, online.get(device.hardware_id ?? ''))),
  }
}

async function onlineSeconds(ctx: Ctx, hardwareIds: string[], steps: Steps): Promise<Map<string, Map<number, number>>> {
  const { rows } = await sql<{ hardware_id: string; at: string; online_s: number }>`
    select hardware_id, date_bin(make_interval(secs => ${steps.step_s}), bucket_from, '2000-01-01 00:00:00Z') as at, sum(online_s)::int as online_s
    from ${sql.table(steps.table)} where hardware_id = any(${hardwareIds}::text[]) and bucket_from >= ${new Date(steps.from).toISOString()}::timestamptz
      and bucket_from < ${new Date(steps.to).toISOString()}::timestamptz group by 1, 2`.execute(ctx.db)
  const found = new Map<string, Map<number, number>>()
  for (const { hardware_id, at, online_s } of rows) {
    const its = found.get(hardware_id) ?? new Map<number, number>()
    found.set(hardware_id, its.set(stepOf(steps, Date.parse(at)), online_s))
  }
  return found
}

function stripOf(device: Placed, steps: Steps, listened: readonly Span[], written: Map<number, number> = new Map()) {
  const { device_id, number, type, bucket_from } = device
  if (!device.hardware_id)
    return { device_id, number, type, online_share: null, steps: Array.from({ length: steps.count }, () => null) }
  const online = new Map(written)
  const now = bucket_from ? stepOf(steps, Date.parse(bucket_from)) : -1
  if (now >= 0 && now < steps.count) online.set(now, (online.get(now) ?? 0) + device.online_s)
  const listenedSeconds = secondsIn(steps, listened, windowOf(device, Date.parse(device.since), steps))
  const shares = listenedSeconds.map((seconds, index) => shareOf(Math.min(online.get(index) ?? 0, seconds), seconds))
  const inWindow = total(listenedSeconds.map((seconds, index) => Math.min(online.get(index) ?? 0, seconds)))
  return { device_id, number, type, online_share: shareOf(inWindow, total(listenedSeconds)), steps: shares }
}
