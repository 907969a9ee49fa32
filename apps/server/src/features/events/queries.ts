import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { AppError } from '@wheelhouse/contract/errors.ts'
import type { AuditEvent, EventQuery } from '@wheelhouse/contract/events.ts'
import type { Ctx } from '../../http/context.ts'
import { decodeCursor, encodeCursor, isUuid } from '../../http/cursor.ts'

const dayMs = 86_400_000
const defaultDays = 30
const mostDays = 366
const countedAtMost = 10_000

/** Newest first. The period becomes bounds on the id, whose head is the time: they prune the months. */
async function eventPage(ctx: Ctx, whose: RawBuilder<boolean>, query: EventQuery, isCounted: boolean) {
  const { from, to } = periodOf(ctx, query)
  const within = sql<boolean>`${whose} and id >= ${idFloor(from)}::uuid and id < ${idFloor(to)}::uuid and ${filterOf(query)}`
  const before = query.cursor ? sql`id < ${String(decodeCursor(query.cursor, ([id]) => isUuid(id))[0])}::uuid` : sql`true`
  const { rows } = await sql<AuditEvent>`
    select id, at, actor_kind, actor_id, actor_name, feature, verb, resource_type, resource_id, resource_name, before, after, reason, correlation_id
    from events where ${within} and ${before} order by id desc limit ${query.limit + 1}`.execute(ctx.db)
  const items = rows.slice(0, query.limit)
  const total = isCounted ? await countOf(ctx, within) : 0
  const next = rows.length > query.limit ? encodeCursor([items.at(-1)?.id ?? null]) : null
  return { items, next, total: Math.min(total, countedAtMost), total_is_exact: total <= countedAtMost }
}

async function countOf(ctx: Ctx, within: RawBuilder<boolean>): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from (select 1 from events where ${within} limit ${countedAtMost + 1}) c`.execute(ctx.db)
  return rows[0]?.total ?? 0
}

export const eventsOfLocation = (ctx: Ctx, id: string, query: EventQuery, isCounted = true) =>
  eventPage(ctx, sql<boolean>`visible_through_id = ${id}::uuid`, query, isCounted)
export const eventsOfThing = (ctx: Ctx, id: string, query: EventQuery, isCounted = true) =>
  eventPage(ctx, sql<boolean>`resource_id = ${id}::uuid`, query, isCounted)

function periodOf(ctx: Ctx, query: EventQuery): { from: number; to: number } {
  // An hour ahead: events of this very second, and of a server whose clock is a little off, are in.
  const to = query.to ? Date.parse(query.to) : ctx.clock.now().getTime() + 3_600_000
  const from = query.from ? Date.parse(query.from) : to - defaultDays * dayMs
  if (from >= to) throw new AppError('invalid_query', { field: 'from' }, 'from must be before to')
  if (to - from > mostDays * dayMs) throw new AppError('invalid_query', { field: 'from' }, 'At most 366 days at once')
  return { from, to }
}

/** The smallest UUIDv7 of a millisecond. */
function idFloor(ms: number): string {
  const hex = Math.max(0, ms).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}

function filterOf(query: EventQuery): RawBuilder<boolean> {
  const parts: RawBuilder<boolean>[] = [sql<boolean>`true`]
  if (query.feature) parts.push(sql<boolean>`feature = any(${query.feature}::text[])`)
  if (query.actor_kind) parts.push(sql<boolean>`actor_kind = any(${query.actor_kind}::text[])`)
  if (query.actor_id) parts.push(sql<boolean>`actor_id = ${query.actor_id}::uuid`)
  return sql<boolean>`(${sql.join(parts, sql` and `)})`
}
