import * as z from 'zod'
import { Currency } from '../currencies.ts'
import { eventsOf } from '../events/events.ts'
import { age, anyOf, list, searchText } from '../list.ts'
import { TimeZone } from '../locations/location-values.ts'
import { Id, Instant, route } from '../route.ts'
import { lines, requiredLine } from '../texts.ts'
import type { PassPeriod } from './subscriber-statuses.ts'

export const subscriptionStatuses = ['active', 'not_active'] as const
export const SubscriptionStatus = z.enum(subscriptionStatuses, 'Status is required')
export type SubscriptionStatus = z.infer<typeof SubscriptionStatus>

/** More keys than this are too many for the list of one lock. */
export const capacityAtMost = 5_000
/** Minor units. */
const highestFee = 99_999_999_999

const fee = (label: string) =>
  z
    .int(`${label}: an amount`)
    .min(0, `${label}: not negative`)
    .max(highestFee, `${label}: too high`)
    .nullable()
    .default(null)

const offersNone = (body: Record<'day_fee_minor' | 'week_fee_minor' | 'month_fee_minor', number | null>): boolean =>
  body.day_fee_minor === null && body.week_fee_minor === null && body.month_fee_minor === null

export const SubscriptionBody = z
  .strictObject({
    name: requiredLine('Name', 3, 64),
    description: lines('Description', 500).default(''),
    max_capacity: z
      .int('Max capacity is required')
      .min(1, 'Max capacity: at least 1')
      .max(capacityAtMost, `Max capacity: at most ${capacityAtMost}`),
    currency: Currency,
    /** Minor units for one period; null: not offered, 0: free of charge. */
    day_fee_minor: fee('Day pass'),
    week_fee_minor: fee('Week pass'),
    month_fee_minor: fee('Month pass'),
    /** Periods end at the same time of the day there. */
    time_zone: z.string('Time zone is required').min(1, 'Time zone is required').pipe(TimeZone),
    /** The locks open for subscribers and allowlists alone. */
    is_exclusive: z.boolean(),
  })
  .refine((body) => !offersNone(body), { path: ['month_fee_minor'], error: 'Offer at least one period' })
export type SubscriptionBody = z.output<typeof SubscriptionBody>
export const subscriptionFields = SubscriptionBody.keyof().options

/** Which field is the fee of which period. */
export const feeFieldOf = {
  daily: 'day_fee_minor',
  weekly: 'week_fee_minor',
  monthly: 'month_fee_minor',
} as const satisfies Record<PassPeriod, keyof SubscriptionBody>

const Count = z.number().int().nonnegative()

export const Subscription = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  status: SubscriptionStatus,
  is_exclusive: z.boolean(),
  max_capacity: Count,
  /** Subscribers who hold a place. */
  places_taken: Count,
  currency: z.string(),
  day_fee_minor: Count.nullable(),
  week_fee_minor: Count.nullable(),
  month_fee_minor: Count.nullable(),
  time_zone: z.string(),
  locations: Count,
  devices: Count,
  organization_id: Id.nullable(),
  organization_name: z.string().nullable(),
  created_at: Instant,
  updated_at: Instant,
  version: z.number().int(),
})
export type Subscription = z.infer<typeof Subscription>

const path = '/subscription/v1/subscriptions'
export const subscriptionPath = `${path}/:subscription_id`
export const SubscriptionRef = z.strictObject({ subscription_id: Id })
export const onSubscription = { subscription: 'subscription_id' } as const

export const subscriptions = list({
  says: { failed: 'Fetch subscriptions failed' },
  path,
  summary: 'Subscriptions and passes that the caller may see',
  access: { subscription: ['GET'] },
  row: Subscription,
  filters: {
    /** Part of the name or the description. */
    q: searchText,
    status: anyOf(SubscriptionStatus),
    currency: anyOf(Currency),
    created_at: age,
  },
  sortBy: [
    ...(['name', 'status', 'places_taken', 'max_capacity', 'day_fee_minor', 'week_fee_minor'] as const),
    ...(['month_fee_minor', 'locations', 'devices', 'organization_name', 'created_at', 'updated_at', 'id'] as const),
  ],
  exports: [
    ...(['id', 'name', 'description', 'status', 'is_exclusive', 'max_capacity', 'places_taken', 'currency'] as const),
    ...(['day_fee', 'week_fee', 'month_fee', 'time_zone', 'locations', 'devices', 'organization_name'] as const),
    ...(['created_at', 'updated_at'] as const),
  ],
})
export const listSubscriptions = subscriptions.route

/** Everything of a subscription is below this path, so a change to it makes all of that stale. */
const changes = [listSubscriptions] as const

export const getSubscription = route({
  method: 'GET',
  path: subscriptionPath,
  summary: 'One subscription or pass',
  says: { failed: 'Fetch subscription failed' },
  access: { subscription: ['GET'] },
  on: onSubscription,
  params: SubscriptionRef,
  reply: Subscription,
})

/** Born off, so that nobody joins before its fees and locations are complete. */
export const createSubscription = route({
  method: 'POST',
  path,
  summary: 'Create a subscription or pass, switched off',
  says: { failed: 'Create subscription failed', done: 'Subscription created' },
  access: { subscription: ['CREATE'] },
  body: SubscriptionBody,
  reply: Subscription,
  changes,
})

export const updateSubscription = route({
  method: 'PUT',
  path: subscriptionPath,
  summary: 'Update a subscription or pass',
  says: { failed: 'Update subscription failed', done: 'Subscription updated' },
  access: { subscription: ['UPDATE'] },
  on: onSubscription,
  params: SubscriptionRef,
  body: SubscriptionBody,
  needsVersion: true,
  reply: Subscription,
  changes,
})

export const setSubscriptionStatus = route({
  method: 'PUT',
  path: `${subscriptionPath}/status`,
  summary: 'Switch a subscription or pass on or off',
  says: { failed: 'Update subscription failed', done: 'Subscription updated' },
  access: { subscription: ['UPDATE'] },
  on: onSubscription,
  params: SubscriptionRef,
  body: z.strictObject({ status: SubscriptionStatus }),
  needsVersion: true,
  reply: Subscription,
  changes,
})

/** Who may change it sees who changed it. */
export const listSubscriptionEvents = eventsOf(getSubscription, { subscription: ['UPDATE'] })
