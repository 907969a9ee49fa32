import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isOneOf } from '@wheelhouse/contract/certain.ts'
import { currencyCodes } from '@wheelhouse/contract/currencies.ts'
import {
  logPriorities,
  logResources,
  logTypes,
  needsFirmware,
} from '@wheelhouse/contract/maintenance-log/entry-rules.ts'
import { listAssignees } from '@wheelhouse/contract/maintenance-log/maintenance-log.ts'
import { read } from '../../api/api.ts'
import { t } from '../../i18n/i18n.ts'
import { statusStyles } from '../../ui/details/status-styles.ts'
import { StatusGlyph } from '../../ui/details/status.tsx'
import { SelectField } from '../../ui/form/choice-fields.tsx'
import { DurationField } from '../../ui/form/duration-field.tsx'
import type { FieldProps } from '../../ui/form/field-frame.tsx'
import { useForm } from '../../ui/form/form-state.ts'
import { MomentField } from '../../ui/form/moment-field.tsx'
import { MoneyField } from '../../ui/form/money-field.tsx'
import { SearchPicker } from '../../ui/form/search-picker.tsx'
import { TextAreaField, TextField } from '../../ui/form/text-fields.tsx'
import { DevicePlanField } from '../devices/device-picker.tsx'
import { logResourceLabels, logTypeLabels } from './entry-labels.ts'
import { QuickText } from './quick-text.tsx'

/** The currencies of the countries with locations come first; a person finds the others by typing. */
const near = ['EUR', 'NOK', 'SEK', 'DKK', 'GBP', 'CHF', 'USD']
const currencies = [...near, ...currencyCodes.filter((code) => !near.includes(code))]

export const priorityOptions = () =>
  logPriorities.map((value) => ({
    value,
    label: t(statusStyles.priority[value].word),
    glyph: <StatusGlyph of="priority" value={value} />,
  }))
export const resourceOptions = () => logResources.map((value) => ({ value, label: t(logResourceLabels[value]) }))

interface EntryFieldsProps {
  locationId: string
  timeZone: string
}

/** What to do and where, then who and until when, then what it took. */
export function EntryFields({ locationId, timeZone }: EntryFieldsProps) {
  const { type } = useForm().values
  return (
    <>
      <TextAreaField
        name="description"
        label={t('Description')}
        maxLength={4000}
        minRows={3}
        placeholder={t('What is wrong, and what should be done')}
      />
      <QuickText field="description" of="descriptions" />
      <SelectField
        name="type"
        label={t('Type')}
        options={logTypes.map((value) => ({ value, label: t(logTypeLabels[value]) }))}
      />
      {isOneOf(logTypes, type) && needsFirmware(type) && (
        <>
          <TextField name="old_firmware_version" label={t('Old firmware version')} maxLength={40} isMono />
          <TextField name="new_firmware_version" label={t('New firmware version')} maxLength={40} isMono />
        </>
      )}
      <SelectField name="priority" label={t('Priority')} options={priorityOptions()} />
      <DevicePlanField
        name="target_ids"
        label={t('Targets')}
        locationId={locationId}
        help={t('Leave empty for the whole location.')}
      />
      <AssigneeField name="assignee_id" label={t('Assignee')} locationId={locationId} />
      <SelectField name="resource" label={t('Resource')} options={resourceOptions()} />
      <MomentField
        name="due_at"
        label={t('Due')}
        timeZone={timeZone}
        help={t('Leave empty to let the priority decide.')}
      />
      <DurationField name="time_spent_minutes" label={t('Time spent')} units={['h', 'min']} />
      <MoneyField names={['cost', 'currency']} label={t('Cost')} currencies={currencies} />
    </>
  )
}

/** People who may work on entries of the location. */
export function AssigneeField({ locationId, ...field }: FieldProps & { locationId: string }) {
  const [q, setQ] = useState('')
  const value = useForm().values[field.name]
  const { data = [], isLoading } = useQuery(
    read(listAssignees, { params: { location_id: locationId }, query: q === '' ? {} : { q } }, { isQuiet: true }),
  )
  const all = useQuery(read(listAssignees, { params: { location_id: locationId }, query: {} }, { isQuiet: true }))
  const optionOf = ({ id, name, organization_name }: (typeof data)[number]) => ({
    value: id,
    label: name,
    detail: organization_name ?? undefined,
  })
  return (
    <SearchPicker
      {...field}
      placeholder={t('Name')}
      found={data.map(optionOf)}
      chosen={(all.data ?? []).filter(({ id }) => id === value).map(optionOf)}
      isLoading={isLoading}
      onSearch={setQ}
    />
  )
}
