import type { Needs } from '@wheelhouse/contract/access.ts'
import type { UserAllowlist } from '@wheelhouse/contract/allowlists/user-allowlists.ts'
import { t } from '../../i18n/i18n.ts'
import type { ListWords } from '../../lists/list-rows.tsx'
import { useCan } from '../../session/can.ts'

/** The call itself needs the right to the user; each row needs the right to its allowlist. */
export const seesAllowlistsOfUsers: Needs = { user: ['GET'], whitelist: ['GET'] }

type EntryState =
  | { of: 'allowlist'; value: UserAllowlist['allowlist_status'] }
  | { of: 'allowlist_entity'; value: UserAllowlist['status'] }

/** Whether an entry lets its user in. An entry of an allowlist that is not enabled does not, however it is itself. */
export function entryState({
  status,
  allowlist_status,
}: Pick<UserAllowlist, 'status' | 'allowlist_status'>): EntryState {
  return status === 'expired' || allowlist_status === 'active'
    ? { of: 'allowlist_entity', value: status }
    : { of: 'allowlist', value: allowlist_status }
}

/** What is said of a user who is on none: an allowlist or a card that the reader may not see is not counted. */
export function useNoAllowlistWords(): ListWords {
  const seesKeys = useCan({ user: ['GET_ACCESS_KEYS'] })
  return {
    noData: t('On no allowlist'),
    whyNoData: seesKeys
      ? t('Of the allowlists that you may see, none names this user or one of their cards.')
      : t('Of the allowlists that you may see, none names this user. Entries of cards need the right to access keys.'),
  }
}
