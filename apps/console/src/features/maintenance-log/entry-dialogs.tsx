import { Button } from '@mantine/core'
import { IconPencil, IconTool } from '@tabler/icons-react'
import { useState } from 'react'
import { valueIn } from '@wheelhouse/contract/certain.ts'
import { firstLogStatuses, reasonOfStatus } from '@wheelhouse/contract/maintenance-log/entry-rules.ts'
import { photosAtMost, logEntryFields } from '@wheelhouse/contract/maintenance-log/log-entry.ts'
import { createLogEntry, getLogEntry, updateLogEntry } from '@wheelhouse/contract/maintenance-log/maintenance-log.ts'
import type { LogEntryDetails } from '@wheelhouse/contract/maintenance-log/log-entry.ts'
import { getLocation } from '@wheelhouse/contract/locations/locations.ts'
import { call } from '../../api/api.ts'
import { ContractForm } from '../../forms/contract-form.tsx'
import { valuesIn } from '../../forms/contract-form-values.ts'
import { t } from '../../i18n/i18n.ts'
import { useLive } from '../../live/use-live.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { SelectField } from '../../ui/form/choice-fields.tsx'
import { useForm } from '../../ui/form/form-state.ts'
import { TextAreaField } from '../../ui/form/text-fields.tsx'
import { ErrorState, Skeleton } from '../../ui/frame/states.tsx'
import { statusStyles } from '../../ui/details/status-styles.ts'
import { StatusGlyph } from '../../ui/details/status.tsx'
import { TemplatePicker } from '../work-plans/work-plan-picker.tsx'
import { refOf } from './entry-address.ts'
import { EntryFields } from './entry-fields.tsx'
import { entryName } from './entry-labels.ts'
import { addPhotos } from './photo-upload.ts'
import { PhotosToAdd } from '../../ui/form/photos-to-add.tsx'
import { PlacePicker } from './place-picker.tsx'
import classes from './maintenance-log.module.css'

interface NewEntryDialogProps {
  /** Where it is; without it the dialog asks first. */
  place: string | undefined
  device?: string | undefined
  /** What is known already, for instance from a support case. */
  draft?: { description: string; priority?: string }
  onPlace?: (locationId: string | undefined) => void
  /** The dialog was opened at this location: another one cannot be chosen. */
  isPlaceFixed?: boolean
  onDone: (entry: LogEntryDetails) => void
  onClose: () => void
}

export function NewEntryDialog({ place, onPlace = () => undefined, ...props }: NewEntryDialogProps) {
  return (
    <Dialog opened onClose={props.onClose} title={t('New log entry')} icon={IconTool} size={640}>
      {place === undefined ? (
        <PlacePicker onPick={onPlace} />
      ) : (
        <NewEntry key={place} {...props} place={place} onPlace={onPlace} />
      )}
    </Dialog>
  )
}

const empty = {
  description: '',
  type: 'repair',
  priority: 'medium',
  resource: 'on_site_technician',
  assignee_id: null,
  due_at: null,
  old_firmware_version: '',
  new_firmware_version: '',
  time_spent_minutes: 0,
  cost: null,
  currency: 'EUR',
  status: 'new',
  reason: '',
  resolution: '',
}

const currencyOf: Readonly<Record<string, string>> = {
  NO: 'NOK',
  SE: 'SEK',
  DK: 'DKK',
  GB: 'GBP',
  CH: 'CHF',
  US: 'USD',
}

type NewEntryProps = NewEntryDialogProps & Required<Pick<NewEntryDialogProps, 'onPlace'>> & { place: string }

function NewEntry({ place, device, draft, isPlaceFixed, onPlace, onDone, onClose }: NewEntryProps) {
  const [photos, setPhotos] = useState<readonly File[]>([])
  const location = useLive(getLocation, { params: { location_id: place } }, { isQuiet: true })
  if (location.error)
    return (
      <ErrorState
        title={getLocation.says.failed}
        detail={location.error.message}
        onRetry={() => void location.refetch()}
      />
    )
  if (!location.data) return <Skeleton lines={10} />
  const { code, label, time_zone, country } = location.data
  return (
    <ContractForm
      route={createLogEntry}
      params={{ location_id: place }}
      defaults={{
        ...empty,
        ...draft,
        currency: currencyOf[country ?? ''] ?? 'EUR',
        target_ids: device === undefined ? [] : [device],
      }}
      saveLabel={t('Create')}
      onDone={(entry) => {
        // They follow the entry that is open by then: nobody waits for a slow upload.
        void addPhotos(refOf(entry), photos)
        onDone(entry)
      }}
      onCancel={onClose}
    >
      <p className={classes.place}>
        <strong>
          {code} {label}
        </strong>
        {!isPlaceFixed && (
          <Button variant="subtle" onClick={() => onPlace(undefined)}>
            {t('Choose another')}
          </Button>
        )}
      </p>
      <PhotosToAdd photos={photos} atMost={photosAtMost} onChange={setPhotos} />
      <TemplatePicker locationId={place} />
      <EntryFields locationId={place} timeZone={time_zone} />
      <FirstStatus />
    </ContractForm>
  )
}

/** Work that is under way or done already is logged in the status that it has. */
function FirstStatus() {
  const { status } = useForm().values
  const reason = valueIn(reasonOfStatus, status)
  return (
    <>
      <SelectField
        name="status"
        label={t('Status')}
        options={firstLogStatuses.map((value) => ({
          value,
          label: t(statusStyles.maintenance[value].word),
          glyph: <StatusGlyph of="maintenance" value={value} />,
        }))}
      />
      {reason === 'reason' && <TextAreaField name="reason" label={t('Reason')} maxLength={500} />}
      {reason === 'resolution' && <TextAreaField name="resolution" label={t('Resolution reason')} maxLength={500} />}
    </>
  )
}

/** An entry as its form edits it: targets by their ids, and a due time only where a person chose one. */
const editable = (entry: LogEntryDetails) => ({
  ...entry,
  target_ids: entry.targets.map(({ id }) => id),
  due_at: entry.is_due_chosen ? entry.due_at : null,
  currency: entry.currency ?? 'EUR',
})

export function EditEntryDialog({ entry, onClose }: { entry: LogEntryDetails; onClose: () => void }) {
  const params = refOf({ location_id: entry.location_id, id: entry.id })
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('Edit {{label}}', { label: entryName(entry) })}
      icon={IconPencil}
      size={640}
    >
      <ContractForm
        route={updateLogEntry}
        params={{ ...params }}
        defaults={valuesIn(editable(entry), logEntryFields)}
        version={entry.version}
        fresh={async () => editable(await call(getLogEntry, { params }))}
        onDone={onClose}
        onCancel={onClose}
      >
        <EntryFields locationId={entry.location_id} timeZone={entry.time_zone} />
      </ContractForm>
    </Dialog>
  )
}
