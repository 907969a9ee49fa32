import { IconPencil, IconPolygon } from '@tabler/icons-react'
import { createPublicArea, getPublicArea, updatePublicArea } from '@wheelhouse/contract/public-areas/public-areas.ts'
import type { PublicArea, PublicAreaDetails } from '@wheelhouse/contract/public-areas/public-areas.ts'
import { call } from '../../api/api.ts'
import { ContractForm } from '../../forms/contract-form.tsx'
import { t } from '../../i18n/i18n.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import type { FormValues } from '../../ui/form/form-state.ts'
import { TextAreaField, TextField } from '../../ui/form/text-fields.tsx'
import { LocationField } from '../locations/location-picker.tsx'
import { OrganizationField } from '../organizations/organization-picker.tsx'

const empty: FormValues = { name: '', description: '', organization_id: null, location_ids: [] }

export const NewAreaDialog = ({ onDone, onClose }: { onDone: (area: PublicArea) => void; onClose: () => void }) => (
  <Dialog opened onClose={onClose} title={t('New public area')} icon={IconPolygon} size={600}>
    <ContractForm route={createPublicArea} defaults={empty} saveLabel={t('Create')} onDone={onDone} onCancel={onClose}>
      <Fields />
    </ContractForm>
  </Dialog>
)

const valuesOf = ({ name, description, organization_id, location_rows }: PublicAreaDetails): FormValues => ({
  name,
  description,
  organization_id,
  location_ids: location_rows.map(({ id }) => id),
})

export function EditAreaDialog({ area, onClose }: { area: PublicAreaDetails; onClose: () => void }) {
  const params = { public_area_id: area.id }
  return (
    <Dialog opened onClose={onClose} title={t('Edit {{name}}', { name: area.name })} icon={IconPencil} size={600}>
      <ContractForm
        route={updatePublicArea}
        params={params}
        defaults={valuesOf(area)}
        version={area.version}
        fresh={async () => {
          const fresh = await call(getPublicArea, { params })
          return { ...fresh, ...valuesOf(fresh) }
        }}
        onDone={onClose}
        onCancel={onClose}
      >
        <Fields />
      </ContractForm>
    </Dialog>
  )
}

const Fields = () => (
  <>
    <TextField name="name" label={t('Name')} maxLength={64} help={t('Shown to the public with the map.')} />
    <TextAreaField name="description" label={t('Description')} maxLength={500} />
    <OrganizationField
      name="organization_id"
      label={t('Owner organization')}
      help={t('The publisher of the feeds. Its email address is the contact for their users.')}
    />
    <LocationField
      name="location_ids"
      label={t('Locations')}
      isMany
      help={t('The feeds contain only locations that are launched and publicly visible.')}
    />
  </>
)
