import { Button } from '@mantine/core'
import { IconPencil, IconTool } from '@tabler/icons-react'
import { useState } from 'react'
import { valueIn } from '@wheelhouse/contract/certain.ts'
import { firstLogStatuses, reasonOfStatus } from '@wheelhouse/contract/maintenance-log/entry-rules.ts'
import { photosAtMost, logEntryFields } from '@wheelhouse/contract/maintenance-log/log-entry.ts'
import { createLogEntry, getLogEntry, updateLogEntry } from '@wheelhouse/contract/maintenance-log/maintenance-log.ts'
import type { LogEntryDetails } from '@wheelhouse/contract/maintenance-log/log-entry.ts'
import { getLocation } from '@wheelhouse/contract/locations/locations.ts'
import type { Location } from '@wheelhouse/contract/locations/locations.ts'
import { call } from '../../api/api.ts'
import { ContractForm } from '../../forms/contract-form.tsx'
import { valuesIn } from '../../forms/contract-form-values.ts'
import { t } from '../../i18n/i18n.ts'
import { Loaded } from '../../live/loaded.tsx'
import { useLive } from '../../live/use-live.ts'
import { useCanCall } from '../../session/can.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { SelectField } from '../../ui/form/choice-fields.tsx'
import { useForm } from '../../ui/form/form-state.ts'
import { TextAreaField } from '../../ui/form/text-fields.tsx'
import { Skeleton } from '../../ui/frame/states.tsx'
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
        <NewEntryAt key={place} {...props} place={place} onPlace={onPlace} />
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

const currencies: Readonly<Record<string, string>> = {
  NO: 'NOK',
  SE: 'SEK',
  DK: 'DKK',
  GB: 'GBP',
  CH: 'CHF',
  US: 'USD',
}

/** What a cost is likely paid in there. */
const currencyOf = (country: string | undefined): string => currencies[country ?? ''] ?? 'EUR'

type NewEntryProps = Omit<NewEntryDialogProps, 'place'> & Required<Pick<NewEntryDialogProps, 'onPlace'>>

function NewEntryAt({ place, ...props }: NewEntryProps & { place: string }) {
  const location = useLive(getLocation, { params: { location_id: place } }, { isQuiet: true })
  return (
    <Loaded query={location} failed={getLocation.says.failed} bones={<Skeleton lines={10} />}>
      {(found) => <NewEntry {...props} location={found} />}
    </Loaded>
  )
}

function NewEntry({
  location,
  device,
  draft,
  isPlaceFixed,
  onPlace,
  onDone,
  onClose,
}: NewEntryProps & { location: Location }) {
  const [photos, setPhotos] = useState<readonly File[]>([])
  const { id: place, code, label, time_zone, country } = location
  return (
    <ContractForm
      route={createLogEntry}
      params={{ location_id: place }}
      defaults={{
        ...empty,
        ...draft,
        currency: currencyOf(country),
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
const editable = (entry: LogEntryDetails, currency: string) => ({
  ...entry,
  target_ids: entry.targets.map(({ id }) => id),
  due_at: entry.is_due_chosen ? entry.due_at : null,
  currency: entry.currency ?? currency,
})

interface EditEntryProps {
  entry: LogEntryDetails
  onClose: () => void
}

export function EditEntryDialog({ entry, onClose }: EditEntryProps) {
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('Edit {{label}}', { label: entryName(entry) })}
      icon={IconPencil}
      size={640}
    >
      <EditEntry entry={entry} onClose={onClose} />
    </Dialog>
  )
}

/** An entry without a cost has no currency: the location proposes it, as for a new entry. */
function EditEntry({ entry, onClose }: EditEntryProps) {
  const params = refOf({ location_id: entry.location_id, id: entry.id })
  const may = useCanCall(getLocation)
  const { data, isLoading } = useLive(
    getLocation,
    { params: { location_id: entry.location_id } },
    { enabled: may && entry.currency === null, isQuiet: true },
  )
  // Only before the form is drawn: the entry is live, and what is typed by then would be lost.
  const [isDrawn, setDrawn] = useState(false)
  if (!isDrawn && isLoading) return <Skeleton lines={10} />
  if (!isDrawn) setDrawn(true)
  const currency = currencyOf(data?.country)
  return (
    <ContractForm
      route={updateLogEntry}
      params={{ ...params }}
      defaults={valuesIn(editable(entry, currency), logEntryFields)}
      version={entry.version}
      fresh={async () => editable(await call(getLogEntry, { params }), currency)}
      onDone={onClose}
      onCancel={onClose}
    >
      <EntryFields locationId={entry.location_id} timeZone={entry.time_zone} />
    </ContractForm>
  )
}
