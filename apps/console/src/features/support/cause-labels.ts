import { t } from '../../i18n/i18n.ts'

/** The findings that keep a lock shut, within a sentence and without a name: keys of `t`. */
const short: Partial<Record<string, string>> = {
  account_disabled: 'the account is disabled',
  account_deleted: 'the account was deleted',
  key_none: 'there is no key',
  key_unknown: 'nobody has this key',
  format_reversed: 'the reader reverses the bytes',
  reader_off: 'the reader is off',
  list_missing: 'not on its allowlist',
  list_expired: 'the entry on its allowlist has expired',
  list_keys_only: 'its allowlist does not accept the app',
  sync_pending: 'the lock has not confirmed its list',
  sync_failed: 'the lock did not accept its list',
  capacity_taken: "another rider's bike is parked here",
  capacity_other_key: 'the bike was locked in with another key',
  device_no_hardware: 'no hardware is assigned',
  device_fault: 'the lock reports a fault',
  device_moving: 'the lock was moving',
  device_unknown: 'the state of the lock is unknown',
  contact_lost: 'no contact',
  booking_other: 'booked by another rider',
  alarm_blocks: 'an alarm keeps the lock from turning',
}

/** "not on its allowlist", within a sentence; a newer server may know more causes than this build. */
export const causeWords = (cause: string | null): string => t(short[cause ?? ''] ?? 'the cause is not known')
