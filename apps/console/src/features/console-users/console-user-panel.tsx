import { Button, SegmentedControl } from '@mantine/core'
import { IconMailForward, IconPencil, IconShieldX, IconUserCheck, IconUserOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import {
  listConsoleUserSessions,
  resetSecondFactor,
  updateConsoleUser,
} from '@wheelhouse/contract/console-users/console-user-edit.ts'
import {
  consoleUserLabels,
  disableConsoleUser,
  enableConsoleUser,
  getConsoleUser,
  reasonAtLeast,
  reinviteConsoleUser,
} from '@wheelhouse/contract/console-users/console-users.ts'
import type { ConsoleUserField, ConsoleUserRow } from '@wheelhouse/contract/console-users/console-users.ts'
import { ActionButton } from '../../forms/action-button.tsx'
import { ThingPanel } from '../../live/thing-panel.tsx'
import { useCanCall } from '../../session/can.ts'
import { fieldItems } from '../../i18n/field-values.tsx'
import { t } from '../../i18n/i18n.ts'
import { notFoundText } from '../../i18n/not-found.ts'
import { useLive } from '../../live/use-live.ts'
import { useUser } from '../../stores/user-store.ts'
import { CopyableId } from '../../ui/details/copyable-id.tsx'
import { KeyValueGrid } from '../../ui/details/key-values.tsx'
import { SidePanel } from '../../ui/dialogs/side-panel.tsx'
import { Skeleton } from '../../ui/frame/states.tsx'
import { ViewAsPerson } from '../view-as/view-as-picker.tsx'
import { OrganizationLink } from '../organizations/organization-link.tsx'
import type { ConsoleUserPart } from './console-user-address.ts'
import { LastSignIn, Status } from './console-user-columns.tsx'
import classes from './console-users.module.css'
import { EditPersonDialog } from './edit-person-dialog.tsx'
import { PersonSessions } from './person-sessions.tsx'

interface OpenPersonProps {
  id: string
  isEdited: boolean
  part: ConsoleUserPart | undefined
  /** The person's roles and audit log belong to other features: the application puts them in. */
  roles: ((person: ConsoleUserRow) => ReactNode) | undefined
  secrets: ((person: ConsoleUserRow) => ReactNode) | undefined
  audit: ((id: string) => ReactNode) | undefined
  onPart: (part: ConsoleUserPart | undefined) => void
  onEdit: (isEdited: boolean) => void
  onClose: () => void
}

/** The person that the address names, from wherever it was opened. */
export function OpenPerson({ id, isEdited, onEdit, ...props }: OpenPersonProps) {
  const person = useLive(getConsoleUser, { params: { console_user_id: id } }, { isQuiet: true })
  const mayEdit = useCanCall(updateConsoleUser)
  return (
    <ThingPanel
      query={person}
      failed={getConsoleUser.says.failed}
      missing={notFoundText(t('console user'))}
      bones={<Skeleton lines={6} />}
      title={t('Console user')}
      onClose={props.onClose}
    >
      {(found) => (
        <>
          <ConsoleUserPanel {...props} person={found} onEdit={mayEdit ? () => onEdit(true) : undefined} />
          {isEdited && mayEdit && <EditPersonDialog person={found} onClose={() => onEdit(false)} />}
        </>
      )}
    </ThingPanel>
  )
}

interface PanelProps extends Pick<OpenPersonProps, 'part' | 'roles' | 'secrets' | 'audit' | 'onPart' | 'onClose'> {
  person: ConsoleUserRow
  onEdit: (() => void) | undefined
}

/** Who it is, what the person may do, where they are signed in, and what they did. */
function ConsoleUserPanel({ person, part, roles, secrets, audit, onPart, onEdit, onClose }: PanelProps) {
  const mayEnd = useCanCall(listConsoleUserSessions)
  const isService = person.kind === 'service'
  const all = [
    { value: 'person', label: isService ? t('Account') : t('Person'), isOffered: true },
    { value: 'roles', label: t('Roles'), isOffered: roles },
    { value: 'secrets', label: t('Secrets'), isOffered: isService && secrets },
    { value: 'sessions', label: t('Sessions'), isOffered: mayEnd && !isService },
    { value: 'audit', label: t('Audit log'), isOffered: audit },
  ] as const
  const parts = all.flatMap(({ value, label, isOffered }) => (isOffered ? [{ value, label }] : []))
  const shown = parts.some(({ value }) => value === part) ? part : undefined
  return (
    <SidePanel
      onClose={onClose}
      title={person.name}
      trailing={<Status status={person.status} />}
      actions={<Actions person={person} onEdit={onEdit} />}
    >
      {parts.length > 1 && (
        <SegmentedControl
          className={classes.parts}
          fullWidth
          aria-label={t('Views of this console user')}
          data={parts}
          value={shown ?? 'person'}
          onChange={(value) => onPart(value === 'person' ? undefined : value)}
        />
      )}
      {shown === undefined && <Facts person={person} />}
      {shown === 'roles' && roles?.(person)}
      {shown === 'secrets' && secrets?.(person)}
      {shown === 'sessions' && <PersonSessions person={person} />}
      {shown === 'audit' && audit?.(person.id)}
    </SidePanel>
  )
}

const contactOf = ({ email, phone, position }: ConsoleUserRow) => [
  { label: t('Email'), value: email },
  { label: t('Phone'), value: phone || '–' },
  { label: t('Position'), value: position || '–' },
]

/** What the panel draws itself; it shows every other field below its label. */
const drawnFields: readonly ConsoleUserField[] = ['email', 'name', 'organization_id', 'position', 'phone', 'comment']

function Facts({ person }: { person: ConsoleUserRow }) {
  const { organization_id: organizationId, organization_name: organization } = person
  const isService = person.kind === 'service'
  return (
    <KeyValueGrid
      items={[
        ...(person.disabled_reason ? [{ label: t('Disabled reason'), value: person.disabled_reason }] : []),
        ...(isService ? [{ label: t('Kind'), value: t('Service account') }] : contactOf(person)),
        {
          label: t('Organization'),
          value: organizationId && organization ? <OrganizationLink id={organizationId} name={organization} /> : '–',
        },
        ...(isService ? [] : [{ label: t('Last signed in'), value: <LastSignIn {...person} /> }]),
        { label: t('User ID'), value: <CopyableId id={person.id} isMono /> },
        ...fieldItems(person, consoleUserLabels, drawnFields),
        ...(person.comment ? [{ label: t('Comment'), value: person.comment }] : []),
      ]}
    />
  )
}

function Actions({
  person: { id, name, email, status, kind },
  onEdit,
}: {
  person: ConsoleUserRow
  onEdit: (() => void) | undefined
}) {
  const isMe = useUser(({ subId }) => subId === id)
  const params = { console_user_id: id }
  return (
    <>
      {onEdit && (
        <Button leftSection={<IconPencil size={15} aria-hidden />} onClick={onEdit}>
          {t('Edit')}
        </Button>
      )}
      {status === 'active' && !isMe && <ViewAsPerson id={id} />}
      {kind === 'person' && (
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
      )}
      {kind === 'person' && (
        <ActionButton
          route={resetSecondFactor}
          input={{ params }}
          label={t('Reset second factor')}
          icon={IconShieldX}
          reason={isMe ? t('Your own second factor is in your profile') : undefined}
          confirm={{
            title: t('Reset the second factor of {{name}}?', { name }),
            children: t(
              'Speak with the person first. Passkeys, authenticator app and recovery codes stop working, all sessions end, and {{email}} is notified. Until a new factor is set up, the password alone is enough to sign in.',
              { email },
            ),
            confirmLabel: t('Reset'),
            keepLabel: t('Keep second factor'),
          }}
        />
      )}
      {status === 'active' ? (
        <ActionButton
          route={disableConsoleUser}
          input={({ comment }) => ({ params, body: { reason: comment } })}
          label={t('Disable')}
          icon={IconUserOff}
          reason={isMe ? t('You cannot disable yourself') : undefined}
          confirm={{
            title: t('Disable {{name}}?', { name }),
            children:
              kind === 'service'
                ? t(
                    'Tokens and secrets of the account are refused immediately until the account is enabled again. Its history stays.',
                  )
                : t(
                    'The person is immediately signed out everywhere and cannot sign in until enabled again. The history of their actions stays.',
                  ),
            confirmLabel: t('Disable'),
            keepLabel: t('Keep active'),
            comment: { label: t('Reason'), minLength: reasonAtLeast, maxLength: 500, isRequired: true },
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
            children:
              kind === 'service'
                ? t('The previous roles and secrets apply again.')
                : t('The previous roles apply again. The person has to sign in again.'),
            confirmLabel: t('Enable'),
          }}
        />
      )}
    </>
  )
}
