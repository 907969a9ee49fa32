import { IconRobot } from '@tabler/icons-react'
import { createServiceAccount, Network } from '@wheelhouse/contract/service-accounts/service-accounts.ts'
import { ContractForm } from '../../forms/contract-form.tsx'
import { t } from '../../i18n/i18n.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { SelectField } from '../../ui/form/choice-fields.tsx'
import { TagsField } from '../../ui/form/tags-field.tsx'
import { TextAreaField, TextField } from '../../ui/form/text-fields.tsx'
import { useOrganizationChoices } from '../organizations/organization-choices.ts'

const empty = { name: '', organization_id: null, comment: '', allowed_networks: [] }

interface NewServiceDialogProps {
  onDone: (id: string) => void
  onClose: () => void
}

/** Roles and the first secret are given on the account itself, which opens next. */
export function NewServiceDialog({ onDone, onClose }: NewServiceDialogProps) {
  const organizations = useOrganizationChoices() ?? []
  return (
    <Dialog opened onClose={onClose} title={t('New service account')} icon={IconRobot} size={560}>
      <ContractForm
        route={createServiceAccount}
        defaults={empty}
        saveLabel={t('Create')}
        onDone={({ console_user_id }) => onDone(console_user_id)}
        onCancel={onClose}
      >
        <TextField name="name" label={t('Name')} maxLength={100} help={t('Its actions appear under this name.')} />
        <SelectField name="organization_id" label={t('Organization')} options={organizations} />
        <TagsField
          name="allowed_networks"
          label={t('Allowed networks')}
          placeholder="203.0.113.0/24"
          help={t('Leave empty to allow every network.')}
          rule={Network}
          most={20}
        />
        <TextAreaField name="comment" label={t('Comment')} maxLength={2000} />
      </ContractForm>
    </Dialog>
  )
}
