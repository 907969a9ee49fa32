import {
  blankConsoleUser,
  consoleUserFieldNames,
  createConsoleUser,
} from '@wheelhouse/contract/console-users/console-users.ts'
import { ContractForm } from '../../forms/contract-form.tsx'
import { t } from '../../i18n/i18n.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { PersonControls } from './person-controls.tsx'

/** The invitation goes out by mail as soon as it is saved; roles are given afterwards. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog opened onClose={onClose} title={t('Invite a console user')} size={560}>
      <ContractForm
        route={createConsoleUser}
        defaults={blankConsoleUser}
        saveLabel={t('Send the invitation')}
        onDone={onClose}
        onCancel={onClose}
      >
        <PersonControls fields={consoleUserFieldNames} kind="person" />
      </ContractForm>
    </Dialog>
  )
}
