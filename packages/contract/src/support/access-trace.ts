import * as z from 'zod'
import { keysOf } from '../certain.ts'
import { Id, Instant, route } from '../route.ts'

/**
 * The conditions under which a lock opens for a key, in the order in which they are asked. Of several that fail, the first
 * one is the cause that a rider is given.
 */
export const traceConditions = [
  'account',
  'key',
  'key_format',
  'allowlist',
  'allowlist_sync',
  'payment',
  'capacity',
  'location',
  'device',
  'contact',
  'booking',
  'alarm',
] as const
export const TraceCondition = z.enum(traceConditions)
export type TraceCondition = z.infer<typeof TraceCondition>

/**
 * `fails` keeps the lock shut. `warns` does not, but belongs to the caller's trouble. `unasked` means that nothing there asks
 * for this condition, and `hidden` that the reader may not see it.
 */
export const traceOutcomes = ['holds', 'fails', 'warns', 'unasked', 'hidden'] as const
export const TraceOutcome = z.enum(traceOutcomes)
export type TraceOutcome = z.infer<typeof TraceOutcome>

interface Finding {
  condition: TraceCondition
  outcome: TraceOutcome
}

/** Everything that a condition can find, with what it means for the lock. The console has one sentence for each. */
export const traceFindings = {
  account_active: { condition: 'account', outcome: 'holds' },
  account_hidden: { condition: 'account', outcome: 'hidden' },
  account_disabled: { condition: 'account', outcome: 'fails' },
  account_deleted: { condition: 'account', outcome: 'fails' },
  account_disabled_open_lock: { condition: 'account', outcome: 'warns' },
  key_known: { condition: 'key', outcome: 'holds' },
  key_none: { condition: 'key', outcome: 'fails' },
  key_unknown: { condition: 'key', outcome: 'fails' },
  key_unknown_open_lock: { condition: 'key', outcome: 'warns' },
  key_unknown_listed: { condition: 'key', outcome: 'holds' },
  format_plain: { condition: 'key_format', outcome: 'holds' },
  format_unasked: { condition: 'key_format', outcome: 'unasked' },
  format_unread: { condition: 'key_format', outcome: 'unasked' },
  format_reversed: { condition: 'key_format', outcome: 'fails' },
  reader_off: { condition: 'key_format', outcome: 'fails' },
  list_none: { condition: 'allowlist', outcome: 'unasked' },
  list_entry: { condition: 'allowlist', outcome: 'holds' },
  list_missing: { condition: 'allowlist', outcome: 'fails' },
  list_expired: { condition: 'allowlist', outcome: 'fails' },
  list_keys_only: { condition: 'allowlist', outcome: 'fails' },
  list_not_there_yet: { condition: 'allowlist', outcome: 'warns' },
  sync_none: { condition: 'allowlist_sync', outcome: 'unasked' },
  sync_done: { condition: 'allowlist_sync', outcome: 'holds' },
  sync_pending: { condition: 'allowlist_sync', outcome: 'fails' },
  sync_failed: { condition: 'allowlist_sync', outcome: 'fails' },
  sync_behind: { condition: 'allowlist_sync', outcome: 'warns' },
  payments_settled: { condition: 'payment', outcome: 'holds' },
  payments_unasked: { condition: 'payment', outcome: 'unasked' },
  payments_hidden: { condition: 'payment', outcome: 'hidden' },
  payments_open: { condition: 'payment', outcome: 'warns' },
  capacity_free: { condition: 'capacity', outcome: 'holds' },
  capacity_own: { condition: 'capacity', outcome: 'holds' },
  capacity_unasked: { condition: 'capacity', outcome: 'unasked' },
  capacity_taken: { condition: 'capacity', outcome: 'fails' },
  capacity_other_key: { condition: 'capacity', outcome: 'fails' },
  location_open: { condition: 'location', outcome: 'holds' },
  location_status: { condition: 'location', outcome: 'warns' },
  location_no_cards: { condition: 'location', outcome: 'warns' },
  location_no_app: { condition: 'location', outcome: 'warns' },
  device_ready: { condition: 'device', outcome: 'holds' },
  device_no_hardware: { condition: 'device', outcome: 'fails' },
  device_fault: { condition: 'device', outcome: 'fails' },
  device_moving: { condition: 'device', outcome: 'fails' },
  device_unknown: { condition: 'device', outcome: 'fails' },
  contact_fresh: { condition: 'contact', outcome: 'holds' },
  contact_late: { condition: 'contact', outcome: 'warns' },
  contact_lost: { condition: 'contact', outcome: 'fails' },
  contact_unasked: { condition: 'contact', outcome: 'unasked' },
  booking_none: { condition: 'booking', outcome: 'holds' },
  booking_own: { condition: 'booking', outcome: 'holds' },
  booking_unnamed: { condition: 'booking', outcome: 'warns' },
  booking_other: { condition: 'booking', outcome: 'fails' },
  alarm_none: { condition: 'alarm', outcome: 'holds' },
  alarm_blocks: { condition: 'alarm', outcome: 'fails' },
  alarm_open: { condition: 'alarm', outcome: 'warns' },
} as const satisfies Record<string, Finding>
export type TraceFinding = keyof typeof traceFindings

export const TraceFinding = z.enum(keysOf(traceFindings))

/** Where a person mends it. */
export const MendTarget = z.object({
  type: z.enum(['user', 'access_keys', 'allowlist', 'payments', 'location', 'device', 'hardware', 'session']),
  id: z.string(),
})
export type MendTarget = z.infer<typeof MendTarget>

export const TraceStep = z.object({
  condition: TraceCondition,
  outcome: TraceOutcome,
  finding: TraceFinding,
  /** The word that the sentence names: a state, an alarm, the name of an allowlist. May be empty. */
  detail: z.string(),
  /** When this last changed; null where nothing says so. */
  changed_at: Instant.nullable(),
  /** Null where there is nothing to mend, or where the reader may not see it. */
  mend: MendTarget.nullable(),
})
export type TraceStep = z.infer<typeof TraceStep>

/** What is stored of a scan that the lock refused: no names and nothing to follow. */
export const StoredTraceStep = TraceStep.omit({ mend: true, detail: true })
export type StoredTraceStep = z.infer<typeof StoredTraceStep>

export const AccessTrace = z.object({
  opens: z.boolean(),
  /** The first condition that fails; null where none does. */
  cause: TraceFinding.nullable(),
  steps: z.array(TraceStep),
  asked_at: Instant,
  device_id: Id,
  location_id: Id,
  /** The key that was asked about; null where the person has none. */
  access_key_id: Id.nullable(),
  key_type: z.string().nullable(),
})
export type AccessTrace = z.infer<typeof AccessTrace>

export const getAccessTrace = route({
  method: 'GET',
  path: '/support/v1/devices/:device_id/users/:user_id/access-trace',
  summary: 'Why a user can or cannot open a device now: each condition in its order',
  says: { failed: 'Fetch access trace failed' },
  // The verb asks for `user: ['GET']` on the user, who is a second resource.
  access: { device: ['GET'] },
  on: { device: 'device_id' },
  params: z.strictObject({ device_id: Id, user_id: Id }),
  query: z.strictObject({
    /** One key of the user; without it the key with which the bike was locked in, else the newest card, else the newest key. */
    access_key_id: Id.optional(),
  }),
  staleOn: ['device', 'user', 'session', 'whitelist', 'payment', 'location', 'hardware'],
  reply: AccessTrace,
})
