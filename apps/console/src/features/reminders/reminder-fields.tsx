import { keysOf } from '@wheelhouse/contract/certain.ts'
import { reminderPeriods } from '@wheelhouse/contract/reminders/reminder-runs.ts'
import { reminderStatuses } from '@wheelhouse/contract/reminders/reminders.ts'
import { t } from '../../i18n/i18n.ts'
import { SelectField } from '../../ui/form/choice-fields.tsx'
import { WallTimeField } from '../../ui/form/moment-field.tsx'
import { NumberField, SwitchField, TextAreaField, TextField } from '../../ui/form/text-fields.tsx'
import { LocationField } from '../locations/location-picker.tsx'
import { periodLabels, statusLabels } from './reminder-labels.ts'

/** One control for each field of a config, by its name. */
export const reminderControls = {
  status: () => (
    <SelectField
      name="status"
      label={t('Status')}
      options={reminderStatuses.map((value) => ({ value, label: t(statusLabels[value]) }))}
    />
  ),
  subject: () => <TextField name="subject" label={t('Subject')} maxLength={80} />,
  message: () => <TextAreaField name="message" label={t('Message')} maxLength={500} minRows={3} />,
  period: () => (
    <SelectField
      name="period"
      label={t('Period')}
      options={reminderPeriods.map((value) => ({ value, label: t(periodLabels[value]) }))}
    />
  ),
  activation_at: () => (
    <WallTimeField
      name="activation_at"
      label={t('Activation at')}
      help={t('The first run, in the time zone of each location. Later runs keep this time of day.')}
    />
  ),
  min_hours: () => (
    <NumberField name="min_hours" label={t('Minimum time parked')} unit={t('hours')} min={1} max={8760} />
  ),
  generate_notification: () => (
    <SwitchField
      name="generate_notification"
      label={t('Notification')}
      sentence={t('Send the message to the app of the rider')}
      help={t('When off, only the event is recorded and passed on to notifier subscriptions.')}
    />
  ),
  location_ids: () => <LocationField name="location_ids" label={t('Affected locations')} isMany />,
} as const

export type ReminderField = keyof typeof reminderControls

export const fieldLabels: Record<ReminderField, string> = {
  status: 'Status',
  subject: 'Subject',
  message: 'Message',
  period: 'Period',
  activation_at: 'Activation at',
  min_hours: 'Minimum time parked',
  generate_notification: 'Notification',
  location_ids: 'Affected locations',
}

export const reminderFieldNames = keysOf(reminderControls)

export const ReminderFields = () => (
  <>
    {reminderFieldNames.map((name) => {
      const Control = reminderControls[name]
      return <Control key={name} />
    })}
  </>
)
