import { sql } from 'kysely'
import { AppError } from '@wheelhouse/contract/errors.ts'
import type { Trend } from '@wheelhouse/contract/overview/overview.ts'
import { visiblePredicate, visibleSet } from '../../authz/visible.ts'
import type { Ctx } from '../../platform/context.ts'

const hourMs = 3_600_000
const weekMs = 7 * 24 * hourMs
const sinceAtMostMs = 48 * hourMs

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

/** How many of the caller's sessions were open on the hours of today, and of the same day a week before. */
export async function trendOf(ctx: Ctx, followed: Followed, since: string): Promise<Trend> {
  const now = ctx.clock.now().getTime()
  const from = Date.parse(since)
  if (from > now || now - from > sinceAtMostMs) throw new AppError('invalid_query', { field: 'since' })
  const before = Array.from({ length: 24 }, (_, hour) => from - weekMs + hour * hourMs)
  const today = Array.from({ length: Math.floor((now - from) / hourMs) + 1 }, (_, hour) => from + hour * hourMs)
  const moments = [...new Set([...before, now - weekMs, ...today])].toSorted((one, other) => one - other)
  const spans = await spansOf(ctx, followed, moments)
  const openAt = (moment: number): number => {
    const index = moments.indexOf(moment)
    return spans.reduce((sum, span) => sum + (span.began <= index && index < span.ended ? span.sessions : 0), 0)
  }
  return { week_ago: openAt(now - weekMs), today: today.map(openAt), before: before.map(openAt) }
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
