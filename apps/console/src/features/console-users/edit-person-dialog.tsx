import { IconPencil } from '@tabler/icons-react'
import { consoleUserFields, updateConsoleUser } from '@wheelhouse/contract/console-users/console-user-edit.ts'
import { getConsoleUser } from '@wheelhouse/contract/console-users/console-users.ts'
import type { ConsoleUserRow } from '@wheelhouse/contract/console-users/console-users.ts'
import { call } from '../../api/api.ts'
import { ContractForm } from '../../forms/contract-form.tsx'
import { valuesIn } from '../../forms/contract-form-values.ts'
import { t } from '../../i18n/i18n.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { SelectField } from '../../ui/form/choice-fields.tsx'
import { PhoneField } from '../../ui/form/phone-field.tsx'
import { TextAreaField, TextField } from '../../ui/form/text-fields.tsx'
import { useOrganizationChoices } from '../organizations/organization-choices.ts'

/** All but the email, by which the person signs in. */
export function EditPersonDialog({ person, onClose }: { person: ConsoleUserRow; onClose: () => void }) {
  const organizations = useOrganizationChoices() ?? []
  const params = { console_user_id: person.id }
  return (
    <Dialog opened onClose={onClose} title={t('Edit {{label}}', { label: person.name })} icon={IconPencil} size={560}>
      <ContractForm
        route={updateConsoleUser}
        params={params}
        defaults={valuesIn(person, consoleUserFields)}
        version={person.version}
        fresh={() => call(getConsoleUser, { params })}
        onDone={onClose}
        onCancel={onClose}
      >
        <TextField name="name" label={t('Name')} maxLength={100} />
        <SelectField
          name="organization_id"
          label={t('Organization')}
          options={organizations}
          help={t('Roles stay as they are when the organization changes: review them afterwards.')}
        />
        {person.kind === 'person' && <TextField name="position" label={t('Position')} maxLength={100} />}
        {person.kind === 'person' && <PhoneField name="phone" label={t('Phone')} />}
        <TextAreaField name="comment" label={t('Comment')} maxLength={2000} />
      </ContractForm>
    </Dialog>
  )
}
