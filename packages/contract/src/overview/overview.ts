import * as z from 'zod'
import { LogPriority } from '../maintenance-log/entry-rules.ts'
import { PaymentState } from '../payments/payment-states.ts'
import { Id, Instant, route } from '../route.ts'
import { isClock } from '../wall-clock.ts'

/** A list's total, which counts to a bound. */
const Counted = z.object({ total: z.number().int(), total_is_exact: z.boolean() })
export type Counted = z.infer<typeof Counted>

const Place = z.object({ location_id: Id, location_code: z.string(), location_label: z.string() })

const common = {
  /** Devices, or payments, that it concerns: what the items are ranked by. */
  concerns: z.number().int(),
  /** When it began. */
  since: Instant,
}

/** One thing that someone should look at. */
export const AttentionItem = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('outage'),
    ...Place.shape,
    ...common,
    id: Id,
    scope: z.enum(['location', 'controller', 'device']),
    device_number: z.number().int().nullable(),
  }),
  z.object({
    kind: z.literal('maintenance'),
    ...Place.shape,
    ...common,
    id: Id,
    number: z.number().int(),
    priority: LogPriority,
    due_at: Instant,
    is_overdue: z.boolean(),
  }),
  /** Sessions that are open for longer than the location's red bubble (values: dock bubble). */
  z.object({ kind: z.literal('overstay'), ...Place.shape, ...common, red_hours: z.number().int() }),
  /** Devices whose commands have failed since their last success, three at least. */
  z.object({ kind: z.literal('commands'), ...Place.shape, ...common, failed: z.number().int() }),
  z.object({
    kind: z.literal('payments'),
    ...common,
    state: PaymentState,
    total_is_exact: z.boolean(),
  }),
])
export type AttentionItem = z.infer<typeof AttentionItem>

/** What is shown at once; the rest follows when these are done. */
export const attentionAtMost = 50

const Money = z.array(z.object({ currency: z.string(), amount_minor: z.number().int() }))
/** `oldest`: when the one that has waited longest was created. */
const Payments = Counted.extend({ amounts: Money, oldest: Instant.nullable() })

/**
 * The state of all that the caller sees, at one moment. A part is null for people who do not hold the right to the list
 * behind it anywhere; each number equals the total of that list.
 */
export const Overview = z.object({
  at: Instant,
  locations: z.object({
    total: z.number().int(),
    online: z.number().int(),
    some_offline: z.number().int(),
    offline: z.number().int(),
    unknown: z.number().int(),
  }),
  docks: z.object({ total: z.number().int(), available: z.number().int(), occupied: z.number().int() }),
  parking: z.object({ open: Counted, over_24_h: Counted, over_72_h: Counted }).nullable(),
  rentals: z.object({ open: Counted }).nullable(),
  payments: z.object({ needs_approval: Payments, failed: Payments, refund_failed: Payments }).nullable(),
  maintenance: z.object({ open: z.number().int(), overdue: z.number().int(), urgent: z.number().int() }).nullable(),
  /** `waiting`: where a person acts next, with a removal or a release. */
  overstays: z.object({ open: z.number().int(), waiting: z.number().int() }).nullable(),
  /** Of the last hour. `failed`: those that ended without success. */
  commands: z.object({ sent: Counted, failed: Counted }).nullable(),
  hardware: z
    .object({
      total: z.number().int(),
      late: z.number().int(),
      offline: z.number().int(),
      long_offline: z.number().int(),
    })
    .nullable(),
  /** Places first, then payments; of each what concerns most first. */
  attention: z.array(AttentionItem),
  attention_total: z.number().int(),
})
export type Overview = z.infer<typeof Overview>

export const getOverview = route({
  method: 'GET',
  path: '/overview/v1/overview',
  summary: 'The state of everything that the caller may see, now',
  says: { failed: 'Fetch overview failed' },
  access: { location: ['GET'] },
  staleOn: ['location', 'device', 'session', 'payment', 'command', 'outage', 'log_entry', 'overstay', 'hardware'],
  reply: Overview,
})

/** How many were open on each full hour, by the clock of the reader. */
const Trend = z.object({
  /** At this time of the day a week ago. */
  week_ago: z.number().int(),
  /** An entry an hour, as far as the day has come. */
  today: z.array(z.number().int()),
  /** The 24 hours of the same weekday before. */
  before: z.array(z.number().int()),
})
export type Trend = z.infer<typeof Trend>

export const OverviewTrends = z.object({ parking: Trend.nullable(), rentals: Trend.nullable() })
export type OverviewTrends = z.infer<typeof OverviewTrends>

/** Whatever a browser calls its clock. */
const ReadersZone = z.string().max(64).refine(isClock, 'Time zone: there is no such time zone')

/** It reads a week of history, so it is asked for every few minutes and not with each change. */
export const getOverviewTrends = route({
  method: 'GET',
  path: '/overview/v1/trends',
  summary: 'How many sessions are open today and were a week before, hour by hour',
  says: { failed: 'Fetch overview failed' },
  access: { location: ['GET'] },
  staleOn: [],
  /** The reader's day, which began at most two days ago, and the time zone of the reader's clock. */
  query: z.strictObject({ day: z.iso.date(), zone: ReadersZone }),
  reply: OverviewTrends,
})
