import * as z from 'zod'
import { isOneOf, recordOf } from '../certain.ts'
import { Currency } from '../currencies.ts'
import { eventsOf } from '../events/events.ts'
import { age, anyOf, list, ownFilter, searchText } from '../list.ts'
import { Id, Instant, route } from '../route.ts'
import { requiredLine } from '../texts.ts'
import { PriceTerms } from './fee.ts'

/** What has prices. The name is the resource type through whose groups a price list is seen. */
export const priceListTargets = ['location', 'rental_fleet'] as const
export const PriceListTarget = z.enum(priceListTargets)
export type PriceListTarget = z.infer<typeof PriceListTarget>

/** `coming`: no version is in force yet. */
export const priceListStatuses = ['coming', 'active', 'ended'] as const
export const PriceListStatus = z.enum(priceListStatuses)
export type PriceListStatus = z.infer<typeof PriceListStatus>

/** Prices of one version: minor units of its currency. */
export const highestPrice = 99_999_999
export const freeMinutesAtMost = 525_600

const Price = (label: string) =>
  z
    .number(`${label}: a number`)
    .int(`${label}: too many decimals for this currency`)
    .min(0, `${label}: 0 or more`)
    .max(highestPrice, `${label}: at most ${highestPrice} minor units`)

const priceShape = {
  currency: Currency,
  starting_minor: Price('Starting fee').default(0),
  free_minutes: z
    .number('Free period: a number')
    .int('Free period: whole minutes')
    .min(0, 'Free period: 0 or more')
    .max(freeMinutesAtMost, 'Free period: at most a year')
    .default(0),
  minute_minor: Price('Per minute').default(0),
  hour_minor: Price('Per hour').default(0),
  day_minor: Price('Per day').default(0),
  day_cap_minor: Price('Daily cap').nullable().default(null),
  stay_cap_minor: Price('Cap per stay').nullable().default(null),
} as const

const capAboveStart = ({ starting_minor, stay_cap_minor }: { starting_minor: number; stay_cap_minor: number | null }) =>
  stay_cap_minor === null || stay_cap_minor >= starting_minor
const capWords = { path: ['stay_cap_minor'], error: 'Cap per stay: not below the starting fee' }

export const PriceVersionBody = z
  .strictObject({ ...priceShape, /** Null: at once. */ valid_from: Instant.nullable().default(null) })
  .refine(capAboveStart, capWords)
export type PriceVersionBody = z.output<typeof PriceVersionBody>

const Name = requiredLine('Name', 3, 64)

export const PriceListBody = z
  .strictObject({ name: Name, ...priceShape, valid_from: Instant.nullable().default(null) })
  .refine(capAboveStart, capWords)
export type PriceListBody = z.output<typeof PriceListBody>

export const PriceVersion = PriceTerms.extend({
  id: Id,
  number: z.number().int(),
  valid_from: Instant,
  /** When the next version, or the end of the list, takes over; null: until further notice. */
  valid_until: Instant.nullable(),
  /** When the first session began under it: from then on it never changes. */
  first_used_at: Instant.nullable(),
  created_at: Instant,
})
export type PriceVersion = z.infer<typeof PriceVersion>

/** A row of the list, with the terms of the version in force, of the first one before that, of the last one after the end. */
export const PriceList = PriceTerms.extend({
  id: Id,
  name: z.string(),
  target_type: PriceListTarget,
  target_id: Id,
  target_name: z.string().nullable(),
  /** The code of a location; null for a fleet. */
  target_code: z.string().nullable(),
  status: PriceListStatus,
  version_id: Id,
  version_number: z.number().int(),
  versions: z.number().int(),
  valid_from: Instant,
  ends_at: Instant.nullable(),
  created_at: Instant,
  updated_at: Instant,
  version: z.number().int(),
})
export type PriceList = z.infer<typeof PriceList>

export const PriceListDetails = PriceList.extend({
  /** The newest first. */
  all_versions: z.array(PriceVersion),
  /** The zone in which its days begin and end, and the free time that the location gives: what the calculator starts with. */
  time_zone: z.string(),
  free_parking_minutes: z.number().int(),
})
export type PriceListDetails = z.infer<typeof PriceListDetails>

/**
 * A version that has begun is final even before a session used it: someone may have read the price. What has not begun is
 * edited or removed, and a list that has ended is history.
 */
export const priceListActions = {
  coming: ['rename', 'add_version', 'end'],
  active: ['rename', 'add_version', 'end'],
  ended: [],
} as const satisfies Record<PriceListStatus, readonly string[]>
export type PriceListAction = 'rename' | 'add_version' | 'end'
export const mayDo = (status: PriceListStatus, action: PriceListAction): boolean =>
  isOneOf<string>(priceListActions[status], action)
export const hasBegun = (version: Pick<PriceVersion, 'valid_from'>, now: number): boolean =>
  Date.parse(version.valid_from) <= now

const stale = ['price_list'] as const

export const priceLists = list({
  path: '/rental/v1/price-lists',
  summary: 'Price lists of the locations and fleets on which the caller holds rental_fleet GET',
  says: { failed: 'Fetch price lists failed' },
  access: { rental_fleet: ['GET'] },
  staleOn: stale,
  row: PriceList,
  filters: {
    /** Part of the name, or of the name or the code of what it is for. */
    q: searchText,
    id: ownFilter(Id.optional()),
    status: anyOf(PriceListStatus),
    target_type: anyOf(PriceListTarget),
    target_id: anyOf(Id),
    currency: anyOf(Currency),
    created_at: age,
  },
  sortBy: [
    'name',
    'target_name',
    'status',
    'currency',
    'valid_from',
    'ends_at',
    'versions',
    'created_at',
    'updated_at',
    'id',
  ],
  exports: [
    ...(['id', 'name', 'target_type', 'target_code', 'target_name', 'status', 'version_number', 'currency'] as const),
    ...(['starting_fee', 'free_minutes', 'minute_fee', 'hour_fee', 'day_fee', 'day_cap', 'stay_cap'] as const),
    ...(['starting_minor', 'minute_minor', 'hour_minor', 'day_minor', 'day_cap_minor', 'stay_cap_minor'] as const),
    ...(['valid_from', 'ends_at', 'created_at', 'updated_at'] as const),
  ],
})
export const listPriceLists = priceLists.route

/** The address names the location or the fleet, on which the right is asked. */
const places = {
  location: { base: '/location/v1/locations/:location_id/price-lists', param: 'location_id' },
  rental_fleet: { base: '/rental/v1/fleets/:fleet_id/price-lists', param: 'fleet_id' },
} as const satisfies Record<PriceListTarget, { base: string; param: string }>

/** What the routes of a kind of place have in common. The keys of the parameters are made of the target's name. */
function frameOf<const Target extends PriceListTarget>(target: Target) {
  const { base, param } = places[target]
  const on = recordOf([target], () => param)
  const idParam = `${target}_price_list_id`
  const versionParam = `${target}_price_version_id`
  return {
    base,
    one: `${base}/:${idParam}`,
    oneVersion: `${base}/:${idParam}/versions/:${versionParam}`,
    params: z.strictObject({ [param]: Id }),
    listParams: z.strictObject({ [param]: Id, [idParam]: Id }),
    versionParams: z.strictObject({ [param]: Id, [idParam]: Id, [versionParam]: Id }),
    read: { access: { rental_fleet: ['GET'] }, on, staleOn: stale } as const,
    write: { access: { rental_fleet: ['UPDATE'] }, on, changes: [listPriceLists, { path: base }] } as const,
  }
}

function listRoutes<const Target extends PriceListTarget>(target: Target) {
  const { base, one, params, listParams, read, write } = frameOf(target)
  const get = route({
    ...read,
    method: 'GET',
    path: one,
    summary: 'One price list with all its versions',
    says: { failed: 'Fetch price list failed' },
    params: listParams,
    reply: PriceListDetails,
  })
  return {
    get,
    events: eventsOf(get, { rental_fleet: ['UPDATE'] }),
    create: route({
      ...write,
      method: 'POST',
      path: base,
      summary: 'Create a price list with its first version',
      says: { failed: 'Create price list failed', done: 'Price list created' },
      params,
      body: PriceListBody,
      reply: PriceListDetails,
    }),
    rename: route({
      ...write,
      method: 'PUT',
      path: one,
      summary: 'Rename a price list',
      says: { failed: 'Update price list failed', done: 'Price list updated' },
      params: listParams,
      body: z.strictObject({ name: Name }),
      needsVersion: true,
      reply: PriceListDetails,
    }),
    end: route({
      ...write,
      method: 'PUT',
      path: `${one}/end`,
      summary: 'End a price list: what begins afterwards is free until another list is in force',
      says: { failed: 'End price list failed', done: 'Price list ended' },
      params: listParams,
      body: z.strictObject({ /** Null: at once. */ ends_at: Instant.nullable() }),
      needsVersion: true,
      reply: PriceListDetails,
    }),
  }
}

function versionRoutes<const Target extends PriceListTarget>(target: Target) {
  const { one, oneVersion, listParams, versionParams, write } = frameOf(target)
  return {
    addVersion: route({
      ...write,
      method: 'POST',
      path: `${one}/versions`,
      summary: 'Add a version, which takes over when it begins',
      says: { failed: 'Create price list version failed', done: 'New version created' },
      params: listParams,
      body: PriceVersionBody,
      needsVersion: true,
      reply: PriceListDetails,
    }),
    updateVersion: route({
      ...write,
      method: 'PUT',
      path: oneVersion,
      summary: 'Change a version that has not begun',
      says: { failed: 'Update price list version failed', done: 'Version updated' },
      params: versionParams,
      body: PriceVersionBody,
      needsVersion: true,
      reply: PriceListDetails,
    }),
    removeVersion: route({
      ...write,
      method: 'DELETE',
      path: oneVersion,
      summary: 'Remove a version that has not begun',
      says: { failed: 'Delete price list version failed', done: 'Version removed' },
      params: versionParams,
      needsVersion: true,
    }),
  }
}

export const priceListsOf = {
  location: { ...listRoutes('location'), ...versionRoutes('location') },
  rental_fleet: { ...listRoutes('rental_fleet'), ...versionRoutes('rental_fleet') },
} as const
