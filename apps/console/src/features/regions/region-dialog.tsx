import { IconPencil, IconWorldPlus } from '@tabler/icons-react'
import { createRegion, getRegion, regionStatuses, updateRegion } from '@wheelhouse/contract/regions/regions.ts'
import type { RegionConfig } from '@wheelhouse/contract/regions/regions.ts'
import { call } from '../../api/api.ts'
import { ContractForm } from '../../forms/contract-form.tsx'
import { valuesIn } from '../../forms/contract-form-values.ts'
import { t } from '../../i18n/i18n.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { SelectField } from '../../ui/form/choice-fields.tsx'
import { TextField } from '../../ui/form/text-fields.tsx'
import { statusLabels } from './region-columns.tsx'

export function NewRegionDialog({ onDone, onClose }: { onDone: (region: RegionConfig) => void; onClose: () => void }) {
  return (
    <Dialog opened onClose={onClose} title={t('New region config')} icon={IconWorldPlus}>
      <ContractForm
        route={createRegion}
        defaults={{ tag: '', name: '', status: 'enabled' }}
        saveLabel={t('Create')}
        onDone={onDone}
        onCancel={onClose}
      >
        <TextField
          name="tag"
          label={t('Tag')}
          maxLength={6}
          isMono
          help={t(
            'Country code in lower case, such as ee, with an optional subdivision, such as us_ca. Cannot be changed later.',
          )}
        />
        <Fields />
      </ContractForm>
    </Dialog>
  )
}

export function EditRegionDialog({ region, onClose }: { region: RegionConfig; onClose: () => void }) {
  const params = { region_id: region.id }
  return (
    <Dialog opened onClose={onClose} title={t('Edit {{label}}', { label: region.name })} icon={IconPencil}>
      <ContractForm
        route={updateRegion}
        params={params}
        defaults={valuesIn(region, ['name', 'status'])}
        version={region.version}
        fresh={() => call(getRegion, { params })}
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
    <TextField name="name" label={t('Name')} maxLength={64} />
    <SelectField
      name="status"
      label={t('Status')}
      options={regionStatuses.map((value) => ({ value, label: t(statusLabels[value]) }))}
    />
  </>
)
