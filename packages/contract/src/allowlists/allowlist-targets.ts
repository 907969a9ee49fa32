import * as z from 'zod'
import { DeviceType } from '../devices/devices.ts'
import { list, anyOf, searchText } from '../list.ts'
import { Id, Instant, route } from '../route.ts'
import { allowlistPath, AllowlistRef, listAllowlists, LockState, onAllowlist } from './allowlists.ts'

/** What an allowlist can be on: a device with a lock. */
export const lockTypes = ['dock', 'locker', 'rental_dock', 'door'] as const

const Count = z.number().int().nonnegative()
const locks = {
  /** Locks with hardware there. */
  locks: Count,
  locks_pending: Count,
  locks_failed: Count,
  created_at: Instant,
}

/** A location that the reader does not see is left out; the allowlist itself counts it. */
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

const own = {
  access: { whitelist: ['GETTARGETS'] },
  on: onAllowlist,
  params: AllowlistRef,
} as const

export const allowlistTargetLocations = list({
  says: { failed: 'Fetch target locations failed' },
  path: `${allowlistPath}/target-locations`,
  summary: 'Locations whose locks an allowlist is on',
  ...own,
  row: TargetLocation,
  filters: { q: searchText },
  sortBy: ['location_label', 'location_code', 'created_at', 'id'],
})

export const allowlistTargetDevices = list({
  says: { failed: 'Fetch target devices failed' },
  path: `${allowlistPath}/target-devices`,
  summary: 'Single devices that an allowlist is on',
  ...own,
  row: TargetDevice,
  filters: { q: searchText },
  sortBy: ['location_label', 'location_code', 'device_type', 'device_number', 'created_at', 'id'],
})

/** The list that one lock must hold and what it confirmed. */
export const AllowlistLock = z.object({
  /** The hardware id in it. */
  id: z.string(),
  device_id: Id,
  device_type: DeviceType,
  device_number: z.number().int(),
  device_alias: z.string(),
  location_id: Id,
  location_code: z.string(),
  location_label: z.string(),
  state: LockState,
  version: Count,
  confirmed_version: Count,
  /** Of all active allowlists of this lock together. */
  keys: Count,
  confirmed_at: Instant.nullable(),
  /** The device's reason; `hardware_timeout` where it did not answer. */
  failure: z.string().nullable(),
  attempts: Count,
  /** Of a failed lock. */
  next_try_at: Instant.nullable(),
  is_connected: z.boolean(),
})
export type AllowlistLock = z.infer<typeof AllowlistLock>

export const allowlistLocks = list({
  says: { failed: 'Fetch hardware failed' },
  path: `${allowlistPath}/locks`,
  summary: 'Hardware behind the targets of an allowlist, with the state of its synchronization',
  ...own,
  row: AllowlistLock,
  filters: { q: searchText, state: anyOf(LockState) },
  sortBy: ['location_label', 'device_type', 'device_number', 'state', 'version', 'keys', 'confirmed_at', 'id'],
  exports: [
    'id',
    'device_type',
    'device_number',
    'location_code',
    'location_label',
    'state',
    'version',
    'confirmed_version',
    'keys',
    'confirmed_at',
    'failure',
    'attempts',
    'next_try_at',
  ],
})

export const listAllowlistLocks = allowlistLocks.route

const changes = [listAllowlists] as const
const targetsAtOnce = 200
const few = z.array(Id).max(targetsAtOnce, `At most ${targetsAtOnce} targets at once`).default([])
const isEmpty = (body: { location_ids: string[]; device_ids: string[] }): boolean =>
  body.location_ids.length + body.device_ids.length === 0

/** MODIFYTARGETS must be held on each location and device too: an allowlist closes locks to everybody else. */
export const addAllowlistTargets = route({
  method: 'POST',
  path: `${allowlistPath}/targets`,
  summary: 'Put an allowlist on locations and devices',
  says: { failed: 'Add targets failed', done: 'Targets added successfully' },
  access: { whitelist: ['MODIFYTARGETS'] },
  on: onAllowlist,
  params: AllowlistRef,
  body: z
    .strictObject({ location_ids: few, device_ids: few })
    .refine((body) => !isEmpty(body), { path: ['location_ids'], error: 'Pick at least one location or device' }),
  changes,
})

export const removeAllowlistTargets = route({
  method: 'POST',
  path: `${allowlistPath}/targets/removals`,
  summary: 'Take an allowlist off locations and devices',
  says: { failed: 'Remove targets failed', done: 'Targets removed' },
  access: { whitelist: ['MODIFYTARGETS'] },
  on: onAllowlist,
  params: AllowlistRef,
  body: z.strictObject({ ids: z.array(Id).min(1).max(targetsAtOnce) }),
  changes,
})

export const retryAllowlistLocks = route({
  method: 'POST',
  path: `${allowlistPath}/locks/retries`,
  summary: 'Send the allowlist again to locks that failed, without waiting',
  says: { failed: 'Retry synchronization failed', done: 'Synchronization starts again' },
  access: { whitelist: ['MODIFYTARGETS'] },
  on: onAllowlist,
  params: AllowlistRef,
  reply: z.object({ locks: Count }),
  changes,
})
