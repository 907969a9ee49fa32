import { sql } from 'kysely'
import { AppError } from '@wheelhouse/contract/errors.ts'
import type { Trend } from '@wheelhouse/contract/overview/overview.ts'
import { visiblePredicate, visibleSet } from '../../authz/visible.ts'
import type { Ctx } from '../../platform/context.ts'
import { comparedHours } from './compared-hours.ts'
import type { ComparedHours } from './compared-hours.ts'

const hourMs = 3_600_000
const beganAtMostMs = 48 * hourMs
/** Clocks of the world are at most so far from UTC. */
const clockAtMostMs = 14 * hourMs

/** A day by the clock of the reader. */
export interface ReadersDay {
  day: string
  zone: string
}

interface Followed {
  table: 'parking_sessions' | 'rental_sessions'
  scopeColumn: 'location_id' | 'fleet_id'
  scopeType: 'location' | 'rental_fleet'
}
export const parking: Followed = { table: 'parking_sessions', scopeColumn: 'location_id', scopeType: 'location' }
export const rides: Followed = { table: 'rental_sessions', scopeColumn: 'fleet_id', scopeType: 'rental_fleet' }

interface Span {
  /** How many of the moments were over when it began, and when it ended. */
  began: number
  ended: number
  sessions: number
}

/** The moments of a day that began at most two days ago; any other day is refused. */
export function hoursOf({ clock }: Ctx, { day, zone }: ReadersDay): ComparedHours {
  const now = clock.now().getTime()
  const refusal = new AppError('invalid_query', { field: 'day' })
  // Far days are refused before anything of them is formatted: years of fewer than four digits cannot be.
  if (Math.abs(Date.parse(day) - now) > beganAtMostMs + clockAtMostMs) throw refusal
  const hours = comparedHours(day, zone, now)
  const [begins] = hours.today
  if (begins === undefined || now - begins > beganAtMostMs) throw refusal
  return hours
}

/** How many of the caller's sessions were open on the hours of a day, and of the same weekday before. */
export async function trendOf(ctx: Ctx, followed: Followed, hours: ComparedHours): Promise<Trend> {
  const { today, before, week_ago } = hours
  const moments = [...new Set([...before, week_ago, ...today])].toSorted((one, other) => one - other)
  const spans = await spansOf(ctx, followed, moments)
  const openAt = (moment: number): number => {
    const index = moments.indexOf(moment)
    return spans.reduce((sum, span) => sum + (span.began <= index && index < span.ended ? span.sessions : 0), 0)
  }
  return { week_ago: openAt(week_ago), today: today.map(openAt), before: before.map(openAt) }
}

/** Each session once, as the moments that it spans: a week of sessions becomes some hundred rows. */
async function spansOf(
  ctx: Ctx,
  { table, scopeColumn, scopeType }: Followed,
  moments: readonly number[],
): Promise<Span[]> {
  const list = sql`${moments.map((moment) => new Date(moment).toISOString())}::timestamptz[]`
  const [first, last] = [moments[0] ?? 0, moments.at(-1) ?? 0].map((moment) => new Date(moment).toISOString())
  const { rows } = await sql<Span>`
    select width_bucket(s.started_at, ${list}) as began,
      case when s.ended_at is null then ${moments.length} else width_bucket(s.ended_at, ${list}) end as ended, count(*)::int as sessions
    from ${sql.table(table)} s
    where (s.status <> 'ended' or s.ended_at > ${first}::timestamptz) and s.started_at < ${last}::timestamptz
      and ${visiblePredicate(visibleSet(ctx, 'session', 'GET', scopeType), sql`s.${sql.ref(scopeColumn)}`)}
    group by 1, 2`.execute(ctx.db)
  return rows
}
