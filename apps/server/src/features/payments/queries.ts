import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { paymentDifferences, payments, paymentsSummed } from '@wheelhouse/contract/payments/payments.ts'
import type { PaymentQuery, PaymentTotals } from '@wheelhouse/contract/payments/payments.ts'
import { subscriptionPayments } from '@wheelhouse/contract/subscriptions/subscription-payments.ts'
import type { FilterOfList } from '@wheelhouse/contract/list.ts'
import { rowIsVisible, visiblePredicate, visibleSet, visibleTo } from '../../authz/visible.ts'
import { askedPayers, notOfOrganizations, within, zoneOfPayer } from '../../lists/asked-places.ts'
import type { ListContext } from '../../lists/list-source.ts'
import { newestRows } from '../../lists/list-visible.ts'
import type { TimeList } from '../../lists/list-visible.ts'
import { day, instant, int, orNull, uuid, word } from '../../lists/columns.ts'
import { age, allOf, anyOf } from '../../lists/list-filters.ts'
import { listQuery, readerIn } from '../../lists/list-query.ts'
import { timeListQuery } from '../../lists/time-list-query.ts'
import type { Ctx } from '../../platform/context.ts'
import { paymentColumns, paymentJoins } from './one-payment.ts'
import { paymentScopes } from './payment-scopes.ts'

/** One rider, subscription or reference: few rows, in an index of their own. */
function anchorOf(ctx: Pick<ListContext, 'person'>, query: Partial<PaymentQuery>): RawBuilder<boolean> | null {
  const { user_id, subscription_id, reference } = query
  const parts = [
    // A caller who may not see a person must not find out by filtering what that person paid.
    ...(user_id
      ? [sql`user_id = ${user_id}::uuid and ${rowIsVisible(ctx, 'user', 'GET', 'user', sql`${user_id}::uuid`)}`]
      : []),
    ...(subscription_id ? [sql`subscription_id = ${subscription_id}::uuid`] : []),
    ...(reference ? [sql`reference = ${reference} and provider = any(array['simulated', 'stripe'])`] : []),
  ]
  return parts.length === 0 ? null : allOf(parts)
}

function conditionsOf(ctx: Pick<ListContext, 'person'>, query: Partial<PaymentQuery>): RawBuilder<unknown>[] {
  const { state, state_not, type, type_not, currency, currency_not, location_id_not } = query
  const isIn = (column: string, values: readonly string[] | undefined) =>
    values ? [sql`${sql.ref(column)} = any(${[...values]}::text[])`] : []
  const isNot = (column: string, values: readonly string[] | undefined) =>
    values ? [sql`${sql.ref(column)} <> all(${[...values]}::text[])`] : []
  return [
    ...isIn('state', state),
    ...isNot('state', state_not),
    ...isIn('type', type),
    ...isNot('type', type_not),
    ...isIn('currency', currency),
    ...isNot('currency', currency_not),
    ...notOfOrganizations(query, sql`visible_through_id`, (organization_id) => askedPayers(ctx, { organization_id })),
    ...(location_id_not ? [sql`visible_through_id <> all(${location_id_not}::uuid[])`] : []),
  ]
}

const common = new Set(['paid', 'not_charged'])
const isRare = ({ state }: Partial<PaymentQuery>): boolean =>
  state !== undefined && state.every((one) => !common.has(one))

function planOf(ctx: Pick<ListContext, 'person'>, query: Partial<PaymentQuery>): TimeList {
  const conditions = conditionsOf(ctx, query)
  const filter = conditions.length > 0 ? allOf(conditions) : null
  const rare = sql<boolean>`state not in ('paid', 'not_charged')`
  return {
    table: 'payments',
    scopeColumn: 'visible_through_id',
    time: 'created_at',
    base: sql<boolean>`true`,
    period: within(query, sql`created_at`, zoneOfPayer(sql`visible_through_id`)),
    filter,
    places: askedPayers(ctx, query),
    anchor: anchorOf(ctx, query),
    isShort: false,
    rare: filter && isRare(query) ? { base: rare, filter, isCovered: false } : null,
  }
}

export const paymentList = timeListQuery(payments, {
  visibleBy: { type: 'payment', action: 'GET', scopeType: paymentScopes },
  from: paymentJoins,
  id: sql`p.id`,
  columns: () => paymentColumns,
  plan: planOf,
})

/** Of one subscription: its reader needs no right to payments elsewhere. */
export const subscriptionPaymentList = listQuery(subscriptionPayments, {
  from: () => sql`payments p`,
  rowsFrom: ({ ctx }) => paymentJoins(readerIn(ctx)),
  id: sql`p.id`,
  indexed: ['created_at'],
  visibleBy: [],
  where: ({ params }) => sql<boolean>`p.subscription_id = ${params.subscription_id}::uuid`,
  columns: () => paymentColumns,
  filters: () => ({}),
})

const differenceStatus = sql`case when x.resolved_at is null then 'open' else 'resolved' end`

export const differenceList = listQuery(paymentDifferences, {
  from: () => sql`payment_differences x left join payments p on p.id = x.payment_id`,
  id: sql`x.id`,
  visibleBy: [],
  where: ({ ctx }) =>
    visiblePredicate(visibleSet(readerIn(ctx), 'payment', 'GET', paymentScopes), sql`p.visible_through_id`),
  columns: () => ({
    id: uuid(sql`x.id`),
    day: day(sql`x.day`),
    kind: word(sql`x.kind`),
    movement: word(sql`x.movement`),
    provider: word(sql`x.provider`),
    reference: word(sql`x.reference`),
    payment_id: orNull(uuid(sql`x.payment_id`)),
    ours_minor: orNull(int(sql`x.ours_minor`)),
    theirs_minor: orNull(int(sql`x.theirs_minor`)),
    currency: word(sql`x.currency`),
    status: word(differenceStatus),
    found_at: instant(sql`x.found_at`),
    resolved_at: orNull(instant(sql`x.resolved_at`)),
  }),
  filters: () => ({
    status: anyOf(differenceStatus),
    kind: anyOf(sql`x.kind`),
    found_at: age(sql`x.found_at`),
  }),
})

/** Sums by currency, of the newest of the filter where there are too many to add up at once. */
export async function paymentTotals(ctx: Ctx, query: FilterOfList<typeof payments>): Promise<PaymentTotals> {
  const visible = await visibleTo(ctx, 'payment', 'GET', paymentScopes)
  const newest = newestRows(planOf(ctx, query), visible, paymentsSummed + 1)
  const { rows } = await sql<PaymentTotals['totals'][number]>`
    select currency, count(*)::int as payments, sum(amount_minor)::bigint as charged_minor, sum(captured_minor)::bigint as captured_minor,
      sum(refunded_minor)::bigint as refunded_minor,
      sum(case when captured_minor = 0 and state <> 'cancelled' then amount_minor else 0 end)::bigint as open_minor
    from (${newest}) p
    group by currency order by currency`.execute(ctx.db)
  const counted = rows.reduce((sum, row) => sum + row.payments, 0)
  return { totals: rows, is_exact: counted <= paymentsSummed }
}
