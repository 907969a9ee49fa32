import { Chip, Input } from '@mantine/core'
import { IconClockHour8 } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import {
  getWorkingHours,
  updateWorkingHours,
  weekdays,
  workingHoursFields,
} from '@wheelhouse/contract/maintenance-log/working-hours.ts'
import type { ReplyOf } from '@wheelhouse/contract/route.ts'
import { call } from '../../api/api.ts'
import { ContractForm } from '../../forms/contract-form.tsx'
import { valuesIn } from '../../forms/contract-form-values.ts'
import { t } from '../../i18n/i18n.ts'
import { timeZones } from '../../i18n/time-zones.ts'
import { Loaded } from '../../live/loaded.tsx'
import { useLive } from '../../live/use-live.ts'
import { useCanCall } from '../../session/can.ts'
import { KeyValueGrid } from '../../ui/details/key-values.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { SelectField } from '../../ui/form/choice-fields.tsx'
import { framed, type FieldProps } from '../../ui/form/field-frame.tsx'
import { useField, useForm } from '../../ui/form/form-state.ts'
import { TextField } from '../../ui/form/text-fields.tsx'
import { Skeleton } from '../../ui/frame/states.tsx'
import { OrganizationChoice } from './organization-choice.tsx'
import classes from './work-plans.module.css'

/** Keys of `t`, by the numbers of ISO 8601. */
const dayLabels: Record<number, string> = { 1: 'Mon', 2: 'Tue', 3: 'Wed', 4: 'Thu', 5: 'Fri', 6: 'Sat', 7: 'Sun' }

/** When an organization works: the time allowed for an entry runs in these hours. */
export function WorkingHoursDialog({ onClose }: { onClose: () => void }) {
  const [organization, setOrganization] = useState<string | null>(null)
  return (
    <Dialog opened onClose={onClose} title={t('Working hours')} icon={IconClockHour8} size={560}>
      <p className={classes.intro}>
        {t(
          'Due times count only these hours: 24 h is one working day. Critical entries count every hour. A location uses the hours of its operator, or else of its owner.',
        )}
      </p>
      <OrganizationChoice value={organization} onChange={setOrganization} />
      {organization !== null && <Hours key={organization} organization={organization} onClose={onClose} />}
    </Dialog>
  )
}

function Hours({ organization, onClose }: { organization: string; onClose: () => void }) {
  const params = { organization_id: organization }
  const hours = useLive(getWorkingHours, { params }, { isQuiet: true })
  return (
    <Loaded query={hours} failed={getWorkingHours.says.failed} bones={<Skeleton lines={4} />}>
      {(found) => <OfOrganization organization={organization} hours={found} onClose={onClose} />}
    </Loaded>
  )
}

interface OfOrganizationProps {
  organization: string
  hours: ReplyOf<typeof getWorkingHours>
  onClose: () => void
}

/** To be changed, or read by a person who may not change them. */
function OfOrganization({ organization, hours, onClose }: OfOrganizationProps) {
  const params = { organization_id: organization }
  const mayUpdate = useCanCall(updateWorkingHours)
  const { days, opens, closes, time_zone, version } = hours
  if (!mayUpdate)
    return (
      <KeyValueGrid
        items={[
          { label: t('Days'), value: days.map((day) => t(dayLabels[day] ?? '')).join(', ') || t('Round the clock') },
          ...(days.length === 0 ? [] : [{ label: t('Hours'), value: `${opens} – ${closes}` }]),
          { label: t('Time zone'), value: time_zone },
        ]}
      />
    )
  return (
    <ContractForm
      route={updateWorkingHours}
      params={params}
      defaults={valuesIn(hours, [...workingHoursFields])}
      version={version}
      fresh={() => call(getWorkingHours, { params })}
      onDone={onClose}
      onCancel={onClose}
    >
      <WeekdaysField name="days" label={t('Days')} help={t('Choose none to work round the clock.')} />
      <TextField name="opens" label={t('From')} maxLength={5} placeholder="08:00" />
      <TextField name="closes" label={t('To')} maxLength={5} placeholder="16:00" />
      <ZoneField />
    </ContractForm>
  )
}

function WeekdaysField({ name, label, help }: FieldProps) {
  const show = (value: unknown): string =>
    Array.isArray(value) ? value.map((day) => t(dayLabels[Number(day)] ?? '')).join(', ') : ''
  const { id, value, error, isBusy, set } = useField<unknown>({ name, label, show })
  const chosen = Array.isArray(value) ? value.map(String) : []
  return (
    <Input.Wrapper {...framed({ id, label, help, error })} labelElement="div">
      <Chip.Group multiple value={chosen} onChange={(days) => set(days.map(Number).toSorted((a, b) => a - b))}>
        <div className={classes.days} role="group" aria-label={label} id={id}>
          {weekdays.map((day) => (
            <Chip key={day} value={String(day)} disabled={isBusy} size="xs">
              {t(dayLabels[day] ?? '')}
            </Chip>
          ))}
        </div>
      </Chip.Group>
    </Input.Wrapper>
  )
}

function ZoneField() {
  const { values } = useForm()
  const chosen = typeof values.time_zone === 'string' ? values.time_zone : 'UTC'
  const [opened] = useState(() => new Date())
  const zones = useMemo(() => timeZones(chosen, opened), [chosen, opened])
  return (
    <SelectField
      name="time_zone"
      label={t('Time zone')}
      options={zones}
      help={t('Also used for the recurring jobs of the organization.')}
    />
  )
}
