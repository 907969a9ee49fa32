import type { TraceCondition, TraceFinding, TraceStep } from '@wheelhouse/contract/support/access-trace.ts'
import { alarmWord, keyWord } from '../devices/device-labels.ts'
import { lookOf } from '../../ui/details/status-styles.ts'
import { t } from '../../i18n/i18n.ts'

/** Keys of `t`. */
export const conditionLabels: Record<TraceCondition, string> = {
  account: 'Account',
  key: 'Key',
  key_format: 'Key format',
  allowlist: 'Allowlist',
  allowlist_sync: 'Allowlist on the lock',
  payment: 'Payment',
  capacity: 'Capacity',
  location: 'Location',
  device: 'Device',
  contact: 'Contact',
  booking: 'Booking',
  alarm: 'Alarm',
}

/** One sentence a finding, keys of `t`; `{{detail}}` is what the server names. */
const sentences: Record<TraceFinding, string> = {
  account_active: 'The account is active',
  account_hidden: 'No account that you see has this key',
  account_disabled: 'The account is disabled, so the lock refuses its keys',
  account_deleted: 'The account was deleted',
  account_disabled_open_lock:
    'The account is disabled. This lock has no list and still opens; the session is recorded without a user',
  key_known: 'The {{detail}} key belongs to this person',
  key_none: 'This person has no key at all',
  key_unknown: 'Nobody has this {{detail}} key, and it is on no allowlist of this lock',
  key_unknown_open_lock: 'Nobody has this {{detail}} key. This lock has no list and opens for every key',
  key_unknown_listed: 'Nobody has this {{detail}} key, but an allowlist of this lock names it',
  format_plain: 'The reader sends the bytes in the usual order',
  format_unasked: 'The reader is not used for this kind of key',
  format_unread: 'The configuration of this lock has not been read yet',
  format_reversed: 'The reader sends the bytes of the card in the other order, so the lock does not recognize it',
  reader_off: 'The card reader of this lock is switched off',
  list_none: 'No allowlist applies to this lock',
  list_entry: 'On allowlist {{detail}}',
  list_missing: 'Not on allowlist {{detail}}',
  list_expired: 'The entry on allowlist {{detail}} has expired',
  list_keys_only: 'Allowlist {{detail}} accepts cards and PINs only, not the app',
  list_not_there_yet: 'Not on allowlist {{detail}}, which the lock has not received yet',
  sync_none: 'The lock needs no list',
  sync_done: 'The lock confirmed its newest list',
  sync_pending: 'The lock has not confirmed the list that contains this person',
  sync_failed: 'The lock did not accept the list that contains this person',
  sync_behind: 'A newer list is being sent to the lock; it does not affect this person',
  payments_settled: 'No payment is waiting',
  payments_unasked: 'No person to check',
  payments_hidden: 'You have no permission to see payments',
  payments_open: 'Payments that failed or wait for approval: {{detail}}. Locks do not check this',
  capacity_free: 'The place is free',
  capacity_own: "This person's bike is parked here",
  capacity_unasked: 'Not relevant here',
  capacity_taken: "Another rider's bike is parked here",
  capacity_other_key: 'This person locked the bike in with another key',
  location_open: 'The location is open',
  location_status: 'The location is in status {{detail}}. Locks do not check this',
  location_no_cards: 'Parking with cards is switched off at this location',
  location_no_app: 'Parking with the app is switched off at this location',
  device_ready: 'The device is ready',
  device_no_hardware: 'No hardware is assigned to this device',
  device_fault: 'The lock reports a fault',
  device_moving: 'The lock is moving',
  device_unknown: 'The lock has never reported its state',
  contact_fresh: 'In contact',
  contact_late: 'The last contact is late',
  contact_lost: 'No contact: actions of the rider do not reach the service',
  contact_unasked: 'There is no hardware to reach',
  booking_none: 'Not booked',
  booking_own: 'Booked by this person',
  booking_unnamed: 'Booked by an unknown person',
  booking_other: 'Booked by another rider',
  alarm_none: 'No alarm is open',
  alarm_blocks: 'Alarm {{detail}}: the lock cannot turn',
  alarm_open: 'Alarm {{detail}}; the lock can still open',
}

function detailWord({ condition, detail }: Pick<TraceStep, 'condition' | 'detail'>): string {
  if (condition === 'key') return keyWord(detail)
  if (condition === 'alarm') return alarmWord(detail)
  return condition === 'location' ? t(lookOf('location_status', detail).word).toLowerCase() : detail
}

/** What was found, in a sentence. The name of an allowlist that the reader does not see is left out. */
export const findingSentence = (step: Pick<TraceStep, 'condition' | 'finding' | 'detail'>): string =>
  t(sentences[step.finding], { detail: detailWord(step) })
    .replace(/ {2,}/g, ' ')
    .trim()
