import type {
  WorkPlan,
  WorkPlanKind,
  WorkPlanPeriod,
  WorkPlanStatus,
  WorkPlanTrigger,
} from '@wheelhouse/contract/work-plans/work-plans.ts'
import { t } from '../../i18n/i18n.ts'
import { alarmWord } from '../devices/device-labels.ts'

/** Keys of `t`. */
export const planStatusLabels: Record<WorkPlanStatus, string> = { active: 'Active', disabled: 'Switched off' }

export const kindLabels: Record<WorkPlanKind, string> = {
  template: 'Template',
  recurring: 'Recurring job',
  rule: 'Rule',
}

export const kindSentences: Record<WorkPlanKind, string> = {
  template: 'You pick it when you create an entry',
  recurring: 'Entries are created on a schedule',
  rule: 'Entries are created by outages and alarms',
}

export const planPeriodLabels: Record<WorkPlanPeriod, string> = {
  daily: 'Days',
  weekly: 'Weeks',
  monthly: 'Months',
  yearly: 'Years',
}

const everyOne: Record<WorkPlanPeriod, string> = {
  daily: 'Every day',
  weekly: 'Every week',
  monthly: 'Every month',
  yearly: 'Every year',
}
const everySome: Record<WorkPlanPeriod, string> = {
  daily: 'Every {{count}} days',
  weekly: 'Every {{count}} weeks',
  monthly: 'Every {{count}} months',
  yearly: 'Every {{count}} years',
}

export const triggerWord = (trigger: WorkPlanTrigger): string =>
  trigger === 'outage' ? t('Outage (confirmed)') : alarmWord(trigger)

const namedAtMost = 3

/** What makes the entries: "Every 3 months", or "Lock jam, Tampered with and 2 more". */
export function whenText({ kind, period, every, triggers }: WorkPlan): string {
  if (kind === 'template') return t('Picked by a person')
  if (kind === 'recurring' && period !== null)
    return every === 1 ? t(everyOne[period]) : t(everySome[period], { count: every })
  const names = triggers.slice(0, namedAtMost).map(triggerWord).join(', ')
  const more = triggers.length - namedAtMost
  return more > 0 ? t('{{names}} and {{count}} more', { names, count: more }) : names
}

export function placesText({ covers_all, locations, organization_name }: WorkPlan): string {
  if (covers_all) return t('All of {{name}}', { name: organization_name })
  const [first] = locations
  if (first === undefined) return t('None that you may see')
  const name = `${first.code} ${first.label}`
  return locations.length === 1 ? name : t('{{first}} and {{count}} more', { first: name, count: locations.length - 1 })
}
