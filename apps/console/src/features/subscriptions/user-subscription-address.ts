import { userSubscriptions } from '@wheelhouse/contract/subscriptions/subscribers.ts'
import { id, leftOut } from '../../lists/address-values.ts'
import { panelAddress } from '../../lists/list-address.ts'

/** The order of a table of subscriptions, which shares the address with the page of their user. */
export const userSubscriptionAddress = panelAddress(userSubscriptions, 'subscription_', ['id', 'status'])
export const userSubscriptionShape = {
  ...userSubscriptionAddress.shape,
  /** Whose panel is open. */
  subscription: leftOut(id),
}
export type UserSubscriptionSearch = ReturnType<typeof userSubscriptionAddress.into> & {
  subscription?: string | undefined
}
