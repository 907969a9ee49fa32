import { sql } from 'kysely'
import { feeOf } from '@wheelhouse/contract/price-lists/fee.ts'
import type { Fee, FeeLine, PriceTerms, Waiver } from '@wheelhouse/contract/price-lists/fee.ts'
import type { Db, Tx } from '../../platform/context.ts'
import type { Target } from './queries.ts'

/** What a session begins under. */
export interface Beginning {
  session_id: string
  target: Target
  /** Free time that the place promises, in addition to the price list's own. */
  free_minutes: number
  time_zone: string
}

/**
 * Keeps the version of the price list that is in force when a session begins. Nothing is kept where none is in force: such a
 * session is free.
 */
export async function keepPrice(tx: Tx, at: Date, { session_id, target, free_minutes, time_zone }: Beginning) {
  const now = at.toISOString()
  const { rows } = await sql<{ price_version_id: string; is_used: boolean }>`
    insert into kept_prices (session_id, price_version_id, free_minutes, time_zone, kept_at)
    select ${session_id}::uuid, v.id, ${free_minutes}::int, ${time_zone}, ${now}::timestamptz
    from price_lists p join price_list_versions v on v.price_list_id = p.id
    where p.target_type = ${target.type} and p.target_id = ${target.id}::uuid
      and (p.ends_at is null or p.ends_at > ${now}::timestamptz) and v.valid_from <= ${now}::timestamptz
    order by v.valid_from desc limit 1
    returning price_version_id, (select u.first_used_at is not null from price_list_versions u where u.id = price_version_id) as is_used`.execute(
    tx,
  )
  const [kept] = rows
  if (kept && !kept.is_used)
    await sql`update price_list_versions set first_used_at = ${now}::timestamptz
      where id = ${kept.price_version_id}::uuid and first_used_at is null`.execute(tx)
}

export interface Span {
  /** Instants. */
  start: string
  end: string
  waiver: Waiver | null
}

interface Kept extends PriceTerms {
  time_zone: string
  kept_free_minutes: number
  lines: FeeLine[] | null
  total_minor: number | null
}

/** The fee as it was worked out at the end, or what it would be for this span; null for a session without a price. */
export async function keptFee(db: Db, sessionId: string, { start, end, waiver }: Span): Promise<Fee | null> {
  const { rows } = await sql<Kept>`
    select k.time_zone, k.free_minutes as kept_free_minutes, k.lines, k.total_minor, v.currency, v.starting_minor, v.free_minutes,
      v.minute_minor, v.hour_minor, v.day_minor, v.day_cap_minor, v.stay_cap_minor
    from kept_prices k join price_list_versions v on v.id = k.price_version_id where k.session_id = ${sessionId}::uuid`.execute(
    db,
  )
  const [kept] = rows
  if (!kept) return null
  if (kept.lines !== null && kept.total_minor !== null)
    return { currency: kept.currency, total_minor: kept.total_minor, lines: kept.lines }
  return feeOf(kept, {
    start: Date.parse(start),
    end: Date.parse(end),
    time_zone: kept.time_zone,
    free_minutes: kept.kept_free_minutes,
    waiver,
  })
}

/** Works the fee out once, at the end, and keeps its lines. */
export async function workOutFee(tx: Tx, sessionId: string, span: Span): Promise<Fee | null> {
  const fee = await keptFee(tx, sessionId, span)
  if (!fee) return null
  await sql`update kept_prices set lines = ${JSON.stringify(fee.lines)}::jsonb, total_minor = ${fee.total_minor}, waiver = ${span.waiver}
    where session_id = ${sessionId}::uuid and lines is null`.execute(tx)
  return fee
}

/** The price list that a session was priced by, for readers who may see it. */
export interface KeptVersion {
  id: string
  name: string
  number: number
  target_type: Target['type']
  target_id: string
}

export async function keptVersionOf(db: Db, sessionId: string): Promise<KeptVersion | null> {
  const { rows } = await sql<KeptVersion>`
    select p.id, p.name, v.number, p.target_type, p.target_id
    from kept_prices k join price_list_versions v on v.id = k.price_version_id join price_lists p on p.id = v.price_list_id
    where k.session_id = ${sessionId}::uuid`.execute(db)
  return rows[0] ?? null
}
