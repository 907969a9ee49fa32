import { IconPencil, IconPlaylistAdd } from '@tabler/icons-react'
import {
  allowlistFields,
  allowlistSyncs,
  allowlistVisibilities,
  createAllowlist,
  getAllowlist,
  updateAllowlist,
} from '@wheelhouse/contract/allowlists/allowlists.ts'
import type { Allowlist } from '@wheelhouse/contract/allowlists/allowlists.ts'
import { call } from '../../api/api.ts'
import { valuesIn } from '../../forms/contract-form-values.ts'
import { ContractForm } from '../../forms/contract-form.tsx'
import { t } from '../../i18n/i18n.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { SelectField } from '../../ui/form/choice-fields.tsx'
import { TextAreaField, TextField } from '../../ui/form/text-fields.tsx'
import { syncLabels, visibilityLabels } from './allowlist-labels.ts'

const empty = { name: '', description: '', visibility: 'private', sync: 'app_and_keys' }

export const NewAllowlistDialog = ({ onDone, onClose }: { onDone: (list: Allowlist) => void; onClose: () => void }) => (
  <Dialog opened onClose={onClose} title={t('New allowlist')} icon={IconPlaylistAdd} size={560}>
    <ContractForm route={createAllowlist} defaults={empty} saveLabel={t('Create')} onDone={onDone} onCancel={onClose}>
      <Fields />
    </ContractForm>
  </Dialog>
)

export function EditAllowlistDialog({ list, onClose }: { list: Allowlist; onClose: () => void }) {
  const params = { allowlist_id: list.id }
  return (
    <Dialog opened onClose={onClose} title={t('Edit {{name}}', { name: list.name })} icon={IconPencil} size={560}>
      <ContractForm
        route={updateAllowlist}
        params={params}
        defaults={valuesIn(list, allowlistFields)}
        version={list.version}
        fresh={() => call(getAllowlist, { params })}
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
    <TextAreaField name="description" label={t('Description')} maxLength={500} />
    <SelectField
      name="visibility"
      label={t('Visibility')}
      options={allowlistVisibilities.map((value) => ({
        value,
        label: t(visibilityLabels[value].word),
        detail: t(visibilityLabels[value].means),
      }))}
    />
    <SelectField
      name="sync"
      label={t('Sync')}
      options={allowlistSyncs.map((value) => ({
        value,
        label: t(syncLabels[value].word),
        detail: t(syncLabels[value].means),
      }))}
    />
  </>
)
