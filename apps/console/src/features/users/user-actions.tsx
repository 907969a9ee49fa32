import { IconDots, IconDownload, IconLifebuoy, IconTrash, IconUserCheck, IconUserOff } from '@tabler/icons-react'
import { useState } from 'react'
import { deleteUser, exportPersonalData } from '@wheelhouse/contract/personal-data/personal-data.ts'
import { disableUser, enableUser, reasonAtLeast } from '@wheelhouse/contract/users/users.ts'
import type { User } from '@wheelhouse/contract/users/users.ts'
import { useWrite } from '../../api/api.ts'
import { downloadFile } from '../../api/file-download.ts'
import { ActionButton } from '../../forms/action-button.tsx'
import { t } from '../../i18n/i18n.ts'
import { useCanCall } from '../../session/can.ts'
import { failureText, pushFailure } from '../../shell/messages.ts'
import { IconButton } from '../../ui/base/button.tsx'
import { useNavigateTo } from '../../ui/details/link.tsx'
import { Menu } from '../../ui/dialogs/overlay.tsx'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { usePhone } from '../../ui/frame/app-frame.tsx'
import { CommandMenuContent } from '../../ui/frame/command-menu-content.tsx'
import type { Command } from '../../ui/frame/command-menu-content.tsx'
import { supportPath } from '../support/support-address.ts'

/** What may be done with the account: help the person, disable or enable, hand out its data, erase the person. */
export function UserActions({ user }: { user: User }) {
  const [isDeleting, setDeleting] = useState(false)
  const groups = useCommands(user, () => setDeleting(true))
  return (
    <>
      {user.status === 'active' && <Disable user={user} />}
      {user.status === 'disabled' && <Enable user={user} />}
      {groups.flat().length > 0 && (
        <Menu
          position="bottom-end"
          width={248}
          target={
            <IconButton aria-label={t('More')}>
              <IconDots size={16} aria-hidden />
            </IconButton>
          }
        >
          <CommandMenuContent title={user.name} groups={groups} />
        </Menu>
      )}
      <DeleteDialog user={user} opened={isDeleting} onClose={() => setDeleting(false)} />
    </>
  )
}

const Disable = ({ user: { id, name, version } }: { user: User }) => (
  <ActionButton
    route={disableUser}
    input={({ comment }) => ({ params: { user_id: id }, body: { reason: comment }, version })}
    label={t('Disable')}
    icon={IconUserOff}
    confirm={{
      title: t('Disable {{name}}?', { name }),
      children: t(
        'Locks with an access list refuse the keys of this user as soon as each lock has the new list. Locks without a list still open, and the session then names no user. A bike that is parked now can still be taken out. Everything is kept, and you can enable the user again.',
      ),
      confirmLabel: t('Disable'),
      keepLabel: t('Keep active'),
      comment: { label: t('Reason'), minLength: reasonAtLeast, maxLength: 500, isRequired: true },
    }}
  />
)

const Enable = ({ user: { id, name, version } }: { user: User }) => (
  <ActionButton
    route={enableUser}
    input={{ params: { user_id: id }, version }}
    label={t('Enable')}
    icon={IconUserCheck}
    confirm={{
      title: t('Enable {{name}}?', { name }),
      children: t('The keys of this user are accepted again.'),
      confirmLabel: t('Enable'),
      keepLabel: t('Keep disabled'),
    }}
  />
)

/** What cannot be undone comes last. */
function useCommands(user: User, onDelete: () => void): Command[][] {
  const isPhone = usePhone()
  const go = useNavigateTo()
  const mayExport = useCanCall(exportPersonalData) && user.can_reveal
  const mayDelete = useCanCall(deleteUser) && user.status !== 'deleted'
  // Elsewhere it is a button beside the name, for which a phone has no room.
  const help: Command = {
    id: 'support',
    label: t('Support'),
    icon: IconLifebuoy,
    onChoose: () => go?.(supportPath({ user: user.id })),
  }
  const exportIt: Command = {
    id: 'export',
    label: t('Export data of this user'),
    icon: IconDownload,
    onChoose: () => void exportData(user),
  }
  const remove: Command = {
    id: 'delete',
    label: t('Delete user'),
    icon: IconTrash,
    isDanger: true,
    onChoose: onDelete,
  }
  return [isPhone && user.status !== 'deleted' ? [help] : [], mayExport ? [exportIt] : [], mayDelete ? [remove] : []]
}

async function exportData({ id }: User): Promise<void> {
  try {
    await downloadFile(exportPersonalData, { params: { user_id: id } }, `user-${id}.json`)
  } catch (error) {
    pushFailure(exportPersonalData.says.failed, error)
  }
}

interface DeleteDialogProps {
  user: User
  opened: boolean
  onClose: () => void
}

function DeleteDialog({ user: { id, name, version }, opened, onClose }: DeleteDialogProps) {
  const write = useWrite(deleteUser, { isQuiet: true })
  const remove = (): void => {
    if (!write.isPending) write.mutate({ params: { user_id: id }, version }, { onSuccess: onClose })
  }
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      icon={IconTrash}
      title={t('Delete {{name}}?', { name })}
      confirmLabel={t('Delete user')}
      keepLabel={t('Keep user')}
      isDanger
      isBusy={write.isPending}
      error={write.error === null ? null : failureText(deleteUser.says.failed, write.error)}
      onConfirm={remove}
    >
      <p>
        {t(
          'Name, phone, email, PIN, access keys and messages are erased. Sessions and payments are kept for accounting, without a name. This cannot be undone.',
        )}
      </p>
    </ConfirmDialog>
  )
}
