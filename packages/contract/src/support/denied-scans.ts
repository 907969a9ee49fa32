import * as z from 'zod'
import { DeviceRef } from '../devices/devices.ts'
import { list } from '../list.ts'
import { Id, Instant } from '../route.ts'
import { onUser } from '../users/users.ts'
import { StoredTraceStep, TraceFinding } from './access-trace.ts'

/** A key that a lock refused, with what the trace found in that moment. */
export const DeniedScan = z.object({
  id: Id,
  at: Instant,
  location_id: Id,
  location_code: z.string(),
  location_label: z.string(),
  device_id: Id,
  device_number: z.number().int(),
  device_type: z.string(),
  /** Who it is needs `user: ['GET']`; null without, and of a key of nobody. */
  user_id: Id.nullable(),
  user_name: z.string().nullable(),
  access_key_id: Id.nullable(),
  key_type: z.string(),
  /** Null: the trace found nothing that speaks against the key. */
  cause: TraceFinding.nullable(),
  steps: z.array(StoredTraceStep),
})
export type DeniedScan = z.infer<typeof DeniedScan>

const scans = {
  says: { failed: 'Fetch denied scans failed' },
  staleOn: ['device'],
  row: DeniedScan,
  filters: {},
  sortBy: ['at'],
  order: 'desc',
  exports: [
    'id',
    'at',
    'location_code',
    'location_label',
    'device_type',
    'device_number',
    'user_id',
    'user_name',
    'key_type',
    'cause',
  ],
} as const

export const deniedScansOfUser = list({
  ...scans,
  path: '/support/v1/users/:user_id/denied-scans',
  summary: 'Keys of a user that locks refused, at the devices that the caller sees, newest first',
  access: { user: ['GET'] },
  ...onUser,
})

export const deniedScansAtDevice = list({
  ...scans,
  path: '/support/v1/devices/:device_id/denied-scans',
  summary: 'Keys that a device refused, with the cause that was found then, newest first',
  access: { device: ['GET', 'GETCMDSHISTORY'] },
  on: { device: 'device_id' },
  params: DeviceRef,
})
