import * as v from 'valibot'
import { messageAddress } from '../../features/messages/message-address.ts'
import { userSubscriptionShape } from '../../features/subscriptions/user-subscription-address.ts'
import { id, leftOut } from '../../lists/address-values.ts'

/** The address of a user's page: which tab, and the filters in it. The tabs themselves are in `user-tabs.tsx`. */
export const userSearchShape = {
  tab: leftOut(v.pipe(v.string(), v.regex(/^[a-z-]{1,30}$/))),
  /** The key that a search found. */
  key: leftOut(id),
  /** What is being written. */
  open: leftOut(v.picklist(['message', 'feedback'])),
  ...messageAddress.shape,
  ...userSubscriptionShape,
}
const UserSearch = v.object(userSearchShape)
export type UserSearch = v.InferOutput<typeof UserSearch>

export const userSearch = (search: Record<string, unknown>): UserSearch => v.parse(UserSearch, search)
