import { useState } from 'react'
import {
  plannedTypes,
  workPlanKinds,
  workPlanPeriods,
  workPlanStatuses,
  workPlanTriggers,
} from '@wheelhouse/contract/work-plans/work-plans.ts'
import { logPriorities, logResources } from '@wheelhouse/contract/maintenance-log/entry-rules.ts'
import { t } from '../../i18n/i18n.ts'
import { statusStyles } from '../../ui/details/status-styles.ts'
import { StatusGlyph } from '../../ui/details/status.tsx'
import { SelectField } from '../../ui/form/choice-fields.tsx'
import { useForm } from '../../ui/form/form-state.ts'
import { WallTimeField } from '../../ui/form/moment-field.tsx'
import { SearchPicker } from '../../ui/form/search-picker.tsx'
import { NumberField, TextAreaField, TextField } from '../../ui/form/text-fields.tsx'
import { LocationField } from '../locations/location-picker.tsx'
import { logResourceLabels, logTypeLabels } from '../maintenance-log/entry-labels.ts'
import { kindLabels, kindSentences, planPeriodLabels, planStatusLabels, triggerWord } from './work-plan-labels.ts'

/** What makes the entries, then what they say, then where. */
export function PlanFields() {
  const { kind } = useForm().values
  return (
    <>
      <SelectField
        name="kind"
        label={t('Kind')}
        options={workPlanKinds.map((value) => ({
          value,
          label: t(kindLabels[value]),
          detail: t(kindSentences[value]),
        }))}
      />
      <TextField name="name" label={t('Name')} maxLength={64} />
      {kind === 'recurring' && <CalendarFields />}
      {kind === 'rule' && <TriggersField />}
      <TextAreaField
        name="description"
        label={t('Description')}
        maxLength={3500}
        minRows={3}
        placeholder={t('What should be done')}
        help={kind === 'rule' ? t('Details of the outage or the alarm are added below the description.') : undefined}
      />
      <WorkFields />
      <LocationField
        name="location_ids"
        label={t('Locations')}
        isMany
        help={t('Leave empty for all locations that the organization owns or operates.')}
      />
      <StatusField />
    </>
  )
}

const WorkFields = () => (
  <>
    <SelectField
      name="type"
      label={t('Type')}
      options={plannedTypes.map((value) => ({ value, label: t(logTypeLabels[value]) }))}
    />
    <SelectField
      name="priority"
      label={t('Priority')}
      options={logPriorities.map((value) => ({
        value,
        label: t(statusStyles.priority[value].word),
        glyph: <StatusGlyph of="priority" value={value} />,
      }))}
    />
    <SelectField
      name="resource"
      label={t('Resource')}
      options={logResources.map((value) => ({ value, label: t(logResourceLabels[value]) }))}
    />
  </>
)

const CalendarFields = () => (
  <>
    <WallTimeField
      name="starts_at"
      label={t('First entry at')}
      help={t('In the time zone of the organization. Later entries keep this time of day.')}
    />
    <NumberField name="every" label={t('Every')} min={1} max={12} />
    <SelectField
      name="period"
      label={t('Period')}
      options={workPlanPeriods.map((value) => ({ value, label: t(planPeriodLabels[value]) }))}
    />
  </>
)

function TriggersField() {
  const [text, setText] = useState('')
  const options = workPlanTriggers.map((value) => ({ value, label: triggerWord(value) }))
  const asked = text.trim().toLowerCase()
  return (
    <SearchPicker
      name="triggers"
      label={t('Outages and alarms')}
      placeholder={t('Choose at least one event')}
      help={t(
        'An entry is created within a minute. Several events at one device share one entry. When the last of them ends, an entry that nobody has started is resolved.',
      )}
      isMany
      found={options.filter(({ label }) => label.toLowerCase().includes(asked))}
      chosen={options}
      isLoading={false}
      onSearch={setText}
    />
  )
}

function StatusField() {
  const { kind } = useForm().values
  return (
    <SelectField
      name="status"
      label={t('Status')}
      options={workPlanStatuses.map((value) => ({ value, label: t(planStatusLabels[value]) }))}
      help={kind === 'template' ? undefined : t('Events from before it is switched on create no entries.')}
    />
  )
}
