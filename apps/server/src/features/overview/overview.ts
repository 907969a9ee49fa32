import { sql } from 'kysely'
import type { Action, ResourceType } from '@wheelhouse/contract/access.ts'
import { attentionAtMost } from '@wheelhouse/contract/overview/overview.ts'
import type { AttentionItem, Overview, OverviewTrends } from '@wheelhouse/contract/overview/overview.ts'
import { hasAnyRight } from '../../authz/rights.ts'
import type { Ctx } from '../../platform/context.ts'
import { byConcern, failingCommands, outagesNow, overstaysNow, paymentItems, urgentEntries } from './attention.ts'
import {
  countCommands,
  countHardware,
  countLocations,
  countMaintenance,
  countOverstays,
  countParking,
  countPayments,
  countRentals,
} from './counts.ts'
import { hoursOf, parking, rides, trendOf } from './trends.ts'
import type { ReadersDay } from './trends.ts'

/** The rights to the lists behind the parts: without one anywhere, the part is left out. */
const rightsOfParts = {
  parking: [['session', 'GET']],
  rentals: [
    ['session', 'GET'],
    ['rental_device', 'GET'],
  ],
  payments: [['payment', 'GET']],
  maintenance: [['location', 'GET_MAINTENANCE_LOG_ENTRIES']],
  hardware: [['hardware', 'GET']],
  commands: [['device', 'GETCMDSHISTORY']],
} as const satisfies Record<string, readonly (readonly [ResourceType, Action])[]>
type Part = keyof typeof rightsOfParts

async function partsFor({ db, person }: Ctx): Promise<(part: Part) => boolean> {
  const id = sql`${person.id}::uuid`
  const parts = Object.entries(rightsOfParts).map(([part, rights]) => {
    const held = rights.map(([type, action]) => hasAnyRight(id, type, action))
    return sql`(${sql.join(held, sql` and `)}) as ${sql.ref(part)}`
  })
  const { rows } = await sql<Record<Part, boolean>>`select ${sql.join(parts)}`.execute(db)
  return (part) => rows[0]?.[part] === true
}

/** What is open, late, waiting and broken, and what of it someone should look at first. */
export async function overviewOf(ctx: Ctx): Promise<Overview> {
  const at = ctx.clock.now().toISOString()
  const isShown = await partsFor(ctx)
  const part = <T>(name: Part, read: (ctx: Ctx) => Promise<T>): Promise<T | null> =>
    isShown(name) ? read(ctx) : Promise.resolve(null)
  const [places, parked, rentals, payments, maintenance, overstays, hardware, commandCounts] = await Promise.all([
    countLocations(ctx),
    part('parking', countParking),
    part('rentals', countRentals),
    part('payments', countPayments),
    part('maintenance', countMaintenance),
    part('parking', countOverstays),
    part('hardware', countHardware),
    part('commands', countCommands),
  ])
  const [outages, entries, longStays, commands] = await Promise.all([
    outagesNow(ctx),
    part('maintenance', urgentEntries),
    part('parking', overstaysNow),
    part('commands', failingCommands),
  ])
  const items: AttentionItem[] = [
    ...outages,
    ...(entries ?? []),
    ...(longStays ?? []),
    ...(commands ?? []),
    ...(payments ? paymentItems(payments) : []),
  ]
  return {
    at,
    ...places,
    parking: parked,
    rentals,
    payments,
    maintenance,
    overstays,
    hardware,
    commands: commandCounts,
    attention: items.toSorted(byConcern).slice(0, attentionAtMost),
    attention_total: items.length,
  }
}

export async function trendsOf(ctx: Ctx, asked: ReadersDay): Promise<OverviewTrends> {
  const hours = hoursOf(ctx, asked)
  const isShown = await partsFor(ctx)
  return {
    parking: isShown('parking') ? await trendOf(ctx, parking, hours) : null,
    rentals: isShown('rentals') ? await trendOf(ctx, rides, hours) : null,
  }
}
