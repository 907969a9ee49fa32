import type { Needs } from '@wheelhouse/contract/access.ts'
import type { UserAllowlist } from '@wheelhouse/contract/allowlists/user-allowlists.ts'
import { blockReasonOf } from './allowlist-labels.ts'
import type { BlockReason } from './allowlist-labels.ts'

/** The call itself needs the right to the user; each row needs the right to its allowlist. */
export const seesAllowlistsOfUsers: Needs = { user: ['GET'], whitelist: ['GET'] }

type EntryState =
  | { of: 'allowlist'; value: UserAllowlist['allowlist_status'] }
  | { of: 'allowlist_entity'; value: UserAllowlist['status'] | BlockReason }

type Entry = Pick<UserAllowlist, 'kind' | 'status' | 'allowlist_status' | 'keys' | 'is_user_disabled'>

/**
 * Whether an entry lets its user in. On an allowlist that is not enabled it does not, however it is itself; nor does the
 * entry of a user who is disabled or has no key, however far the locks have taken it.
 */
export function entryState(entry: Entry): EntryState {
  const { status, allowlist_status } = entry
  if (status === 'expired') return { of: 'allowlist_entity', value: status }
  if (allowlist_status !== 'active') return { of: 'allowlist', value: allowlist_status }
  return { of: 'allowlist_entity', value: blockReasonOf(entry) ?? status }
}
