import { expect, test } from 'vitest'
import { entryState } from './user-allowlist-labels.ts'

const named = { kind: 'user', status: 'active', allowlist_status: 'active', keys: 1, is_user_disabled: false } as const

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
    expect(entryState({ ...named, status, allowlist_status })).toEqual({ of, value })
  },
)

test.each([
  [{ is_user_disabled: true, keys: 0 }, 'user_disabled'],
  [{ is_user_disabled: true, keys: null }, 'user_disabled'],
  [{ keys: 0 }, 'no_key'],
  // Readers who do not see the keys learn nothing of them.
  [{ keys: null }, 'active'],
  // A card that is listed by itself is its own key.
  [{ kind: 'key', keys: 1 }, 'active'],
  [{ keys: 0, status: 'pending_sync' }, 'no_key'],
  [{ keys: 0, status: 'expired' }, 'expired'],
] as const)('an entry of an enabled allowlist with %o is shown as %s', (entry, value) => {
  expect(entryState({ ...named, ...entry })).toEqual({ of: 'allowlist_entity', value })
})

test('a disabled user on an allowlist that is not enabled is shown as not enabled', () => {
  const entry = { ...named, is_user_disabled: true, allowlist_status: 'not_enabled' } as const
  expect(entryState(entry)).toEqual({ of: 'allowlist', value: 'not_enabled' })
})
