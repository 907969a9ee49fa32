import { list } from '../list.ts'
import {
  NewTargets,
  ofTargetDevices,
  ofTargetLocations,
  saysOfTargets,
  TargetResults,
  TargetsToRemove,
} from '../lock-targets/lock-targets.ts'
import { route } from '../route.ts'
import { listSubscriptions, onSubscription, subscriptionPath, SubscriptionRef } from './subscriptions.ts'

const own = { access: { subscription: ['GET'] }, on: onSubscription, params: SubscriptionRef } as const

/** A location that the reader does not see is left out; the subscription itself counts it. */
export const subscriptionLocations = list({
  ...ofTargetLocations,
  path: `${subscriptionPath}/locations`,
  summary: 'Locations where a subscription or pass is valid',
  ...own,
})

export const subscriptionDevices = list({
  ...ofTargetDevices,
  path: `${subscriptionPath}/devices`,
  summary: 'Single devices where a subscription or pass is valid',
  ...own,
})

const changes = [listSubscriptions] as const

/**
 * MODIFYTARGETS must be held on each location and device too: an exclusive subscription closes locks to everybody else. What
 * can be added is added; as soon as one cannot: 422 with `error_results`.
 */
export const addSubscriptionTargets = route({
  method: 'POST',
  path: `${subscriptionPath}/targets`,
  summary: 'Add locations and devices to a subscription or pass',
  says: saysOfTargets.add,
  access: { subscription: ['MODIFYTARGETS'] },
  on: onSubscription,
  params: SubscriptionRef,
  body: NewTargets,
  reply: TargetResults,
  changes,
})

export const removeSubscriptionTargets = route({
  method: 'POST',
  path: `${subscriptionPath}/targets/removals`,
  summary: 'Remove locations and devices from a subscription or pass',
  says: saysOfTargets.remove,
  access: { subscription: ['MODIFYTARGETS'] },
  on: onSubscription,
  params: SubscriptionRef,
  body: TargetsToRemove,
  reply: TargetResults,
  changes,
})
