import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { beyondHistory, isWithinHistory } from '@wheelhouse/contract/hardware/hardware-history.ts'
import type { HistoryQuery, LocationOnline } from '@wheelhouse/contract/hardware/hardware-history.ts'
import { AppError } from '@wheelhouse/contract/errors.ts'
import type { Ctx } from '../../platform/context.ts'
import { contactSince } from '../hardware-state/health.ts'
import { listenedBetween } from './gateway-lives.ts'
import { secondsIn, shareOf, stepOf, stepsOf } from './contact-intervals.ts'
import type { Span, Steps } from './contact-intervals.ts'

const dayMs = 86_400_000
const stripStepsAtMost = 61

/** Never into the time to come. */
export function periodOf(
  ctx: Pick<Ctx, 'clock'>,
  { from, to }: HistoryQuery,
): { from: number; to: number; now: number } {
  const now = ctx.clock.now().getTime()
  const end = Math.min(to ? Date.parse(to) : now, now)
  const start = from ? Date.parse(from) : end - dayMs
  if (start >= end) throw new AppError('invalid_query', { field: 'from' })
  if (!isWithinHistory(start, end)) throw new AppError('invalid_query', { field: 'from' }, `from: ${beyondHistory}`)
  return { from: start, to: end, now }
}

/** A piece of hardware, its current five minutes, and the start of the time that may be shown. */
export interface Subject {
  hardware_id: string
  interval_s: number
  since: string
  last_heartbeat_at: string | null
  is_in_contact: boolean
  bucket_from: string | null
  online_s: number
}

/** Its own contact, its controller's apart: this is what it said itself. `since` is how far back a contact may lie. */
export const subjectColumns = (
  since: RawBuilder<unknown>,
) => sql`hs.last_heartbeat_at, (hs.last_heartbeat_at >= ${since}) is true as is_in_contact,
  heartbeat_interval_s(coalesce(l.power_save, 'none')) as interval_s, hs.bucket_from, coalesce(hs.bucket_online_s, 0) as online_s`

export const total = (list: readonly number[]): number => list.reduce((sum, value) => sum + value, 0)

/** From when it was there until the last beat of one that still speaks, or now: what has not come yet is not missing. */
export const windowOf = (
  one: Pick<Subject, 'is_in_contact' | 'last_heartbeat_at'>,
  since: number,
  steps: Steps,
): Span => ({
  from: Math.max(since, steps.from),
  to: one.is_in_contact && one.last_heartbeat_at ? Math.min(Date.parse(one.last_heartbeat_at), steps.to) : steps.to,
})

type Placed = Omit<Subject, 'hardware_id'> & {
  device_id: string
  number: number
  type: LocationOnline['devices'][number]['type']
  hardware_id: string | null
}

/** Every device of a location, a share a step: the days' table from ten days on, so that a thousand devices stay a few rows each. */
export async function onlineOf(ctx: Ctx, locationId: string, query: HistoryQuery): Promise<LocationOnline> {
  const { rows: devices } = await sql<Placed>`
    select d.id as device_id, d.number, d.type, d.hardware_id, coalesce(d.hardware_assigned_at, h.created_at) as since, ${subjectColumns(contactSince(ctx))}
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
