import type { Needs } from '@wheelhouse/contract/access.ts'
import type { UserAllowlist } from '@wheelhouse/contract/allowlists/user-allowlists.ts'
import { t } from '../../i18n/i18n.ts'
import type { ListWords } from '../../lists/list-rows.tsx'
import { useCan } from '../../session/can.ts'
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

/** What is said of a user who is on none: an allowlist or a card that the reader may not see is not counted. */
export function useNoAllowlistWords(): ListWords {
  const seesKeys = useCan({ user: ['GET_ACCESS_KEYS'] })
  return {
    noData: t('On no allowlist'),
    whyNoData: seesKeys
      ? t('No allowlist that you may see contains this user or one of their cards.')
      : t(
          'No allowlist that you may see contains this user. To see entries for cards, you need the right to access keys.',
        ),
  }
}
