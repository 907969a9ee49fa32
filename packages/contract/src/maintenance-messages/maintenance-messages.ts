import * as z from 'zod'
import { listLocations, LocationRef } from '../locations/locations.ts'
import { BulkReply, BulkTarget, Id, Instant, listOf, route } from '../route.ts'
import { requiredLines } from '../texts.ts'

/**
 * What app users read at a location while something is going on there. Of several that have begun and not ended the latest
 * beginning counts: a notice for an evening stands above one for the month and gives way to it again.
 */
export const messageStates = ['scheduled', 'current', 'ended'] as const
export const MessageState = z.enum(messageStates)
export type MessageState = z.infer<typeof MessageState>

export const MaintenanceMessage = z.object({
  id: Id,
  text: z.string(),
  starts_at: Instant,
  /** Null: until it is cleared. */
  ends_at: Instant.nullable(),
  /** `current` may be several; the first of the list is the one that is shown. */
  state: MessageState,
  created_by: Id.nullable(),
  created_by_name: z.string().nullable(),
  created_at: Instant,
})
export type MaintenanceMessage = z.infer<typeof MaintenanceMessage>

const MessageText = requiredLines('Message', 3, 500)

const fields = {
  text: MessageText,
  /** Null: now. Without an end it replaces what is shown now; with one that is shown again afterwards. */
  starts_at: Instant.nullable().default(null),
  ends_at: Instant.nullable().default(null),
}
type Period = { starts_at?: string | null; ends_at?: string | null }
const endsAfterStart = ({ starts_at, ends_at }: Period): boolean => !starts_at || !ends_at || ends_at > starts_at
const laterEnd = { path: ['ends_at'], error: 'Ends: later than it begins' }

export const NewMaintenanceMessage = z.strictObject(fields).refine(endsAfterStart, laterEnd)
export type NewMaintenanceMessage = z.output<typeof NewMaintenanceMessage>

const path = '/location/v1/locations/:location_id/maintenance-messages'
const on = { location: 'location_id' } as const

/** What a message at many locations would cover. Neither ids nor a selection: all that the caller sees. */
export const countMaintenanceMessages = route({
  method: 'GET',
  path: '/location/v1/maintenance-message-counts',
  summary: 'How many of these locations show a maintenance message now, and how many have one scheduled',
  says: { failed: 'Fetch maintenance messages failed' },
  staleOn: ['location'],
  access: { location: ['GET'] },
  query: z.strictObject({ location_id: listOf(Id), selection_id: Id.optional() }),
  reply: z.object({ current: z.number().int(), scheduled: z.number().int() }),
})

const changes = [listLocations, countMaintenanceMessages] as const

export const listMaintenanceMessages = route({
  method: 'GET',
  path,
  summary: 'Maintenance messages of a location: current, scheduled, then the last that ended; 100 at most',
  says: { failed: 'Fetch maintenance messages failed' },
  access: { location: ['GET'] },
  on,
  params: LocationRef,
  reply: z.array(MaintenanceMessage),
})

/** Text that app users read, as the descriptions are: MODIFY_DESCRIPTIONS. */
export const setMaintenanceMessage = route({
  method: 'POST',
  path,
  summary: 'Set or schedule the maintenance message of a location',
  says: { failed: 'Update maintenance message failed', done: 'Maintenance message set' },
  access: { location: ['MODIFY_DESCRIPTIONS'] },
  on,
  params: LocationRef,
  body: NewMaintenanceMessage,
  reply: MaintenanceMessage,
  changes,
})

/** A current one ends now, a scheduled one never begins. */
export const clearMaintenanceMessage = route({
  method: 'DELETE',
  path: `${path}/:message_id`,
  summary: 'Clear one maintenance message',
  says: { failed: 'Update maintenance message failed', done: 'Maintenance message cleared' },
  access: { location: ['MODIFY_DESCRIPTIONS'] },
  on,
  params: z.strictObject({ location_id: Id, message_id: Id }),
  changes,
})

export const setMaintenanceMessages = route({
  method: 'POST',
  path: '/location/v1/maintenance-messages',
  summary: 'Set or schedule the maintenance message of many locations',
  says: { failed: 'Update maintenance message failed' },
  access: { location: ['MODIFY_DESCRIPTIONS'] },
  body: z.strictObject({ target: BulkTarget, ...fields }).refine(endsAfterStart, laterEnd),
  reply: BulkReply,
  changes,
})

/** All that are current or scheduled. */
export const clearMaintenanceMessages = route({
  method: 'POST',
  path: '/location/v1/maintenance-messages/clearing',
  summary: 'Clear the maintenance messages of many locations, scheduled ones too',
  says: { failed: 'Update maintenance message failed' },
  access: { location: ['MODIFY_DESCRIPTIONS'] },
  body: z.strictObject({ target: BulkTarget }),
  reply: BulkReply,
  changes,
})
