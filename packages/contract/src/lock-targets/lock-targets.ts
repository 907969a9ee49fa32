import * as z from 'zod'
import { DeviceType } from '../devices/devices.ts'
import { BatchErrorItem } from '../errors.ts'
import { searchText } from '../list.ts'
import { Id, Instant } from '../route.ts'

/** What an allowlist and a subscription can be on: a device with a lock, or a location with all of its locks. */
export const lockTypes = ['dock', 'locker', 'rental_dock', 'door'] as const

const Count = z.number().int().nonnegative()
const locks = {
  /** Locks with hardware there, and how many do not have the newest list yet or refused it. */
  locks: Count,
  locks_pending: Count,
  locks_failed: Count,
  created_at: Instant,
}

export const TargetLocation = z.object({
  id: Id,
  location_id: Id,
  location_code: z.string(),
  location_label: z.string(),
  address: z.string(),
  ...locks,
})
export type TargetLocation = z.infer<typeof TargetLocation>

export const TargetDevice = z.object({
  id: Id,
  device_id: Id,
  device_type: DeviceType,
  device_number: z.number().int(),
  device_alias: z.string(),
  location_id: Id,
  location_code: z.string(),
  location_label: z.string(),
  ...locks,
})
export type TargetDevice = z.infer<typeof TargetDevice>

/** What each list of target locations has in common. A location that the reader does not see is left out. */
export const ofTargetLocations = {
  says: { failed: 'Fetch target locations failed' },
  row: TargetLocation,
  filters: { q: searchText },
  sortBy: ['location_label', 'location_code', 'created_at', 'id'],
  exports: [
    'id',
    'location_id',
    'location_code',
    'location_label',
    'address',
    'locks',
    'locks_pending',
    'locks_failed',
    'created_at',
  ],
} as const

/** What each list of target devices has in common. */
export const ofTargetDevices = {
  says: { failed: 'Fetch target devices failed' },
  row: TargetDevice,
  filters: { q: searchText },
  sortBy: ['location_label', 'location_code', 'device_type', 'device_number', 'created_at', 'id'],
  exports: [
    'id',
    'device_id',
    'device_type',
    'device_number',
    'device_alias',
    'location_code',
    'location_label',
    'locks',
    'locks_pending',
    'locks_failed',
    'created_at',
  ],
} as const

export const targetsAtOnce = 200
const ids = z.array(Id).max(targetsAtOnce, `At most ${targetsAtOnce} targets at once`).default([])

export const NewTargets = z
  .strictObject({ location_ids: ids, device_ids: ids })
  .refine((body) => body.location_ids.length + body.device_ids.length > 0, {
    path: ['location_ids'],
    error: 'Pick at least one location or device',
  })
export type NewTargets = z.infer<typeof NewTargets>

export const TargetsToRemove = z.strictObject({ ids: z.array(Id).min(1).max(targetsAtOnce) })

/** What was done; as soon as one target is refused, 422 with these results and its failure in `error_results`. */
export const TargetResults = z.object({ results: z.array(z.object({ target_id: Id })) })
export type TargetResults = z.infer<typeof TargetResults>
export const TargetFailure = BatchErrorItem.extend({ target_id: Id })

/** The words of the two calls are those of spec section 8. */
export const saysOfTargets = {
  add: { failed: 'Add targets failed', done: 'Targets added successfully' },
  remove: { failed: 'Remove targets failed', done: 'Targets removed' },
} as const
