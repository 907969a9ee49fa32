import { useQuery } from '@tanstack/react-query'
import { IconPlus } from '@tabler/icons-react'
import {
  createDevices,
  devicesAtOnce,
  highestDeviceNumber,
  nextDeviceNumbers,
} from '@wheelhouse/contract/devices/device-edit.ts'
import { blankDevice } from '@wheelhouse/contract/devices/device-fields.ts'
import { deviceTypes } from '@wheelhouse/contract/devices/devices.ts'
import type { Device } from '@wheelhouse/contract/devices/devices.ts'
import { read } from '../../api/api.ts'
import { ContractForm } from '../../forms/contract-form.tsx'
import { DeviceControls } from './device-controls.tsx'
import { deviceTypeWord } from './device-labels.ts'
import { t } from '../../i18n/i18n.ts'
import { pushSuccess } from '../../shell/messages.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { SelectField } from '../../ui/form/choice-fields.tsx'
import { useForm } from '../../ui/form/form-state.ts'
import { NumberField, SwitchField, TextField } from '../../ui/form/text-fields.tsx'
import { askedAmount, listLabels, numberLabels, previewOf } from './device-numbers.ts'
import classes from './device-edit.module.css'

interface NewDevicesDialogProps {
  opened: boolean
  locationId: string
  devices: readonly Device[]
  onDone: (made: readonly Device[]) => void
  onClose: () => void
}

/** Creates many devices of one type at once, with numbers that follow the existing ones. */
export function NewDevicesDialog({ opened, locationId, devices, onDone, onClose }: NewDevicesDialogProps) {
  const last = devices.findLast(({ type }) => type === 'dock') ?? devices[0]
  return (
    <Dialog opened={opened} onClose={onClose} title={t('New devices')} icon={IconPlus} size={560}>
      <ContractForm
        route={createDevices}
        params={{ location_id: locationId }}
        defaults={{
          type: last?.type ?? 'dock',
          amount: null,
          first_number: null,
          row_label: last?.row_label ?? '',
          ...blankDevice,
          has_qr_codes: true,
        }}
        saveLabel={t('Create')}
        onDone={(made) => (pushSuccess(madeLabels(made), 'devices created'), onDone(made))}
        onCancel={onClose}
      >
        <SelectField
          name="type"
          label={t('Type')}
          options={deviceTypes.map((value) => ({ value, label: deviceTypeWord(value) }))}
        />
        <NumberField name="amount" label={t('Amount')} max={devicesAtOnce} placeholder="12" />
        <NumberField
          name="first_number"
          label={t('First number')}
          max={highestDeviceNumber}
          placeholder={t('next')}
          help={t('Leave empty to continue after the highest number. Numbers are never reused.')}
        />
        <Preview locationId={locationId} />
        <TextField
          name="row_label"
          label={t('Row')}
          maxLength={32}
          help={t('The part of the location, such as Wall or Platform.')}
        />
        <SwitchField
          name="has_qr_codes"
          label={t('QR codes')}
          sentence={t('Create a QR code for each')}
          help={t('You can print the labels next.')}
        />
        <DeviceControls isNew />
      </ContractForm>
    </Dialog>
  )
}

function madeLabels(made: readonly Device[]): string {
  const [first] = made
  if (first === undefined) return t('Devices created')
  const isRun = made.every(({ number }, index) => number === first.number + index)
  return t('{{devices}} created', {
    devices: isRun ? numberLabels(first.type, first.number, made.length) : listLabels(made),
  })
}

/** "Dock 13 to 24", while it is typed. */
function Preview({ locationId }: { locationId: string }) {
  const { values } = useForm()
  const asked = { params: { location_id: locationId }, query: { amount: askedAmount(values.amount) } }
  const { data: next = null } = useQuery({ ...read(nextDeviceNumbers, asked), staleTime: 0 })
  const words = previewOf(next, values)
  return (
    <p className={classes.preview} role="status">
      {words === null ? '' : t('Will be created: {{devices}}', { devices: words })}
    </p>
  )
}
