import { IconPencil, IconScooter } from '@tabler/icons-react'
import {
  createRentalDevice,
  getRentalDevice,
  rentalDeviceFields,
  updateRentalDevice,
} from '@wheelhouse/contract/rentals/rentals.ts'
import type { RentalDevice } from '@wheelhouse/contract/rentals/rentals.ts'
import { call } from '../../api/api.ts'
import { ContractForm } from '../../forms/contract-form.tsx'
import { valuesIn } from '../../forms/contract-form-values.ts'
import { t } from '../../i18n/i18n.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { SelectField } from '../../ui/form/choice-fields.tsx'
import type { FormValues } from '../../ui/form/form-state.ts'
import { TextField } from '../../ui/form/text-fields.tsx'
import { useFleets } from '../fleets/fleet-choices.ts'

const empty: FormValues = { code: '', fleet_id: null, hardware_id: '', comment: '' }

interface NewRentalDialogProps {
  onDone: (vehicle: RentalDevice) => void
  onClose: () => void
}

export const NewRentalDialog = ({ onDone, onClose }: NewRentalDialogProps) => (
  <Dialog opened onClose={onClose} title={t('New rental device')} icon={IconScooter} size={520}>
    <ContractForm
      route={createRentalDevice}
      defaults={empty}
      saveLabel={t('Create')}
      onDone={onDone}
      onCancel={onClose}
    >
      <CodeAndFleet />
      <TextField
        name="hardware_id"
        label={t('Hardware ID')}
        maxLength={64}
        isMono
        help={t('Hardware in stock that was made for rental devices. The rental device starts deactivated.')}
      />
      <TextField name="comment" label={t('Comment')} maxLength={500} />
    </ContractForm>
  </Dialog>
)

export function EditRentalDialog({ vehicle, onClose }: { vehicle: RentalDevice; onClose: () => void }) {
  const params = { rental_device_id: vehicle.id }
  return (
    <Dialog opened onClose={onClose} title={t('Edit {{label}}', { label: vehicle.code })} icon={IconPencil} size={520}>
      <ContractForm
        route={updateRentalDevice}
        params={params}
        defaults={valuesIn(vehicle, rentalDeviceFields)}
        version={vehicle.version}
        fresh={() => call(getRentalDevice, { params })}
        onDone={onClose}
        onCancel={onClose}
      >
        <CodeAndFleet />
        <TextField name="comment" label={t('Comment')} maxLength={500} />
      </ContractForm>
    </Dialog>
  )
}

function CodeAndFleet() {
  const fleets = useFleets() ?? []
  return (
    <>
      <TextField name="code" label={t('Code')} maxLength={32} isMono help={t('As printed on the rental device.')} />
      <SelectField
        name="fleet_id"
        label={t('Fleet')}
        options={fleets.map(({ id, name, organization_name }) => ({
          value: id,
          label: name,
          detail: organization_name ?? '',
        }))}
      />
    </>
  )
}
