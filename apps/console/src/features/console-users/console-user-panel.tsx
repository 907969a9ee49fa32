import { IconMailForward, IconUserCheck, IconUserOff } from '@tabler/icons-react'
import {
  disableConsoleUser,
  enableConsoleUser,
  getConsoleUser,
  reinviteConsoleUser,
} from '@wheelhouse/contract/console-users/console-users.ts'
import type { ConsoleUserRow } from '@wheelhouse/contract/console-users/console-users.ts'
import { ActionButton } from '../../forms/action-button.tsx'
import { t } from '../../i18n/i18n.ts'
import { useLive } from '../../live/use-live.ts'
import { useUser } from '../../stores/user-store.ts'
import { CopyableId } from '../../ui/details/copyable-id.tsx'
import { KeyValueGrid } from '../../ui/details/key-values.tsx'
import { SidePanel } from '../../ui/dialogs/side-panel.tsx'
import { ErrorState, Skeleton } from '../../ui/frame/states.tsx'
import { OrganizationLink } from '../organizations/organization-link.tsx'
import { LastSignIn, Status } from './console-user-columns.tsx'

/** The person that the address names, from wherever it was opened. */
export function OpenPerson({ id, onClose }: { id: string; onClose: () => void }) {
  const person = useLive(getConsoleUser, { params: { console_user_id: id } }, { isQuiet: true })
  if (person.data) return <ConsoleUserPanel person={person.data} onClose={onClose} />
  return (
    <SidePanel onClose={onClose} title={t('Console user')}>
      {person.error ? (
        <ErrorState
          title={getConsoleUser.says.failed}
          detail={person.error.message}
          onRetry={() => void person.refetch()}
        />
      ) : (
        <Skeleton lines={6} />
      )}
    </SidePanel>
  )
}

/** Who it is, and what may be done. */
function ConsoleUserPanel({ person, onClose }: { person: ConsoleUserRow; onClose: () => void }) {
  const { organization_id: organizationId, organization_name: organization } = person
  return (
    <SidePanel
      onClose={onClose}
      title={person.name}
      trailing={<Status status={person.status} />}
      actions={<Actions person={person} />}
    >
      <KeyValueGrid
        items={[
          ...(person.disabled_reason ? [{ label: t('Disabled because'), value: person.disabled_reason }] : []),
          { label: t('Email'), value: person.email },
          { label: t('Phone'), value: person.phone || '–' },
          { label: t('Position'), value: person.position || '–' },
          {
            label: t('Organization'),
            value: organizationId && organization ? <OrganizationLink id={organizationId} name={organization} /> : '–',
          },
          { label: t('Last signed in'), value: <LastSignIn {...person} /> },
          { label: t('User ID'), value: <CopyableId id={person.id} isMono /> },
          ...(person.comment ? [{ label: t('Comment'), value: person.comment }] : []),
        ]}
      />
    </SidePanel>
  )
}

function Actions({ person: { id, name, email, status } }: { person: ConsoleUserRow }) {
  const isMe = useUser(({ subId }) => subId === id)
  const params = { console_user_id: id }
  return (
    <>
      <ActionButton
        route={reinviteConsoleUser}
        input={{ params }}
        label={t('Invite again')}
        icon={IconMailForward}
        reason={status === 'disabled' ? t('Enable this person first') : undefined}
        confirm={{
          title: t('Invite {{name}} again?', { name }),
          children: t('A new link is sent to {{email}}. The previous link stops working.', { email }),
          confirmLabel: t('Send the link'),
        }}
      />
      {status === 'active' ? (
        <ActionButton
          route={disableConsoleUser}
          input={({ comment }) => ({ params, body: { reason: comment } })}
          label={t('Disable')}
          icon={IconUserOff}
          reason={isMe ? t('You cannot disable yourself') : undefined}
          confirm={{
            title: t('Disable {{name}}?', { name }),
            children: t(
              "Signed out everywhere at once, with no sign-in until enabled again. The history of this person's actions stays.",
            ),
            confirmLabel: t('Disable'),
            keepLabel: t('Keep active'),
            comment: { label: t('Reason'), minLength: 3, maxLength: 500, isRequired: true },
          }}
        />
      ) : (
        <ActionButton
          route={enableConsoleUser}
          input={{ params }}
          label={t('Enable')}
          icon={IconUserCheck}
          confirm={{
            title: t('Enable {{name}}?', { name }),
            children: t('The previous roles apply again. The person has to sign in again.'),
            confirmLabel: t('Enable'),
          }}
        />
      )}
    </>
  )
}
