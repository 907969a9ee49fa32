import { IconKey, IconMasksTheater, IconUser } from '@tabler/icons-react'
import type { TablerIcon } from '@tabler/icons-react'
import type { AllowlistEntity, EntityKind } from '@wheelhouse/contract/allowlists/allowlist-entities.ts'
import type {
  AllowlistStatus,
  AllowlistSync,
  AllowlistVisibility,
  LockState,
} from '@wheelhouse/contract/allowlists/allowlists.ts'

// Keys of `t`.
export const statusLabels: Record<AllowlistStatus, string> = { active: 'Active', not_enabled: 'Not enabled' }

export const visibilityLabels: Record<AllowlistVisibility, { word: string; means: string }> = {
  private: { word: 'Private', means: 'visible to people of the organization' },
  public: { word: 'Public', means: 'also visible to its partners' },
}

export const syncLabels: Record<AllowlistSync, { word: string; means: string }> = {
  app_and_keys: { word: 'App and keys', means: 'users can also open in the app' },
  keys_only: { word: 'Keys only', means: 'cards and PINs, not the app' },
}

export const kindLabels: Record<EntityKind, string> = { user: 'User', key: 'Key', master_key: 'Master key' }
export const kindIcons: Record<EntityKind, TablerIcon> = { user: IconUser, key: IconKey, master_key: IconMasksTheater }

export const entityStatusLabels = {
  active: 'Active',
  pending_sync: 'Pending sync',
  sync_failed: 'Sync failed',
  expired: 'Expired',
} as const

/** Why the user of an entry opens no lock, however far the locks have taken it. */
export type BlockReason = 'user_disabled' | 'no_key'

/** `keys` is null for readers who do not see them: nothing is said of them then. */
export function blockReasonOf({
  kind,
  keys,
  is_user_disabled,
}: Pick<AllowlistEntity, 'kind' | 'is_user_disabled'> & { keys: number | null }): BlockReason | null {
  if (kind !== 'user') return null
  if (is_user_disabled) return 'user_disabled'
  return keys === 0 ? 'no_key' : null
}

export const lockStateLabels: Record<LockState, string> = { in_sync: 'In sync', pending: 'Pending', failed: 'Failed' }

/** Why a lock did not take its list, in plain words; other reasons are those of the device. */
export const failureLabels: Readonly<Record<string, string>> = {
  hardware_timeout: 'No answer',
  refused: 'Refused by the hardware',
  unhandled: 'The hardware has no allowlists',
  too_many_keys: 'Too many keys for one lock',
  parts_missing: 'A part of the list was lost',
}
