import { expect, test } from 'vitest'
import { entryState } from './user-allowlist-labels.ts'

test.each([
  ['active', 'active', 'allowlist_entity', 'active'],
  ['pending_sync', 'active', 'allowlist_entity', 'pending_sync'],
  ['sync_failed', 'active', 'allowlist_entity', 'sync_failed'],
  ['expired', 'active', 'allowlist_entity', 'expired'],
  // An allowlist that is not enabled is on no lock; a longer expiry alone would not help an expired entry of it either.
  ['active', 'not_enabled', 'allowlist', 'not_enabled'],
  ['expired', 'not_enabled', 'allowlist_entity', 'expired'],
] as const)(
  'an entry that is %s on an allowlist that is %s is shown as %s %s',
  (status, allowlist_status, of, value) => {
    expect(entryState({ status, allowlist_status })).toEqual({ of, value })
  },
)
