import type { PassPeriod, SubscriberStatus } from '@wheelhouse/contract/subscriptions/subscriber-statuses.ts'
import { renewalLeadMs } from '@wheelhouse/contract/subscriptions/subscriber-statuses.ts'
import { runAt } from '@wheelhouse/contract/reminders/reminder-runs.ts'
import type { Insertable } from 'kysely'
import type {
  ResourceGroupMembersTable,
  SubscribersTable,
  SubscriptionsTable,
  SubscriptionTargetsTable,
} from '../tables.gen.ts'
import { chanceOf } from './chance.ts'
import type { Chance } from './chance.ts'
import type { Place } from './locations.ts'
import type { OrganizationName, Organizations } from './people/organizations.ts'
import type { Session } from './sessions.ts'
import { addPassPayment, noPayments } from './subscription-payments.ts'
import type { ChargeEnd, PassPayments } from './subscription-payments.ts'
import { dayMs, daysBefore, hourMs, iso, minuteMs } from './times.ts'

interface Plan {
  name: string
  description: string
  organization: OrganizationName
  city: string
  /** Codes of its locations. */
  codes: readonly string[]
  isActive: boolean
  isExclusive: boolean
  capacity: number
  currency: string
  fees: Record<PassPeriod, number | null>
  subscribers: readonly (readonly [count: number, life: keyof typeof lives, period: PassPeriod])[]
}

/** How a subscriber came to the status of today. `paid` periods were paid; the last of them ended `endedDays` ago. */
interface Life {
  status: SubscriberStatus
  paid: readonly [least: number, most: number]
  /** Negative: it ends in the future. */
  endedDays: readonly [least: number, most: number]
  isRenewed: boolean
  /** How the charge after the paid periods ended; none was made without it. */
  last?: ChargeEnd
}

const lives = {
  renewed: { status: 'paid_ok', paid: [1, 12], endedDays: [-27, -5], isRenewed: true },
  unsubscribed: { status: 'paid_ok', paid: [2, 6], endedDays: [-24, -4], isRenewed: false },
  expired: { status: 'expired', paid: [1, 7], endedDays: [3, 90], isRenewed: false },
  removed: { status: 'cancelled', paid: [2, 5], endedDays: [-9, -3], isRenewed: false },
  failed: { status: 'payment_failed', paid: [3, 8], endedDays: [1, 6], isRenewed: true, last: 'failed' },
  asks: {
    status: 'payment_needs_approval',
    paid: [2, 6],
    endedDays: [-2, -1],
    isRenewed: true,
    last: 'needs_approval',
  },
  joining: { status: 'pending', paid: [0, 0], endedDays: [0, 0], isRenewed: true, last: 'pending' },
  not_given: { status: 'not_available', paid: [3, 5], endedDays: [4, 20], isRenewed: true },
} as const satisfies Record<string, Life>

const plans: readonly Plan[] = [
  {
    name: 'Volta garage',
    description:
      'A place in the garage of Volta kvartal for commuters who do not live there. The gate and the docks open for subscribers and residents only.',
    organization: 'Tallinn Mobility',
    city: 'Tallinn',
    codes: ['104413'],
    isActive: true,
    isExclusive: true,
    capacity: 24,
    currency: 'EUR',
    fees: { daily: null, weekly: 700, monthly: 1_900 },
    subscribers: [
      [9, 'renewed', 'monthly'],
      [2, 'renewed', 'weekly'],
      [2, 'unsubscribed', 'monthly'],
      [4, 'expired', 'monthly'],
      [2, 'removed', 'monthly'],
      [1, 'failed', 'monthly'],
      [1, 'asks', 'monthly'],
      [1, 'joining', 'monthly'],
      [1, 'not_given', 'weekly'],
    ],
  },
  {
    name: 'Tallinn commuter pass',
    description: 'Parking is free of charge at the stations on the tram lines. The docks stay open to everybody.',
    organization: 'Tallinn Mobility',
    city: 'Tallinn',
    codes: ['104275', '104330'],
    isActive: true,
    isExclusive: false,
    capacity: 200,
    currency: 'EUR',
    fees: { daily: 200, weekly: 600, monthly: 1_500 },
    subscribers: [
      [18, 'renewed', 'monthly'],
      [4, 'renewed', 'weekly'],
      [5, 'unsubscribed', 'monthly'],
      [12, 'expired', 'monthly'],
      [6, 'expired', 'weekly'],
      [2, 'removed', 'monthly'],
      [3, 'failed', 'monthly'],
      [2, 'asks', 'monthly'],
      [1, 'joining', 'daily'],
    ],
  },
  {
    name: 'Oslo S bike house',
    description: 'Every place is taken. New subscribers join when someone leaves.',
    organization: 'Oslo Sykkelparkering AS',
    city: 'Oslo',
    codes: [],
    isActive: true,
    isExclusive: false,
    capacity: 8,
    currency: 'NOK',
    fees: { daily: null, weekly: 9_900, monthly: 29_900 },
    subscribers: [
      [7, 'renewed', 'monthly'],
      [1, 'unsubscribed', 'monthly'],
      [5, 'expired', 'monthly'],
      [1, 'failed', 'monthly'],
      [2, 'not_given', 'monthly'],
    ],
  },
  {
    name: 'Bay summer pass',
    description: 'Waits for the contract with the city.',
    organization: 'Bay Bike Parking Inc',
    city: 'Baltimore',
    codes: ['301091'],
    isActive: false,
    isExclusive: true,
    capacity: 50,
    currency: 'USD',
    fees: { daily: 500, weekly: null, monthly: 4_500 },
    subscribers: [],
  },
]

export interface Subscriptions {
  rows: Insertable<SubscriptionsTable>[]
  members: Insertable<ResourceGroupMembersTable>[]
  targets: Insertable<SubscriptionTargetsTable>[]
  subscribers: Insertable<SubscribersTable>[]
  payments: PassPayments
}

interface Field {
  places: readonly Place[]
  sessions: readonly Session[]
  organizations: Organizations
  riders: { riders: readonly { id: string; city: string }[] }
}

/** Three passes with a year of payments and every status, and one that is not switched on yet. */
export function makeSubscriptions(now: number, field: Field): Subscriptions {
  const chance = chanceOf('subscriptions')
  const result: Subscriptions = { rows: [], members: [], targets: [], subscribers: [], payments: noPayments() }
  const taken = new Set<string>()
  for (const plan of plans) addSubscription(result, chance, now, plan, field, taken)
  return result
}

/** Without a code: the first location of the city that costs something. */
function placesOf({ city, codes }: Plan, places: readonly Place[]): Place[] {
  const inCity = places.filter((place) => place.city.city === city && place.status === 'launched')
  const named = inCity.filter(({ site }) => codes.includes(site.code))
  return named.length > 0 ? named : inCity.filter(({ is_free }) => !is_free).slice(0, 1)
}

function addSubscription(
  result: Subscriptions,
  chance: Chance,
  now: number,
  plan: Plan,
  field: Field,
  taken: Set<string>,
): void {
  const { organizations, sessions, riders } = field
  const created = daysBefore(now, 420)
  const id = chance.id(created)
  const places = placesOf(plan, field.places)
  const time_zone = places[0]?.city.time_zone ?? 'UTC'
  addPlan(result, chance, { id, created, plan, places, time_zone, organizations })
  // Who parked there for a fee had no pass: the sessions of the past were charged without one.
  const charged = new Set(
    sessions
      .filter(({ device }) => places.includes(device.place) && !device.place.is_free)
      .map(({ rider }) => rider.id),
  )
  const free = riders.riders.filter(
    (rider) => rider.city === plan.city && !taken.has(rider.id) && !charged.has(rider.id),
  )
  for (const [count, life, period] of plan.subscribers)
    for (let at = 0; at < count; at++) {
      const rider = free.shift()
      if (!rider) continue
      taken.add(rider.id)
      addSubscriber(result, chance, now, { id, user_id: rider.id, plan, period, time_zone, life: lives[life] })
    }
}

interface MadePlan extends Pick<Field, 'organizations'> {
  id: string
  created: number
  plan: Plan
  places: readonly Place[]
  time_zone: string
}

/** The pass with its groups and where it is valid. */
function addPlan(result: Subscriptions, chance: Chance, made: MadePlan): void {
  const { id, created, plan, places, time_zone, organizations } = made
  const { name, description, currency, fees } = plan
  result.rows.push({
    id,
    organization_id: organizations.idOf(plan.organization),
    name,
    description,
    is_active: plan.isActive,
    is_exclusive: plan.isExclusive,
    max_capacity: plan.capacity,
    currency,
    day_fee_minor: fees.daily,
    week_fee_minor: fees.weekly,
    month_fee_minor: fees.monthly,
    time_zone,
    created_at: iso(created),
    updated_at: iso(created + hourMs),
  })
  for (const part of ['owner', 'operator', 'distributor'] as const)
    result.members.push({
      resource_type: 'subscription',
      resource_id: id,
      group_id: organizations.groupOf(plan.organization, part),
    })
  for (const place of places)
    result.targets.push({
      id: chance.id(created),
      subscription_id: id,
      location_id: place.id,
      device_id: null,
      created_at: iso(created + 20 * minuteMs),
    })
}

interface Person {
  id: string
  user_id: string
  plan: Plan
  period: PassPeriod
  time_zone: string
  life: Life
}

const periodDays: Record<PassPeriod, number> = { daily: 1, weekly: 7, monthly: 30.4 }

/** What a clock in this zone shows, as `2026-01-31T09:00`. */
const wallOf = (at: number, timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone }).format(at).replace(' ', 'T')

interface Cycles {
  id: string
  paid: number
  joined: number
  endOf: (periods: number) => number
  fee_minor: number
}

/** A payment for each period, ahead of it; returns the last. */
function addCharges(result: Subscriptions, chance: Chance, now: number, person: Person, cycles: Cycles): string | null {
  const { life, period, plan, user_id, id: subscription_id } = person
  const { paid, joined, endOf } = cycles
  let payment_id: string | null = null
  for (let cycle = 1; cycle <= paid + (life.last ? 1 : 0); cycle++)
    payment_id = addPassPayment(result.payments, chance, {
      now,
      subscription_id,
      subscriber_id: cycles.id,
      user_id,
      cycle,
      at: cycle === 1 ? joined : endOf(cycle - 1) - renewalLeadMs[period],
      amount_minor: cycles.fee_minor,
      currency: plan.currency,
      end: cycle > paid && life.last ? life.last : 'paid',
      leadMs: renewalLeadMs[period],
    })
  return payment_id
}

function addSubscriber(result: Subscriptions, chance: Chance, now: number, person: Person): void {
  const { life, period, time_zone, plan, user_id, id: subscription_id } = person
  const paid = chance.int(...life.paid)
  const endedDays = Math.min(chance.between(...life.endedDays), periodDays[period] * 3)
  const inPeriod = endedDays < 0 ? Math.max(endedDays, -periodDays[period] + 0.2) : endedDays
  const joined = Math.floor((now - (inPeriod + paid * periodDays[period]) * dayMs - 2 * minuteMs) / minuteMs) * minuteMs
  const schedule = { activation_at: wallOf(joined, time_zone), period }
  const endOf = (periods: number): number => runAt(schedule, periods, time_zone)
  const isPaid = paid > 0
  const ends = isPaid ? endOf(paid) : null
  const isRemoved = life.status === 'cancelled'
  const removedAt = now - chance.int(6, 70) * hourMs
  const isOver = ends !== null && ends <= now
  const holds_place = !isRemoved && !isOver && life.status !== 'expired' && life.status !== 'not_available'
  const id = chance.id(joined)
  const fee_minor = plan.fees[period] ?? 0
  const cycles = { id, paid, joined, endOf, fee_minor }
  const payment_id = addCharges(result, chance, now, person, cycles)
  const isNext = life.isRenewed && ends !== null && holds_place && life.last === undefined
  const ended = isRemoved ? removedAt : ends
  result.subscribers.push({
    id,
    subscription_id,
    user_id,
    status: life.status,
    period,
    fee_minor,
    currency: plan.currency,
    holds_place,
    joined_at: iso(joined),
    anchor_at: isPaid ? iso(joined) : null,
    periods: paid,
    expires_at: ends === null ? null : iso(isRemoved ? removedAt : ends),
    renewal_at: isNext ? iso(ends - renewalLeadMs[period]) : null,
    auto_renew: life.isRenewed,
    cycle: Math.max(1, paid + (life.last ? 1 : 0)),
    paid_cycle: paid,
    payment_id,
    retries: life.last === 'failed' ? 3 : 0,
    retry_at: null,
    ended_at: holds_place || ended === null ? null : iso(ended),
    updated_at: iso(Math.min(now - minuteMs, isRemoved ? removedAt : (ends ?? now))),
  })
}
