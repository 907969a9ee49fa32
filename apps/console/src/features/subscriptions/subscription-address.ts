import * as v from 'valibot'
import { subscribers } from '@wheelhouse/contract/subscriptions/subscribers.ts'
import { subscriptions } from '@wheelhouse/contract/subscriptions/subscriptions.ts'
import { id, leftOut } from '../../lists/address-values.ts'
import { listAddress, panelAddress } from '../../lists/list-address.ts'

export const subscriptionsAddress = listAddress(subscriptions, { open: v.literal('new') })

export const subscriberAddress = panelAddress(subscribers, 'user_', ['id'])

export const subscriptionTabs = ['targets', 'payments', 'events'] as const
export type SubscriptionTab = (typeof subscriptionTabs)[number]

const SubscriptionSearch = v.object({
  /** Subscribers without one. */
  tab: leftOut(v.picklist(subscriptionTabs)),
  edit: leftOut(v.literal('yes')),
  /** A subscriber whose panel is open. */
  open: leftOut(id),
  ...subscriberAddress.shape,
})
export type SubscriptionSearch = v.InferOutput<typeof SubscriptionSearch>
export const subscriptionSearch = (search: Record<string, unknown>): SubscriptionSearch =>
  v.parse(SubscriptionSearch, search)
