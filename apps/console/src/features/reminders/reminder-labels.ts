import type { ReminderPeriod } from '@wheelhouse/contract/reminders/reminder-runs.ts'
import type { ReminderConfig, ReminderStatus } from '@wheelhouse/contract/reminders/reminders.ts'
import type { ReminderPushStatus } from '@wheelhouse/contract/reminders/reminder-notices.ts'
import { t } from '../../i18n/i18n.ts'

/** Keys of `t`. */
export const periodLabels: Record<ReminderPeriod, string> = {
  hourly: 'Hourly',
  daily: 'Daily',
  weekly: 'Weekly',
  monthly: 'Monthly',
  yearly: 'Yearly',
}

export const statusLabels: Record<ReminderStatus, string> = { active: 'Active', disabled: 'Disabled' }

/** Spec section 8. */
export const pushLabels: Record<ReminderPushStatus, string> = {
  skipped: 'Skipped',
  sent: 'Sent',
  no_push_tokens: 'No Push Tokens',
  publish_push_failed: 'Publish Push Failed',
  send_push_failed: 'Send Push Failed',
}

/** `2026-01-31T09:00` as people read it; it is no moment, so no time zone changes it. */
export const activationText = (wall: string): string => wall.replace('T', ' ')

export const hoursText = (hours: number): string => (hours === 1 ? t('1 hour') : t('{{count}} hours', { count: hours }))

export function locationsText({ locations }: Pick<ReminderConfig, 'locations'>): string {
  const [first] = locations
  if (first === undefined) return t('None that you may see')
  return locations.length === 1
    ? `${first.code} ${first.label}`
    : t('{{first}} and {{count}} more', { first: `${first.code} ${first.label}`, count: locations.length - 1 })
}
