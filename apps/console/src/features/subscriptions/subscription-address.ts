import * as z from 'zod'
import { subscribers } from '@wheelhouse/contract/subscriptions/subscribers.ts'
import { subscriptions } from '@wheelhouse/contract/subscriptions/subscriptions.ts'
import { listAddress, panelAddress } from '../../lists/list-address.ts'

export const subscriptionsAddress = listAddress(subscriptions, { open: z.literal('new') })

export const subscriberAddress = panelAddress(subscribers, 'user_')

export const subscriptionTabs = ['targets', 'payments', 'events'] as const
export type SubscriptionTab = (typeof subscriptionTabs)[number]

const left = <S extends z.ZodType>(schema: S) => schema.optional().catch(undefined)
const SubscriptionSearch = z.object({
  /** Subscribers without one. */
  tab: left(z.enum(subscriptionTabs)),
  edit: left(z.literal('yes')),
  /** A subscriber whose panel is open. */
  open: left(z.uuid()),
  ...subscriberAddress.shape,
})
export type SubscriptionSearch = z.output<typeof SubscriptionSearch>
export const subscriptionSearch = (search: Record<string, unknown>): SubscriptionSearch =>
  SubscriptionSearch.parse(search)
