import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { feePeriods, feeServices, feeStatuses } from '@wheelhouse/contract/service-fees/fee-rules.ts'
import { serviceFeesOf } from '@wheelhouse/contract/service-fees/service-fees.ts'
import { totalsOf } from '@wheelhouse/contract/service-fees/fee-totals.ts'
import type { FeeAmount } from '@wheelhouse/contract/service-fees/fee-totals.ts'
import type { FeeOwner } from '@wheelhouse/contract/service-fees/fee-rules.ts'
import type { FeeScope, ServiceFee, ServiceFeeTotals } from '@wheelhouse/contract/service-fees/service-fees.ts'
import type { Ctx } from '../../platform/context.ts'
import { day, instant, int, orNull, text, uuid, word } from '../../lists/columns.ts'
import type { SortColumn } from '../../lists/columns.ts'
import { age, anyOf, own } from '../../lists/list-filters.ts'
import { listQuery } from '../../lists/list-query.ts'
import type { RowContext, Scope } from '../../lists/list-query.ts'
import { visiblePredicate, visibleSet } from '../../authz/visible.ts'

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
const byCharacters = (column: RawBuilder<unknown>): SortColumn => ({
  by: sql`${column}::text collate "C"`,
  cast: 'text',
})

const joined = sql`service_fees f left join locations l on l.id = f.location_id left join organizations o on o.id = f.organization_id`

const ofPayer = ({ type, id }: Payer): RawBuilder<boolean> =>
  type === 'location' ? sql<boolean>`f.location_id = ${id}::uuid` : sql<boolean>`f.organization_id = ${id}::uuid`

/** Of an organization also those of the locations it owns: a location is seen, and GET_SERVICE_FEES is held on it. */
function ofScope(payer: Payer, scope: FeeScope, visible: Scope<unknown, unknown>['visible']): RawBuilder<boolean> {
  if (payer.type === 'location' || scope === 'own') return ofPayer(payer)
  const at = sql`f.location_id`
  const owned = sql`f.location_id = any(array(select w.id from locations w where w.owner_id = ${payer.id}::uuid))`
  return sql<boolean>`(${ofPayer(payer)} or (${owned} and ${visible('location', at)} and ${visible('location', at, 'GET_SERVICE_FEES')}))`
}

const feeListOf = (owner: FeeOwner) =>
  listQuery(serviceFeesOf[owner].fees, {
    from: () => joined,
    id: sql`f.id`,
    // The right was checked on the location or the organization in the address.
    visibleBy: [],
    where: ({ params, query, visible }) =>
      ofScope({ type: owner, id: String(params[`${owner}_id`]) }, query.scope, visible),
    columns: ({ ctx }) => ({
      id: uuid(sql`f.id`),
      resource_type: word(sql`case when f.location_id is null then 'organization' else 'location' end`),
      resource_id: uuid(sql`coalesce(f.location_id, f.organization_id)`),
      resource_name: text(sql`coalesce(l.label, o.name)`),
      location_code: orNull(word(sql`l.code`)),
      service: word(sql`f.service`),
      comment: text(sql`f.comment`),
      fee: int(sql`f.fee`),
      currency: word(sql`f.currency`),
      period: word(sql`f.period`),
      start_date: day(sql`f.start_date`),
      end_date: orNull(day(sql`f.end_date`)),
      paid_at: orNull(instant(sql`f.paid_at`)),
      status: word(status(ctx)),
      created_at: instant(sql`f.created_at`),
      updated_at: instant(sql`f.updated_at`),
      version: int(sql`f.version`),
    }),
    filters: ({ ctx }) => ({
      // Part of the rows' own condition.
      scope: own(() => undefined),
      status: anyOf(status(ctx)),
      service: anyOf(sql`f.service`),
      period: anyOf(sql`f.period`),
      currency: anyOf(sql`f.currency`),
      created_at: age(sql`f.created_at`),
    }),
    sorts: ({ ctx }) => ({
      status: { by: placeIn(feeStatuses, status(ctx)), cast: 'int' },
      service: { by: placeIn(feeServices, sql`f.service`), cast: 'int' },
      // Beyond what a cursor's integer holds: as text of one length. Currencies are compared by their number only.
      fee: byCharacters(sql`lpad(f.fee::text, 12, '0')`),
      currency: byCharacters(sql`f.currency`),
      period: { by: placeIn(feePeriods, sql`f.period`), cast: 'int' },
      start_date: byCharacters(sql`f.start_date`),
      end_date: byCharacters(sql`f.end_date`),
    }),
  })

export const feeLists = { location: feeListOf('location'), organization: feeListOf('organization') }

/** Reads a fee of exactly this location or organization, because the right was checked on the one in the address. */
export const feeById = (ctx: RowContext, payer: Payer, id: string): Promise<ServiceFee> =>
  feeLists[payer.type].get(ctx, id, ofPayer(payer))

interface ActiveSum extends FeeAmount {
  is_own: boolean
  active: number
}

/** Summed by PostgreSQL as far as nothing is rounded: by owner, currency and period. The contract does the rest. */
export async function activeTotals(ctx: Ctx, payer: Payer, scope: FeeScope): Promise<ServiceFeeTotals> {
  const isVisible: Scope<unknown, unknown>['visible'] = (type, column, action = 'GET') =>
    visiblePredicate(visibleSet(ctx, type, action, type), column)
  const within = sql`${ofScope(payer, scope, isVisible)} and ${status(ctx)} = 'active'`
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
