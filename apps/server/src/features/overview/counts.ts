import { sql } from 'kysely'
import { failedStatuses } from '@wheelhouse/contract/commands/commands.ts'
import { locationHealths } from '@wheelhouse/contract/locations/locations.ts'
import { logEntries } from '@wheelhouse/contract/maintenance-log/maintenance-log.ts'
import { urgentPriorities } from '@wheelhouse/contract/maintenance-log/entry-rules.ts'
import type { Counted, Overview } from '@wheelhouse/contract/overview/overview.ts'
import type { PaymentState } from '@wheelhouse/contract/payments/payment-states.ts'
import type { Payment } from '@wheelhouse/contract/payments/payments.ts'
import { visibleTo } from '../../authz/visible.ts'
import { rowsOf } from '../../lists/list-source.ts'
import type { ListSource } from '../../lists/list-source.ts'
import type { Ctx } from '../../platform/context.ts'
import { hardwareList } from '../hardware/hardware-list.ts'
import { deviceHealth } from '../hardware-state/health.ts'
import { commandList } from '../commands/queries.ts'
import { deviceAggregates } from '../hardware-state/aggregates.ts'
import { locationList } from '../locations/queries.ts'
import { entryList, logTotals } from '../maintenance-log/queries.ts'
import { overstayList, waitsForPerson } from '../overstays/queries.ts'
import { activeSessionList } from '../parking-sessions/queries.ts'
import { paymentList, paymentTotals } from '../payments/queries.ts'
import { activeRentalList } from '../rental-sessions/queries.ts'

type LocationCounts = Pick<Overview, 'locations' | 'docks'>

/** The conditions of the list of locations, so that the numbers are the totals of that list. */
export async function countLocations(ctx: Ctx): Promise<LocationCounts> {
  const { hint } = await visibleTo(ctx, 'location', 'GET', 'location')
  const { where } = locationList.conditions(ctx, {})
  const ofHealth = locationHealths.map(
    (health) => sql`count(*) filter (where g.health = ${health})::int as ${sql.ref(health)}`,
  )
  const { rows } = await sql<LocationCounts['locations'] & Record<'docks' | 'available' | 'occupied', number>>`
    select count(*)::int as total, ${sql.join(ofHealth)}, coalesce(sum(g.total_docks), 0)::int as docks,
      coalesce(sum(g.available_docks), 0)::int as available,
      coalesce(sum(g.occupied + g.occupied_orange + g.occupied_red), 0)::int as occupied
    from locations l ${deviceAggregates(ctx, hint)} where ${where}`.execute(ctx.db)
  const [row] = rows
  if (!row) throw new Error('A count without a group returned no row')
  const { docks, available, occupied, ...locations } = row
  return { locations, docks: { total: docks, available, occupied } }
}

/** A list's own total: the same statement as the list's first page, with one row. */
async function totalOf<Row>(ctx: Ctx, source: ListSource<Row>, filter: object): Promise<Counted> {
  const query = { ...filter, order: 'desc', limit: 1 }
  const { total, total_is_exact } = await source.read(ctx, { params: {}, query })
  return { total, total_is_exact }
}

const hours = (count: number): { min_minutes: number } => ({ min_minutes: count * 60 })

export async function countParking(ctx: Ctx): Promise<NonNullable<Overview['parking']>> {
  return {
    open: await totalOf(ctx, activeSessionList, {}),
    over_24_h: await totalOf(ctx, activeSessionList, hours(24)),
    over_72_h: await totalOf(ctx, activeSessionList, hours(72)),
  }
}

/** The commands that were sent in so many minutes before now. */
const commandMinutes = 60

export async function countCommands(ctx: Ctx): Promise<NonNullable<Overview['commands']>> {
  return {
    sent: await totalOf(ctx, commandList, { minutes: commandMinutes }),
    failed: await totalOf(ctx, commandList, { minutes: commandMinutes, status: [...failedStatuses] }),
  }
}

export const countRentals = async (ctx: Ctx): Promise<NonNullable<Overview['rentals']>> => ({
  open: await totalOf(ctx, activeRentalList, {}),
})

async function countPaymentsIn(ctx: Ctx, state: PaymentState) {
  const query = { state: [state], order: 'asc', limit: 1 }
  const page = rowsOf<Payment>(await paymentList.read(ctx, { params: {}, query }))
  const { totals } = await paymentTotals(ctx, { state: [state] })
  return {
    total: page.total,
    total_is_exact: page.total_is_exact,
    amounts: totals.map(({ currency, charged_minor }) => ({ currency, amount_minor: Number(charged_minor) })),
    oldest: page.items[0]?.created_at ?? null,
  }
}

export async function countPayments(ctx: Ctx): Promise<NonNullable<Overview['payments']>> {
  return {
    needs_approval: await countPaymentsIn(ctx, 'needs_approval'),
    failed: await countPaymentsIn(ctx, 'failed'),
    refund_failed: await countPaymentsIn(ctx, 'refund_failed'),
  }
}

export async function countMaintenance(ctx: Ctx): Promise<NonNullable<Overview['maintenance']>> {
  const { entries, overdue } = await logTotals(ctx, logEntries.filter.parse({}))
  const { from, where } = entryList.conditions(ctx, { state: 'open', priority: [...urgentPriorities] })
  const { rows } = await sql<{ urgent: number }>`select count(*)::int as urgent from ${from} where ${where}`.execute(
    ctx.db,
  )
  return { open: entries, overdue, urgent: rows[0]?.urgent ?? 0 }
}

export async function countOverstays(ctx: Ctx): Promise<NonNullable<Overview['overstays']>> {
  const { from, where } = overstayList.conditions(ctx, { scope: 'open' })
  const { rows } = await sql<NonNullable<Overview['overstays']>>`select count(*)::int as open,
      (count(*) filter (where ${waitsForPerson}))::int as waiting from ${from} where ${where}`.execute(ctx.db)
  return rows[0] ?? { open: 0, waiting: 0 }
}

export async function countHardware(ctx: Ctx): Promise<NonNullable<Overview['hardware']>> {
  const { from, where } = hardwareList.conditions(ctx, {})
  const ofHealth = (['late', 'offline', 'long_offline'] as const).map(
    (health) => sql`count(*) filter (where health = ${health})::int as ${sql.ref(health)}`,
  )
  const { rows } = await sql<NonNullable<Overview['hardware']>>`
    select count(*)::int as total, ${sql.join(ofHealth)}
    from (select ${deviceHealth(ctx)} as health from ${from} where ${where}) each_piece`.execute(ctx.db)
  return rows[0] ?? { total: 0, late: 0, offline: 0, long_offline: 0 }
}
