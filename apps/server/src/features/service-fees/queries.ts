import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { AppError } from '@wheelhouse/contract/errors.ts'
import { feePeriods, feeServices, feeStatuses, totalsOf } from '@wheelhouse/contract/service-fees/service-fees.ts'
import type {
  FeeAmount,
  FeeOwner,
  FeeScope,
  ServiceFee,
  ServiceFeeQuery,
  serviceFeeSorts,
  ServiceFeeTotals,
} from '@wheelhouse/contract/service-fees/service-fees.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Page } from '../../lists/list-pages.ts'
import { collated, sortedPage } from '../../lists/keyset.ts'
import type { SortColumn } from '../../lists/keyset.ts'
import { visiblePredicate, visibleTo } from '../../authz/visible.ts'

type Sort = (typeof serviceFeeSorts)[number]

/** The location or the organization whose fees are asked about. */
export interface Payer {
  type: FeeOwner
  id: string
}

/** Today where the fee is owed: by the clock of the location, in UTC for an organization. */
const today = ({ clock }: Pick<Ctx, 'clock'>) =>
  sql`(${clock.now().toISOString()}::timestamptz at time zone coalesce(l.time_zone, 'UTC'))::date`

/** `feeStatusOn` of the contract, in SQL. */
const status = (ctx: Pick<Ctx, 'clock'>) => sql`case when f.start_date > ${today(ctx)} then 'coming'
  when f.end_date < ${today(ctx)} then 'ended' else 'active' end`

const placeIn = (values: readonly string[], column: RawBuilder<unknown>) =>
  sql`array_position(${[...values]}::text[], ${column})`
const text = (column: RawBuilder<unknown>): SortColumn => ({ by: sql`${column}::text collate "C"`, kind: 'text' })

const sortsOf = (ctx: Ctx): Record<Sort, SortColumn> => ({
  status: { by: placeIn(feeStatuses, status(ctx)), kind: 'int' },
  resource_name: { by: collated(sql`coalesce(l.label, o.name)`), kind: 'text' },
  service: { by: placeIn(feeServices, sql`f.service`), kind: 'int' },
  comment: { by: collated(sql`nullif(f.comment, '')`), kind: 'text' },
  // Beyond what a cursor's integer holds: as text of one length. Currencies are compared by their number only.
  fee: text(sql`lpad(f.fee::text, 12, '0')`),
  currency: text(sql`f.currency`),
  period: { by: placeIn(feePeriods, sql`f.period`), kind: 'int' },
  start_date: text(sql`f.start_date`),
  end_date: text(sql`f.end_date`),
  paid_at: { by: sql`f.paid_at`, kind: 'timestamptz' },
  created_at: { by: sql`f.created_at`, kind: 'timestamptz' },
  updated_at: { by: sql`f.updated_at`, kind: 'timestamptz' },
  id: { by: sql`f.id`, kind: 'uuid' },
})

const joined = sql`service_fees f left join locations l on l.id = f.location_id left join organizations o on o.id = f.organization_id`

const columns = (
  ctx: Pick<Ctx, 'clock'>,
) => sql`f.id, case when f.location_id is null then 'organization' else 'location' end as resource_type,
  coalesce(f.location_id, f.organization_id) as resource_id, coalesce(l.label, o.name) as resource_name, l.code as location_code, f.service,
  f.comment, f.fee, f.currency, f.period, f.start_date, f.end_date, f.paid_at, ${status(ctx)} as status, f.created_at, f.updated_at, f.version`

const ofPayer = ({ type, id }: Payer): RawBuilder<boolean> =>
  type === 'location' ? sql<boolean>`f.location_id = ${id}::uuid` : sql<boolean>`f.organization_id = ${id}::uuid`

/** Of an organization also those of the locations it owns: a location is seen, and GET_SERVICE_FEES is held on it. */
async function ofScope(ctx: Ctx, payer: Payer, scope: FeeScope): Promise<RawBuilder<boolean>> {
  if (payer.type === 'location' || scope === 'own') return ofPayer(payer)
  const seen = visiblePredicate(await visibleTo(ctx, 'location', 'GET', 'location'), sql`f.location_id`)
  const allowed = visiblePredicate(await visibleTo(ctx, 'location', 'GET_SERVICE_FEES', 'location'), sql`f.location_id`)
  const owned = sql`f.location_id = any(array(select w.id from locations w where w.owner_id = ${payer.id}::uuid))`
  return sql<boolean>`(${ofPayer(payer)} or (${owned} and ${seen} and ${allowed}))`
}

function filterOf(ctx: Ctx, query: ServiceFeeQuery): RawBuilder<boolean> {
  const parts: RawBuilder<boolean>[] = [sql<boolean>`true`]
  if (query.status) parts.push(sql<boolean>`${status(ctx)} = any(${query.status}::text[])`)
  if (query.service) parts.push(sql<boolean>`f.service = any(${query.service}::text[])`)
  if (query.period) parts.push(sql<boolean>`f.period = any(${query.period}::text[])`)
  if (query.currency) parts.push(sql<boolean>`f.currency = any(${query.currency}::text[])`)
  return sql<boolean>`(${sql.join(parts, sql` and `)})`
}

export async function feePage(ctx: Ctx, payer: Payer, query: ServiceFeeQuery): Promise<Page<ServiceFee>> {
  const list = {
    sorts: sortsOf(ctx),
    columns: columns(ctx),
    id: sql`f.id`,
    from: joined,
    where: sql<boolean>`${await ofScope(ctx, payer, query.scope)} and ${filterOf(ctx, query)}`,
    rows: sql`left join (${joined}) on f.id = page.id`,
  }
  return sortedPage<ServiceFee, Sort>(ctx.db, list, query)
}

/** One of that very location or organization: the right was asked of the one in the address. */
export async function feeById(ctx: Pick<Ctx, 'db' | 'clock'>, payer: Payer, id: string): Promise<ServiceFee> {
  const { rows } = await sql<ServiceFee>`
    select ${columns(ctx)} from ${joined} where f.id = ${id}::uuid and ${ofPayer(payer)}`.execute(ctx.db)
  if (!rows[0]) throw new AppError('not_found')
  return rows[0]
}

interface ActiveSum extends FeeAmount {
  is_own: boolean
  active: number
}

/** Summed by PostgreSQL as far as nothing is rounded: by owner, currency and period. The contract does the rest. */
export async function activeTotals(ctx: Ctx, payer: Payer, scope: FeeScope): Promise<ServiceFeeTotals> {
  const within = sql`${await ofScope(ctx, payer, scope)} and ${status(ctx)} = 'active'`
  const { rows } = await sql<ActiveSum>`
    select ${ofPayer(payer)} is true as is_own, f.currency, f.period, sum(f.fee) as fee, count(*) as active
    from ${joined} where ${within} group by 1, 2, 3`.execute(ctx.db)
  const counted = await sql<{ today: string; locations: number }>`
    select ${todayOf(ctx, payer)} as today, (select count(distinct f.location_id) from ${joined} where ${within}) as locations`.execute(
    ctx.db,
  )
  return {
    today: counted.rows[0]?.today ?? '',
    all: totalsOf(rows),
    own: totalsOf(rows.filter((row) => row.is_own)),
    of_locations: totalsOf(rows.filter((row) => !row.is_own)),
    active: rows.reduce((sum, { active }) => sum + active, 0),
    locations: payer.type === 'location' ? 0 : (counted.rows[0]?.locations ?? 0),
  }
}

/** The day it is for this payer. */
export const todayOf = ({ clock }: Pick<Ctx, 'clock'>, { type, id }: Payer): RawBuilder<string> => {
  const zone = type === 'location' ? sql`(select w.time_zone from locations w where w.id = ${id}::uuid)` : sql`'UTC'`
  return sql<string>`(${clock.now().toISOString()}::timestamptz at time zone coalesce(${zone}, 'UTC'))::date`
}
