import type { ReminderConfig } from '@wheelhouse/contract/reminders/reminders.ts'
import { t } from '../../i18n/i18n.ts'
import type { FormValues } from '../../ui/form/form-state.ts'
import type { ReminderField } from './reminder-fields.tsx'
import { activationText, hoursText, periodLabels, statusLabels } from './reminder-labels.ts'

export const changedOf = ({ changed }: FormValues): ReminderField[] => (Array.isArray(changed) ? changed : [])

/** The value of a field in words, by which two configs are compared too. */
const wordsOf: Record<ReminderField, (config: ReminderConfig) => string> = {
  status: ({ status }) => t(statusLabels[status]),
  subject: ({ subject }) => subject,
  message: ({ message }) => message,
  period: ({ period }) => t(periodLabels[period]),
  activation_at: ({ activation_at }) => activationText(activation_at),
  min_hours: ({ min_hours }) => hoursText(min_hours),
  generate_notification: ({ generate_notification: isOn }) => (isOn ? t('Sent to the app') : t('Event only')),
  location_ids: ({ locations }) => locations.map(({ code }) => code).join(', '),
}

export const distinct = (configs: readonly ReminderConfig[], name: ReminderField): string[] => [
  ...new Set(configs.map(wordsOf[name])),
]

/** The selected reminders as they are now; null where not each of them is known, as of all that match. */
export function knownOf(ids: readonly string[], rows: readonly ReminderConfig[]): readonly ReminderConfig[] | null {
  const known = new Set(rows.map(({ id }) => id))
  return ids.length > 0 && ids.every((id) => known.has(id)) ? rows : null
}

/** The opened fields whose values differ among the selected; all opened ones where the values are not known. */
export const overwritten = (configs: readonly ReminderConfig[] | null, values: FormValues): ReminderField[] =>
  changedOf(values).filter((name) => configs === null || distinct(configs, name).length > 1)
