import * as z from 'zod'
import { DeviceType } from '../devices/devices.ts'
import { list, anyOf, searchText } from '../list.ts'
import {
  NewTargets,
  ofTargetDevices,
  ofTargetLocations,
  saysOfTargets,
  TargetResults,
  TargetsToRemove,
} from '../lock-targets/lock-targets.ts'
import { Id, Instant, route } from '../route.ts'
import { allowlistPath, AllowlistRef, listAllowlists, LockState, onAllowlist } from './allowlists.ts'

const Count = z.number().int().nonnegative()
const own = {
  access: { whitelist: ['GETTARGETS'] },
  on: onAllowlist,
  params: AllowlistRef,
} as const

/** A location that the reader does not see is left out; the allowlist itself counts it. */
export const allowlistTargetLocations = list({
  ...ofTargetLocations,
  path: `${allowlistPath}/target-locations`,
  summary: 'Target locations of an allowlist',
  ...own,
})

export const allowlistTargetDevices = list({
  ...ofTargetDevices,
  path: `${allowlistPath}/target-devices`,
  summary: 'Target devices of an allowlist',
  ...own,
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

/** MODIFYTARGETS must be held on each location and device too: an allowlist closes locks to everybody else. What can be
 * added is added. */
export const addAllowlistTargets = route({
  method: 'POST',
  path: `${allowlistPath}/targets`,
  summary: 'Add target locations and devices to an allowlist',
  says: saysOfTargets.add,
  access: { whitelist: ['MODIFYTARGETS'] },
  on: onAllowlist,
  params: AllowlistRef,
  body: NewTargets,
  reply: TargetResults,
  changes,
})

export const removeAllowlistTargets = route({
  method: 'POST',
  path: `${allowlistPath}/targets/removals`,
  summary: 'Remove target locations and devices from an allowlist',
  says: saysOfTargets.remove,
  access: { whitelist: ['MODIFYTARGETS'] },
  on: onAllowlist,
  params: AllowlistRef,
  body: TargetsToRemove,
  reply: TargetResults,
  changes,
})

export const retryAllowlistLocks = route({
  method: 'POST',
  path: `${allowlistPath}/locks/retries`,
  summary: 'Send the allowlist again to locks that failed, without waiting',
  says: { failed: 'Retry synchronization failed', done: 'Synchronization restarted' },
  access: { whitelist: ['MODIFYTARGETS'] },
  on: onAllowlist,
  params: AllowlistRef,
  reply: z.object({ locks: Count }),
  changes,
})
