import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db } from '../../platform/context.ts'
import { everything } from './claims.ts'

/**
 * Uptime out of the rollups, as the page of a location shows it; reports and dashboards share its ratios. A reader passes its
 * connection and a `Range`; each function answers sums only, one row per group. Days are those of each place's own calendar, months
 * begin on their first day.
 *
 * Rights are the caller's: `places` is `'everything'` only for a reader who may see every place, otherwise an SQL condition on the
 * column that it is called with, for example `(id) => sql`${id} in (${visibleSet(ctx, 'session', 'GET', 'location')})``.
 * For `rental` and for payments of rentals a place is a fleet, otherwise a location.
 *
 * Figures follow their rows within about a minute (job `rollups.refresh`); the day in progress counts until the last hour at most
 * (uptime, docks in use), or until the last change (everything else).
 */
export interface Range {
  places: 'everything' | ((placeId: RawBuilder<unknown>) => RawBuilder<unknown>)
  /** First and last local day, both included: `2026-03-01`. */
  from: string
  to: string
  /** What a row is of: a day, a month, a place, or the range as a whole. */
  by: 'day' | 'month' | 'place' | 'total'
}

/** `key` is the day, the first day of the month, the id of the place, or empty. */
export interface Grouped {
  key: string
}

interface Part {
  where: RawBuilder<unknown>
  key: RawBuilder<unknown>
}

/**
 * Condition and key of rows `f` of a table of figures. Over everything the days are summed already; months are used where the range
 * consists of whole months.
 */
export function partOf({ places, from, to, by }: Range): Part {
  const isWhole = from.endsWith('-01') && isLastOfMonth(to) && by !== 'day'
  const grain = isWhole ? 'month' : 'day'
  const isEverything = places === 'everything' && by !== 'place'
  const scope = isEverything
    ? sql`f.scope_id = ${everything}::uuid`
    : sql`f.scope_id <> ${everything}::uuid and ${places === 'everything' ? sql`true` : places(sql`f.scope_id`)}`
  return {
    where: sql`${scope} and f.grain = ${sql.lit(grain)} and f.period between ${from}::date and ${to}::date`,
    key: keyOf(by),
  }
}
const keyOf = (by: Range['by']): RawBuilder<unknown> =>
  ({
    day: sql`f.period::text`,
    month: sql`date_trunc('month', f.period)::date::text`,
    place: sql`f.scope_id::text`,
    total: sql`''`,
  })[by]

function isLastOfMonth(day: string): boolean {
  const next = new Date(`${day}T00:00:00Z`)
  next.setUTCDate(next.getUTCDate() + 1)
  return next.getUTCDate() === 1
}

export const sumsOf = (names: readonly string[]): RawBuilder<unknown> =>
  sql.join(names.map((name) => sql`coalesce(sum(${sql.ref(`f.${name}`)}), 0)::bigint as ${sql.ref(name)}`))
/** Time in service is `online_s + partly_s + offline_s`; maintenance is no part of it. */
export interface UptimeSums {
  online_s: number
  partly_s: number
  offline_s: number
  maintenance_s: number
  incidents: number
  /** Of incidents that recovered, with how long they lasted. */
  recovered: number
  repair_s: number
}
export type UptimeFigures = Grouped & UptimeSums

/**
 * The share of its time in service, in per cent, in which a place was not offline as a whole; null where it was not in service. Report,
 * dashboard and location page show this share. Both numbers are of the same unit.
 */
export const uptimeShare = (reachable: number, offline: number): number | null =>
  reachable + offline === 0 ? null : (reachable / (reachable + offline)) * 100

/** Seconds; null without an incident. */
export const meanBetweenFailures = ({ online_s, partly_s, incidents }: UptimeSums): number | null =>
  incidents === 0 ? null : (online_s + partly_s) / incidents

/** Seconds; null where nothing recovered. */
export const meanToRepair = ({ recovered, repair_s }: UptimeSums): number | null =>
  recovered === 0 ? null : repair_s / recovered

const uptimeSums = ['online_s', 'partly_s', 'offline_s', 'maintenance_s', 'incidents', 'recovered', 'repair_s']

export async function uptimeFigures(db: Db, range: Range): Promise<UptimeFigures[]> {
  const { where, key } = partOf(range)
  const { rows } =
    await sql<UptimeFigures>`select ${key} as key, ${sumsOf(uptimeSums)} from uptime_figures f where ${where} group by 1 order by 1`.execute(
      db,
    )
  return rows
}

export interface WorstDevice {
  location_id: string
  device_id: string
  offline_s: number
}

/** The devices that were offline for longest while their locations were in service. */
export async function worstDevices(
  db: Db,
  { places, from, to }: Omit<Range, 'by'>,
  limit: number,
): Promise<WorstDevice[]> {
  const { rows } =
    await sql<WorstDevice>`select location_id, device_id, sum(offline_s)::bigint as offline_s from device_downtimes f
    where day between ${from}::date and ${to}::date and ${places === 'everything' ? sql`true` : places(sql`f.location_id`)}
    group by 1, 2 order by 3 desc, 2 limit ${limit}`.execute(db)
  return rows
}
