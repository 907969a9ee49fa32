import * as z from 'zod'
import type { Action, Needs } from '../access.ts'
import { recordOf } from '../certain.ts'
import { Currency } from '../currencies.ts'
import { eventsOf } from '../events/events.ts'
import { lines } from '../texts.ts'
import { age, anyOf, list, ownFilter } from '../list.ts'
import type { QueryOfList } from '../list.ts'
import { Id, Instant, route } from '../route.ts'
import { feeOwners, FeePeriod, FeeService, FeeStatus } from './fee-rules.ts'
import type { FeeOwner } from './fee-rules.ts'
import { FeeTotals } from './fee-totals.ts'

const day = (label: string) =>
  z.iso
    .date(`${label}: a day`)
    .refine((date) => date >= '2000-01-01' && date <= '2099-12-31', `${label}: between 2000 and 2099`)

/** Minor units. A year of 5,000 of the highest still is an exact number. */
export const highestFee = 99_999_999_999

export const ServiceFeeBody = z
  .strictObject({
    service: FeeService,
    comment: lines('Comment', 500).default(''),
    fee: z.int('Fee is required').min(0, 'Fee: not negative').max(highestFee, 'Fee: too high'),
    currency: Currency,
    period: FeePeriod,
    start_date: z.string('Start date is required').min(1, 'Start date is required').pipe(day('Start date')),
    /** Its last day; null: until it is ended. */
    end_date: day('End date').nullable().default(null),
  })
  .refine(({ start_date, end_date }) => end_date === null || end_date >= start_date, {
    path: ['end_date'],
    error: 'End date: not before the start date',
  })
export type ServiceFeeBody = z.output<typeof ServiceFeeBody>
export const serviceFeeFields = ServiceFeeBody.keyof().options

export const ServiceFee = z.object({
  id: Id,
  resource_type: z.enum(feeOwners),
  /** The location or the organization. */
  resource_id: Id,
  resource_name: z.string(),
  /** Of a location. */
  location_code: z.string().nullable(),
  service: FeeService,
  comment: z.string(),
  /** Minor units of the currency, once a period. */
  fee: z.number().int(),
  currency: z.string(),
  period: FeePeriod,
  start_date: z.iso.date(),
  end_date: z.iso.date().nullable(),
  /** When it was last paid. */
  paid_at: Instant.nullable(),
  /** Today, where it is owed. */
  status: FeeStatus,
  created_at: Instant,
  updated_at: Instant,
  version: z.number().int(),
})
export type ServiceFee = z.infer<typeof ServiceFee>

/** `with_locations`: of an organization also the fees of the locations it owns, as far as the reader may see them. */
export const feeScopes = ['own', 'with_locations'] as const
export const FeeScope = z.enum(feeScopes)
export type FeeScope = z.infer<typeof FeeScope>

/** What is active on `today`. The sums of `own` and `of_locations` are rounded each for itself; `all` is rounded once. */
export const ServiceFeeTotals = z.object({
  today: z.iso.date(),
  all: z.array(FeeTotals),
  own: z.array(FeeTotals),
  of_locations: z.array(FeeTotals),
  /** How many active fees the sums are of. */
  active: z.number().int(),
  /** How many locations bear some of them. */
  locations: z.number().int(),
})
export type ServiceFeeTotals = z.infer<typeof ServiceFeeTotals>

const exported = [
  'id',
  'resource_type',
  'location_code',
  'resource_name',
  'service',
  'comment',
  'fee',
  'currency',
  'period',
  'start_date',
  'end_date',
  'paid_at',
  'status',
  'created_at',
  'updated_at',
] as const

const needsOf = (owner: FeeOwner, actions: readonly [Action, ...Action[]]): Needs => recordOf([owner], () => actions)

/**
 * The right is checked on the location or the organization in the address, and a fee is looked up below that one only:
 * the fee of another is unknown there.
 */
function addressesOf(owner: FeeOwner) {
  const [ownerId, feeId] = [`${owner}_id`, `${owner}_fee_id`]
  const path = `/${owner}/v1/${owner}s/:${ownerId}/service-fees`
  return {
    path,
    one: `${path}/:${feeId}`,
    totals: `/${owner}/v1/${owner}s/:${ownerId}/service-fee-totals`,
    on: { [owner]: ownerId },
    params: z.strictObject({ [ownerId]: Id }),
    feeParams: z.strictObject({ [ownerId]: Id, [feeId]: Id }),
    see: needsOf(owner, ['GET_SERVICE_FEES']),
    // A write answers the whole of it: who may not see it writes nothing.
    write: needsOf(owner, ['GET_SERVICE_FEES', 'UPDATE_SERVICE_FEES']),
  }
}

function feesOf(owner: FeeOwner) {
  const { path, on, params, see } = addressesOf(owner)
  return list({
    says: { failed: 'Fetch service fees failed' },
    staleOn: ['service_fee'],
    access: see,
    on,
    path,
    params,
    row: ServiceFee,
    filters: {
      /** Of a location there are none but its own. */
      scope: ownFilter(FeeScope.default('own')),
      status: anyOf(FeeStatus),
      service: anyOf(FeeService),
      period: anyOf(FeePeriod),
      currency: anyOf(Currency),
      created_at: age,
    },
    /** By status: what is active, then what is to come, then what has ended. */
    sortBy: [
      'status',
      'resource_name',
      'service',
      'comment',
      'fee',
      'currency',
      'period',
      'start_date',
      'end_date',
      'paid_at',
      'created_at',
      'updated_at',
      'id',
    ],
    exports: exported,
    summary: `Service fees of a ${owner}`,
  })
}

function readsOf(owner: FeeOwner) {
  const { one, totals, on, params, feeParams, see, write } = addressesOf(owner)
  const asked = {
    method: 'GET',
    says: { failed: 'Fetch service fees failed' },
    access: see,
    staleOn: ['service_fee'],
    on,
  } as const
  const fees = feesOf(owner)
  const get = route({
    ...asked,
    path: one,
    params: feeParams,
    reply: ServiceFee,
    summary: `One service fee of a ${owner}`,
  })
  return {
    fees,
    list: fees.route,
    get,
    exports: fees.csv,
    totals: route({
      ...asked,
      path: totals,
      params,
      reply: ServiceFeeTotals,
      summary: `Totals of the active service fees of a ${owner}, monthly, quarterly and yearly, per currency`,
      query: z.strictObject({ scope: FeeScope.default('own') }),
    }),
    /** Who may change it sees who changed it. */
    events: eventsOf(get, write),
  }
}

type Reads = ReturnType<typeof readsOf>

function writesOf(owner: FeeOwner, reads: Reads) {
  const { path, one, on, params, feeParams, write } = addressesOf(owner)
  const changes = [reads.list, reads.totals] as const
  return {
    create: route({
      method: 'POST',
      path,
      access: write,
      on,
      params,
      body: ServiceFeeBody,
      reply: ServiceFee,
      changes,
      summary: `Create a service fee of a ${owner}`,
      says: { failed: 'Create service fee failed', done: 'Service fee created' },
    }),
    ...editsOf(owner, reads),
    remove: route({
      method: 'DELETE',
      path: one,
      access: write,
      on,
      params: feeParams,
      needsVersion: true,
      changes,
      summary: `Delete a service fee of a ${owner} that has not begun`,
      says: { failed: 'Delete service fee failed', done: 'Service fee deleted' },
    }),
  }
}

function editsOf(owner: FeeOwner, { list, totals }: Reads) {
  const { one, on, feeParams, write } = addressesOf(owner)
  const edit = {
    method: 'PUT',
    access: write,
    on,
    params: feeParams,
    needsVersion: true,
    reply: ServiceFee,
    changes: [list, totals],
  } as const
  return {
    update: route({
      ...edit,
      path: one,
      body: ServiceFeeBody,
      summary: `Update a service fee of a ${owner}`,
      says: { failed: 'Update service fee failed', done: 'Service fee updated' },
    }),
    end: route({
      ...edit,
      path: `${one}/end-date`,
      body: z.strictObject({ end_date: day('End date') }),
      summary: `End a service fee of a ${owner}: its last day`,
      says: { failed: 'End service fee failed', done: 'End date set' },
    }),
    pay: route({
      ...edit,
      path: `${one}/paid-at`,
      body: z.strictObject({ paid_at: Instant.nullable() }),
      summary: `Set when a service fee of a ${owner} was last paid; null: never`,
      says: { failed: 'Update payment date failed', done: 'Payment date updated' },
    }),
  }
}

const readsOfLocation = readsOf('location')
const readsOfOrganization = readsOf('organization')
export type ServiceFeeQuery = QueryOfList<ReturnType<typeof readsOf>['fees']>

export const serviceFeesOf = {
  location: { ...readsOfLocation, ...writesOf('location', readsOfLocation) },
  organization: { ...readsOfOrganization, ...writesOf('organization', readsOfOrganization) },
} as const
