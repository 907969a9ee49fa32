import * as z from 'zod'
import { messageAddress } from '../../features/messages/message-address.ts'

/** The address of a user's page: which tab, and the filters in it. The tabs themselves are in `user-tabs.tsx`. */
export const userSearchShape = {
  tab: z
    .string()
    .regex(/^[a-z-]{1,30}$/)
    .optional()
    .catch(undefined),
  /** The key that a search found. */
  key: z.uuid().optional().catch(undefined),
  /** What is being written. */
  open: z.enum(['message', 'feedback']).optional().catch(undefined),
  ...messageAddress.shape,
}
const UserSearch = z.object(userSearchShape)
export type UserSearch = z.output<typeof UserSearch>

export const userSearch = (search: Record<string, unknown>): UserSearch => UserSearch.parse(search)
