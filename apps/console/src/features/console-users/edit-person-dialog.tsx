import { IconPencil } from '@tabler/icons-react'
import { updateConsoleUser } from '@wheelhouse/contract/console-users/console-user-edit.ts'
import { editedConsoleUserFields, getConsoleUser } from '@wheelhouse/contract/console-users/console-users.ts'
import type { ConsoleUserRow } from '@wheelhouse/contract/console-users/console-users.ts'
import { call } from '../../api/api.ts'
import { ContractForm } from '../../forms/contract-form.tsx'
import { valuesIn } from '../../forms/contract-form-values.ts'
import { t } from '../../i18n/i18n.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { PersonControls } from './person-controls.tsx'

/** All but the email, by which the person signs in. */
export function EditPersonDialog({ person, onClose }: { person: ConsoleUserRow; onClose: () => void }) {
  const params = { console_user_id: person.id }
  return (
    <Dialog opened onClose={onClose} title={t('Edit {{label}}', { label: person.name })} icon={IconPencil} size={560}>
      <ContractForm
        route={updateConsoleUser}
        params={params}
        defaults={valuesIn(person, editedConsoleUserFields)}
        version={person.version}
        fresh={() => call(getConsoleUser, { params })}
        onDone={onClose}
        onCancel={onClose}
      >
        <PersonControls fields={editedConsoleUserFields} kind={person.kind} />
      </ContractForm>
    </Dialog>
  )
}
