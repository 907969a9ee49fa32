import * as z from 'zod'
import { age, anyOf, list, ownFilter, searchText } from '../list.ts'
import { getLogEntry, listLogEntries } from '../maintenance-log/maintenance-log.ts'
import { listPayments } from '../payments/payments.ts'
import { getParkingSession, listActiveParkingSessions } from '../parking-sessions/parking-sessions.ts'
import { PaymentState } from '../payments/payment-states.ts'
import { Id, Instant, route } from '../route.ts'
import { requiredLines } from '../texts.ts'
import { OverstayAction, OverstayOutcome, OverstayState, OverstayStep } from './overstay-steps.ts'

export const feeStatuses = ['announced', 'charged', 'cancelled', 'waived'] as const
export const FeeStatus = z.enum(feeStatuses)
export type FeeStatus = z.infer<typeof FeeStatus>

/** A parking session beyond the limit of its location: its id is that of the session. */
export const Overstay = z.object({
  id: Id,
  location_id: Id,
  location_code: z.string(),
  location_label: z.string(),
  time_zone: z.string(),
  device_id: Id,
  device_type: z.string(),
  device_number: z.number().int(),
  /** Null for readers who may not see the rider, and where nobody is known to have parked. */
  user_id: Id.nullable(),
  user_name: z.string().nullable(),
  started_at: Instant,
  /** When the limit was passed. */
  exceeded_at: Instant,
  limit_h: z.number().int(),
  step: OverstayStep.nullable(),
  state: OverstayState,
  /** When a planned step begins, or a pending one takes effect. Null: a person acts next, or nothing is left. */
  due_at: Instant.nullable(),
  /** The region or the location is switched off: no step begins or takes effect. */
  is_paused: z.boolean(),
  skipped_step: OverstayStep.nullable(),
  /** A removed bicycle is kept until then. */
  keep_until: Instant.nullable(),
  log_entry_id: Id.nullable(),
  log_entry_number: z.number().int().nullable(),
  /** Money is null for readers who may not see payments there. */
  fee_minor: z.number().int().nullable(),
  currency: z.string().nullable(),
  fee_status: FeeStatus.nullable(),
  payment_id: Id.nullable(),
  payment_state: PaymentState.nullable(),
  outcome: OverstayOutcome.nullable(),
  closed_at: Instant.nullable(),
  opened_at: Instant,
  updated_at: Instant,
  version: z.number().int(),
})
export type Overstay = z.infer<typeof Overstay>

/** What happened, when, by whom and why. */
export const OverstayRecord = z.object({
  id: Id,
  number: z.number().int(),
  step: OverstayStep.nullable(),
  action: OverstayAction,
  at: Instant,
  actor_kind: z.string(),
  actor_name: z.string().nullable(),
  reason: z.string(),
  due_at: Instant.nullable(),
})
export type OverstayRecord = z.infer<typeof OverstayRecord>

export const OverstayDetails = Overstay.extend({
  records: z.array(OverstayRecord),
  /** Photos of the removal order. */
  photos: z.number().int(),
})
export type OverstayDetails = z.infer<typeof OverstayDetails>

const path = '/session/v1/overstays'
const onePath = `${path}/:overstay_id`
const Ref = z.strictObject({ overstay_id: Id })
const on = { session: 'overstay_id' } as const
const staleOn = ['overstay'] as const
const readFailed = { failed: 'Fetch overstays failed' } as const

export const overstayScopes = ['open', 'closed', 'all'] as const
export const OverstayScope = z.enum(overstayScopes)
export type OverstayScope = z.infer<typeof OverstayScope>

export const overstays = list({
  says: readFailed,
  path,
  summary: 'Bikes parked beyond the limit of their location, the longest first',
  access: { session: ['GET'] },
  staleOn,
  row: Overstay,
  filters: {
    /** Part of the location's label or code. */
    q: searchText,
    scope: ownFilter(OverstayScope.default('open')),
    step: anyOf(OverstayStep),
    state: anyOf(OverstayState),
    /** Those where a person acts next. */
    waits_for_person: ownFilter(z.literal('yes').optional()),
    location_id: anyOf(Id),
    user_id: ownFilter(Id.optional()),
    session_id: ownFilter(Id.optional()),
    exceeded_at: age,
  },
  sortBy: [
    'exceeded_at',
    'due_at',
    'step',
    'location_label',
    'started_at',
    'opened_at',
    'closed_at',
    'updated_at',
    'id',
  ],
  exports: [
    ...(['id', 'location_code', 'location_label', 'device', 'user_id', 'user_name'] as const),
    ...(['started_at', 'limit_h', 'exceeded_at', 'step', 'state', 'due_at', 'fee', 'currency', 'fee_status'] as const),
    ...(['keep_until', 'outcome', 'opened_at', 'closed_at'] as const),
  ],
})
export const listOverstays = overstays.route
export const exportOverstays = overstays.csv

export const getOverstay = route({
  method: 'GET',
  path: onePath,
  summary: 'One overstay with everything that happened in it',
  says: readFailed,
  // It shows the photos of its order and the state of its payment.
  staleOn: ['overstay', 'log_entry', 'payment'],
  access: { session: ['GET'] },
  on,
  params: Ref,
  reply: OverstayDetails,
})

export const reasonAtLeast = 3
const Reason = requiredLines('Reason', reasonAtLeast, 500)
const Because = z.strictObject({ reason: Reason })

/** A legal waiting time may become longer and never shorter. */
const Later = z.strictObject({
  reason: Reason,
  hours: z.int('Hours: a whole number').min(1, 'Hours: at least 1').max(8760, 'Hours: at most 8760'),
})

const steps = { session: ['GET', 'FORCE_END_SESSION'] } as const
const one = {
  on,
  params: Ref,
  needsVersion: true,
  reply: OverstayDetails,
  changes: [listOverstays, getOverstay],
} as const

export const skipOverstayStep = route({
  method: 'POST',
  path: `${onePath}/skip`,
  summary: 'Leave out the next step, or withdraw it before it takes effect',
  says: { failed: 'Skip step failed', done: 'Step skipped' },
  access: steps,
  ...one,
  body: Because,
})

export const postponeOverstayStep = route({
  method: 'POST',
  path: `${onePath}/postpone`,
  summary: 'Let the next step begin later',
  says: { failed: 'Postpone step failed', done: 'Step postponed' },
  access: steps,
  ...one,
  body: Later,
})

export const undoOverstayStep = route({
  method: 'POST',
  path: `${onePath}/undo`,
  summary: 'Undo a step that has not taken effect, or one that was skipped, and wait',
  says: { failed: 'Undo step failed', done: 'Step undone' },
  access: steps,
  ...one,
  body: Later,
})

export const callOffOverstay = route({
  method: 'POST',
  path: `${onePath}/call-off`,
  summary: 'Close an overstay: no further step is taken',
  says: { failed: 'Call off overstay failed', done: 'Overstay called off' },
  access: steps,
  ...one,
  body: Because,
})

export const cancelOverstayFee = route({
  method: 'POST',
  path: `${onePath}/fee/cancel`,
  summary: 'Cancel a fee before it is charged',
  says: { failed: 'Cancel fee failed', done: 'Fee cancelled' },
  access: { session: ['GET'], payment: ['GET', 'RESOLVE_PAYMENT'] },
  ...one,
  body: Because,
})

export const waiveOverstayFee = route({
  method: 'POST',
  path: `${onePath}/fee/waive`,
  summary: 'Waive a fee that was charged: it is refunded or no longer owed',
  says: { failed: 'Waive fee failed', done: 'Fee waived' },
  access: { session: ['GET'], payment: ['GET', 'REFUND', 'RESOLVE_PAYMENT'] },
  ...one,
  body: Because,
  changes: [listOverstays, getOverstay, listPayments],
})

export const carryOutRemoval = route({
  method: 'POST',
  path: `${onePath}/removal`,
  summary: 'Confirm that the bike was removed; the order must have a photo',
  says: { failed: 'Confirm removal failed', done: 'Removal confirmed' },
  access: { session: ['GET'], location: ['GET_MAINTENANCE_LOG_ENTRIES', 'UPDATE_MAINTENANCE_LOG_ENTRIES'] },
  ...one,
  body: Because,
  changes: [listOverstays, getOverstay, listLogEntries, getLogEntry, getParkingSession, listActiveParkingSessions],
})

export const releaseBike = route({
  method: 'POST',
  path: `${onePath}/release`,
  summary: 'Release a removed bike to its owner or, after the time of storage, to the authority',
  says: { failed: 'Release bike failed', done: 'Bike released' },
  access: steps,
  ...one,
  body: z.strictObject({ outcome: z.enum(['returned', 'handed_over'], 'Outcome is required'), reason: Reason }),
})
