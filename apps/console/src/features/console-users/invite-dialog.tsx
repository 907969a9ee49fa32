import { createConsoleUser } from '@wheelhouse/contract/console-users/console-users.ts'
import { ContractForm } from '../../forms/contract-form.tsx'
import { useOrganizationChoices } from '../organizations/organization-choices.ts'
import { t } from '../../i18n/i18n.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { SelectField } from '../../ui/form/choice-fields.tsx'
import { PhoneField } from '../../ui/form/phone-field.tsx'
import { TextAreaField, TextField } from '../../ui/form/text-fields.tsx'

const nobody = { email: '', name: '', organization_id: null, position: '', phone: '', comment: '' }

/** The invitation goes out by mail as soon as it is saved; roles are given afterwards. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const organizations = useOrganizationChoices() ?? []
  return (
    <Dialog opened onClose={onClose} title={t('Invite a console user')} size={560}>
      <ContractForm
        route={createConsoleUser}
        defaults={nobody}
        saveLabel={t('Send the invitation')}
        onDone={onClose}
        onCancel={onClose}
      >
        <TextField name="email" label={t('Email')} type="email" maxLength={254} />
        <TextField name="name" label={t('Name')} maxLength={100} />
        <SelectField name="organization_id" label={t('Organization')} options={organizations} />
        <TextField name="position" label={t('Position')} maxLength={100} />
        <PhoneField name="phone" label={t('Phone')} />
        <TextAreaField name="comment" label={t('Comment')} maxLength={2000} />
      </ContractForm>
    </Dialog>
  )
}
