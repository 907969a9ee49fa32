import { IconPencil, IconPlus } from '@tabler/icons-react'
import {
  createFleet,
  fleetFields,
  getFleet,
  isRideRedAfterOrange,
  rideRedAfterOrange,
  updateFleet,
  vehicleKinds,
} from '@wheelhouse/contract/fleets/fleets.ts'
import type { RentalFleet } from '@wheelhouse/contract/fleets/fleets.ts'
import { call } from '../../api/api.ts'
import { ContractForm } from '../../forms/contract-form.tsx'
import { valuesIn } from '../../forms/contract-form-values.ts'
import { t } from '../../i18n/i18n.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { SelectField } from '../../ui/form/choice-fields.tsx'
import { useForm } from '../../ui/form/form-state.ts'
import type { FormValues } from '../../ui/form/form-state.ts'
import { NumberField, TextAreaField, TextField } from '../../ui/form/text-fields.tsx'
import { OrganizationField } from '../organizations/organization-picker.tsx'
import { AreaField } from './area-field.tsx'
import { vehicleKindLabels } from './fleet-labels.ts'

const empty: FormValues = {
  organization_id: null,
  name: '',
  description: '',
  vehicle_kind: 'e_bike',
  area: [],
  ride_orange_hours: 4,
  ride_red_hours: 24,
}

interface NewFleetDialogProps {
  onDone: (fleet: RentalFleet) => void
  onClose: () => void
}

export const NewFleetDialog = ({ onDone, onClose }: NewFleetDialogProps) => (
  <Dialog opened onClose={onClose} title={t('New fleet')} icon={IconPlus} size={640}>
    <ContractForm route={createFleet} defaults={empty} saveLabel={t('Create')} onDone={onDone} onCancel={onClose}>
      <OrganizationField
        name="organization_id"
        label={t('Organization')}
        help={t('Everyone who works with the organization sees the fleet. Cannot be changed later.')}
      />
      <Fields />
    </ContractForm>
  </Dialog>
)

export function EditFleetDialog({ fleet, onClose }: { fleet: RentalFleet; onClose: () => void }) {
  const params = { fleet_id: fleet.id }
  return (
    <Dialog opened onClose={onClose} title={t('Edit {{label}}', { label: fleet.name })} icon={IconPencil} size={640}>
      <ContractForm
        route={updateFleet}
        params={params}
        defaults={valuesIn(fleet, fleetFields)}
        version={fleet.version}
        fresh={() => call(getFleet, { params })}
        onDone={onClose}
        onCancel={onClose}
      >
        <Fields />
      </ContractForm>
    </Dialog>
  )
}

/** An emptied one would be left out, and become the usual one in a new fleet: it is said instead. */
const hours = (name: string, label: string) => ({
  name,
  label,
  unit: 'h',
  check: (value: unknown) =>
    value === null || value === undefined || value === '' ? t('{{label}} is required', { label }) : undefined,
})

/** Equal hours of a fleet may stay, but not be chosen. */
function RedAfterField() {
  const { values, isChanged } = useForm()
  const { check, ...red } = hours('ride_red_hours', t('Red after'))
  const isChosen = isChanged('ride_orange_hours') || isChanged('ride_red_hours')
  const isRefused = (value: unknown): boolean =>
    isChosen &&
    typeof value === 'number' &&
    typeof values.ride_orange_hours === 'number' &&
    !isRideRedAfterOrange({ ride_orange_hours: values.ride_orange_hours, ride_red_hours: value })
  return (
    <NumberField {...red} check={(value) => check(value) ?? (isRefused(value) ? t(rideRedAfterOrange) : undefined)} />
  )
}

const Fields = () => (
  <>
    <TextField name="name" label={t('Name')} maxLength={64} />
    <TextAreaField name="description" label={t('Description')} maxLength={500} />
    <SelectField
      name="vehicle_kind"
      label={t('Vehicle type')}
      options={vehicleKinds.map((value) => ({ value, label: t(vehicleKindLabels[value]) }))}
      help={t('The name used in public feeds.')}
    />
    <NumberField
      {...hours('ride_orange_hours', t('Orange after'))}
      help={t('An active rental is marked orange after this many hours.')}
    />
    <RedAfterField />
    <AreaField />
  </>
)
