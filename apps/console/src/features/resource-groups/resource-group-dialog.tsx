import { IconFolderPlus, IconPencil } from '@tabler/icons-react'
import { createResourceGroup } from '@wheelhouse/contract/permissions/permissions.ts'
import type { ResourceGroup } from '@wheelhouse/contract/permissions/permissions.ts'
import { getResourceGroup, updateResourceGroup } from '@wheelhouse/contract/resource-groups/resource-groups.ts'
import type { ResourceGroupRow } from '@wheelhouse/contract/resource-groups/resource-groups.ts'
import { call } from '../../api/api.ts'
import { ContractForm } from '../../forms/contract-form.tsx'
import { valuesIn } from '../../forms/contract-form-values.ts'
import { t } from '../../i18n/i18n.ts'
import { useCan } from '../../session/can.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { SelectField } from '../../ui/form/choice-fields.tsx'
import { TextAreaField, TextField } from '../../ui/form/text-fields.tsx'
import { groupTypeLabels } from './resource-group-labels.ts'

const fields = ['name', 'description', 'type'] as const
const types = ['private', 'public'] as const

interface NewGroupDialogProps {
  onDone: (group: ResourceGroup) => void
  onClose: () => void
}

export function NewGroupDialog({ onDone, onClose }: NewGroupDialogProps) {
  return (
    <Dialog opened onClose={onClose} title={t('New resource group')} icon={IconFolderPlus} size={560}>
      <ContractForm
        route={createResourceGroup}
        defaults={{ name: '', description: '', type: 'private' }}
        saveLabel={t('Create')}
        onDone={onDone}
        onCancel={onClose}
      >
        <Fields />
      </ContractForm>
    </Dialog>
  )
}

export function EditGroupDialog({ group, onClose }: { group: ResourceGroupRow; onClose: () => void }) {
  const mayChangeType = useCan({ resource_group: ['MODIFYPERMISSIONS'] })
  const params = { group_id: group.id }
  return (
    <Dialog opened onClose={onClose} title={t('Edit {{label}}', { label: group.name })} icon={IconPencil} size={560}>
      <ContractForm
        route={updateResourceGroup}
        params={params}
        defaults={valuesIn(group, fields)}
        version={group.version}
        fresh={() => call(getResourceGroup, { params })}
        onDone={onClose}
        onCancel={onClose}
      >
        <Fields hasFixedType={!mayChangeType} />
      </ContractForm>
    </Dialog>
  )
}

const Fields = ({ hasFixedType = false }: { hasFixedType?: boolean }) => (
  <>
    <TextField name="name" label={t('Name')} maxLength={64} />
    <TextAreaField
      name="description"
      label={t('Description')}
      maxLength={500}
      help={t('At least 10 characters: what belongs to the group, and what it is for.')}
    />
    <SelectField
      name="type"
      label={t('Type')}
      isDisabled={hasFixedType}
      help={hasFixedType ? t('To change the type you need the permission “Change permissions of groups”.') : undefined}
      options={types.map((value) => ({
        value,
        label: t(groupTypeLabels[value].word),
        detail: t(groupTypeLabels[value].means),
      }))}
    />
  </>
)
