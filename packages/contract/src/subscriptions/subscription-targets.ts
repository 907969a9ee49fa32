import * as z from 'zod'
import { DeviceType } from '../devices/devices.ts'
import { BatchErrorItem } from '../errors.ts'
import { list, searchText } from '../list.ts'
import { Id, Instant, route } from '../route.ts'
import { listSubscriptions, onSubscription, subscriptionPath, SubscriptionRef } from './subscriptions.ts'

const own = { access: { subscription: ['GET'] }, on: onSubscription, params: SubscriptionRef } as const

const Count = z.number().int().nonnegative()
const locks = {
  /** Locks with hardware there, and how many do not have the newest list yet or refused it. */
  locks: Count,
  locks_pending: Count,
  locks_failed: Count,
  created_at: Instant,
}

/** A location that the reader does not see is left out; the subscription itself counts it. */
export const SubscriptionLocation = z.object({
  id: Id,
  location_id: Id,
  location_code: z.string(),
  location_label: z.string(),
  address: z.string(),
  ...locks,
})
export type SubscriptionLocation = z.infer<typeof SubscriptionLocation>

export const SubscriptionDevice = z.object({
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
export type SubscriptionDevice = z.infer<typeof SubscriptionDevice>

export const subscriptionLocations = list({
  says: { failed: 'Fetch target locations failed' },
  path: `${subscriptionPath}/locations`,
  summary: 'Locations where a subscription or pass counts',
  ...own,
  row: SubscriptionLocation,
  filters: { q: searchText },
  sortBy: ['location_label', 'location_code', 'created_at', 'id'],
})

export const subscriptionDevices = list({
  says: { failed: 'Fetch target devices failed' },
  path: `${subscriptionPath}/devices`,
  summary: 'Single devices where a subscription or pass counts',
  ...own,
  row: SubscriptionDevice,
  filters: { q: searchText },
  sortBy: ['location_label', 'location_code', 'device_type', 'device_number', 'created_at', 'id'],
})

export const targetsAtOnce = 200
const few = z.array(Id).max(targetsAtOnce, `At most ${targetsAtOnce} targets at once`).default([])
const changes = [listSubscriptions] as const

const Done = z.object({ results: z.array(z.object({ target_id: Id })) })
export const TargetFailure = BatchErrorItem.extend({ target_id: Id })

/**
 * MODIFYTARGETS must be held on each location and device too: an exclusive subscription closes locks to everybody else. What
 * can be added is added; as soon as one cannot: 422 with `error_results`.
 */
export const addSubscriptionTargets = route({
  method: 'POST',
  path: `${subscriptionPath}/targets`,
  summary: 'Let a subscription or pass count at locations and devices',
  says: { failed: 'Add targets failed', done: 'Targets added successfully' },
  access: { subscription: ['MODIFYTARGETS'] },
  on: onSubscription,
  params: SubscriptionRef,
  body: z
    .strictObject({ location_ids: few, device_ids: few })
    .refine((body) => body.location_ids.length + body.device_ids.length > 0, {
      path: ['location_ids'],
      error: 'Pick at least one location or device',
    }),
  reply: Done,
  changes,
})

export const removeSubscriptionTargets = route({
  method: 'POST',
  path: `${subscriptionPath}/targets/removals`,
  summary: 'Take a subscription or pass off locations and devices',
  says: { failed: 'Remove targets failed', done: 'Targets removed' },
  access: { subscription: ['MODIFYTARGETS'] },
  on: onSubscription,
  params: SubscriptionRef,
  body: z.strictObject({ ids: z.array(Id).min(1).max(targetsAtOnce) }),
  reply: Done,
  changes,
})
