import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { watchedStatuses } from '@wheelhouse/contract/outages/outages.ts'
import type { Db } from '../../platform/context.ts'
import type { Config } from '../../platform/config.ts'
import type { Span } from '../hardware/contact-intervals.ts'

/** What one look over all devices found to be done. */
export interface Finding {
  /** Null: there is no open outage of it yet. */
  outage_id: string | null
  location_id: string
  location_label: string
  device_id: string | null
  device_type: string | null
  device_number: number | null
  hardware_id: string | null
  began_at: string
  /** False: it is deleted, in a warehouse or without hardware now, and nobody waits for it. */
  is_watched: boolean
  is_down: boolean
  well_since: string | null
  confirmed_at: string | null
  repeats: number
  is_confirmation_due: boolean
  is_repeat_due: boolean
  fold_into: string | null
  is_fold_new: boolean
  /** Null where nobody muted it, or that time has passed. */
  muted_until: string | null
}

export interface Watch {
  db: Db
  config: Config
  now: Date
  /** When devices were listened to lately, joined and in order; the last one goes on. */
  listened: readonly Span[]
}

/** So far back a gateway's absence is made up for; what was silent longer is offline anyway. */
export const listenedForMs = 3 * 86_400_000

/** All devices once, and of the outages only what changes: a sweep that finds nothing new answers no row. */
export async function findOutages(watch: Watch): Promise<Finding[]> {
  const { rows } = await sql<Finding>`
    with recursive ${devicesNow(watch)}, ${troubles}, ${openOnes}
    select null::uuid as outage_id, s.location_id, l.label as location_label, s.device_id, d.type as device_type, d.number as device_number, s.hardware_id, s.began_at,
      true as is_watched, true as is_down, null::timestamptz as well_since, null::timestamptz as confirmed_at, 0 as repeats,
      false as is_confirmation_due, false as is_repeat_due, null::uuid as fold_into, false as is_fold_new, null::timestamptz as muted_until
    from subject s join locations l on l.id = s.location_id left join devices d on d.id = s.device_id
    where not exists (select 1 from outages o where o.cleared_at is null and o.hardware_id is null and s.hardware_id is null and o.location_id = s.location_id)
      and not exists (select 1 from outages o where o.cleared_at is null and o.hardware_id = s.hardware_id)
    union all
    select c.id, c.location_id, l.label, c.device_id, d.type, d.number, c.hardware_id, c.began_at, c.is_watched, c.is_down, c.well_since, c.confirmed_at, c.repeats,
      c.is_confirmation_due, c.is_repeat_due, c.fold_into, c.is_fold_new,
      case when c.muted_until > ${watch.now.toISOString()}::timestamptz then c.muted_until end as muted_until
    from (${changing(watch)}) c join locations l on l.id = c.location_id left join devices d on d.id = c.device_id`.execute(
    watch.db,
  )
  return rows
}

/** Seconds of silence after which a device is offline (values: thresholds); as `deviceHealth` reckons. */
const offlineAfter = ({ heartbeat: { offline_factor, offline_floor_s, long_offline_s } }: Config) =>
  sql`make_interval(secs => least(greatest(${offline_factor}::float8 * heartbeat_interval_s(l.power_save), ${offline_floor_s}::float8), ${long_offline_s}::float8))`

/** `device`: every watched device with hardware; `down`: those out of contact. No-data hardware is neither. */
const devicesNow = (watch: Watch) => sql`
  place as materialized (
    select l.id, ${offlineAfter(watch.config)} as offline_after, ${watch.now.toISOString()}::timestamptz - ${offlineAfter(watch.config)} as contact_since
    from locations l where l.status = any(${[...watchedStatuses]}::text[])),
  controller as materialized (
    select c.hardware_id, ${heard(watch, sql`s.last_heartbeat_at`)} as contact from controllers c join hardware_state s on s.hardware_id = c.hardware_id),
  device as materialized (
    select d.id as device_id, d.location_id, d.hardware_id, h.controller_id, hs.contact as own, c.contact as controllers, p.contact_since, p.offline_after
    from devices d join place p on p.id = d.location_id join hardware h on h.hardware_id = d.hardware_id
    left join (select hardware_id, ${heard(watch, sql`last_heartbeat_at`)} as contact from hardware_state) hs on hs.hardware_id = d.hardware_id
    left join controller c on c.hardware_id = h.controller_id
    where d.deleted_at is null and not d.delete_pending),
  down as materialized (
    select * from device where own < contact_since or controllers < contact_since)`

/**
 * Moves a contact forward by the time in which no gateway was listening, because silence counts only while one listens.
 * A last contact from before the first known gateway life counts from the start of that life.
 */
function heard({ now, listened }: Watch, at: RawBuilder<unknown>): RawBuilder<unknown> {
  const [first] = listened
  if (!first) return at
  const iso = (time: number) => sql`${new Date(time).toISOString()}::timestamptz`
  const begins =
    first.from > now.getTime() - listenedForMs
      ? sql`case when ${at} < ${iso(first.from)} then ${iso(first.from)} else ${at} end`
      : at
  const absences = listened.slice(1).map((span, index) => ({ from: listened[index]?.to ?? span.from, to: span.from }))
  if (absences.length === 0) return begins
  const away = absences.map(
    ({ from, to }) => sql`case when ${at} <= ${iso(from)} then ${(to - from) / 1_000}::float8 else 0 end`,
  )
  return sql`${begins} + make_interval(secs => ${sql.join(away, sql` + `)})`
}

/** Of things that speak for things that speak for others; no ring of wrong entries keeps the sweep busy. */
const levelsAtMost = 8

/** A location is offline when all that was ever seen of it is out of contact; hardware when it is silent itself. */
const troubles = sql`
  dark as materialized (
    select g.location_id, max(least(g.own, g.controllers) + g.offline_after) as began_at from device g
    where g.location_id in (select location_id from down) and g.own is not null and g.controllers is not null
    group by g.location_id having bool_and(g.own < g.contact_since or g.controllers < g.contact_since)),
  -- From each device up through what speaks for it, past what is out of contact only because of something above it.
  above (hardware_id, top, place, is_dead, depth) as (
    select d.hardware_id, c.hardware_id, c.location_id, c.own < c.contact_since, 1 from down d
    join down c on c.hardware_id = d.controller_id and c.hardware_id <> d.hardware_id
    union all
    select a.hardware_id, c.hardware_id, c.location_id, c.own < c.contact_since, a.depth + 1 from above a
    join down d on d.hardware_id = a.top join down c on c.hardware_id = d.controller_id and c.hardware_id <> d.hardware_id
    where a.depth < ${levelsAtMost}),
  topmost as materialized (
    select distinct on (hardware_id) hardware_id, top, place from above where is_dead order by hardware_id, depth desc),
  silent as materialized (
    select d.*, t.top as behind, t.place as behind_at from down d left join topmost t on t.hardware_id = d.hardware_id
    where d.own < d.contact_since),
  subject as (
    select location_id, null::uuid as device_id, null::text as hardware_id, began_at from dark
    union all
    select location_id, device_id, hardware_id, own + offline_after from silent
    where behind is null and location_id not in (select location_id from dark))`

/** Outages that are not over, each with what is known of it now. Joins, not look-ups: after a storm they are thousands. */
const openOnes = sql`
  standing as (
    select o.*, case when o.hardware_id is null then seen.location_id is not null else d.device_id is not null end as is_watched,
      case when o.hardware_id is null then k.location_id is not null else s.hardware_id is not null end as is_down,
      case when o.hardware_id is not null then coalesce(whole.id, theirs.id, behind.id) end as fold_target
    from outages o
    left join (select distinct location_id from device where own is not null) seen on seen.location_id = o.location_id
    left join device d on d.hardware_id = o.hardware_id and d.device_id = o.device_id and d.location_id = o.location_id
    left join silent s on s.hardware_id = o.hardware_id
    -- The topmost dead one may stand elsewhere, and be a part of that place's own outage.
    left join dark kb on kb.location_id = s.behind_at
    left join outages theirs on theirs.location_id = kb.location_id and theirs.hardware_id is null and theirs.cleared_at is null
    left join outages behind on behind.hardware_id = s.behind and behind.cleared_at is null
    left join dark k on k.location_id = o.location_id
    left join outages whole on whole.location_id = k.location_id and whole.hardware_id is null and whole.cleared_at is null
    where o.cleared_at is null)`

const changing = ({ now, config, listened }: Watch) => {
  const at = sql`${now.toISOString()}::timestamptz`
  const { confirm_s, repeat_s, hold_s } = config.outages
  // After the gateway was away, give devices time to send again before an outage of theirs is announced.
  const isSettled = (listened.at(-1)?.from ?? 0) <= now.getTime() - config.heartbeat.offline_floor_s * 1_000
  const since = (time: string, seconds: number) =>
    sql`${sql.ref(time)} <= ${at} - make_interval(secs => ${seconds}::float8)`
  return sql`
    select * from (
      select s.*, s.fold_target as fold_into, s.fold_target is distinct from s.folded_into and s.is_down as is_fold_new,
        ${isSettled} and is_down and fold_target is null and confirmed_at is null and ${since('began_at', confirm_s)} as is_confirmation_due,
        ${isSettled} and is_down and fold_target is null and confirmed_at is not null
          and (muted_until is null or muted_until <= ${at}) and coalesce(repeated_at, confirmed_at) <= ${at} - make_interval(secs => ${repeat_s}::float8) as is_repeat_due,
        ${since('well_since', hold_s)} as is_over
      from standing s) s
    where not is_watched or is_confirmation_due or is_repeat_due or is_fold_new or (is_down and well_since is not null)
      or (not is_down and (well_since is null or is_over))`
}
