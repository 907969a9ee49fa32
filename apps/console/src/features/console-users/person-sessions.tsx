import { IconDeviceDesktop, IconDeviceMobile, IconLogout } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import {
  endConsoleUserSessions,
  listConsoleUserSessions,
} from '@wheelhouse/contract/console-users/console-user-edit.ts'
import type { ConsoleUserSession } from '@wheelhouse/contract/console-users/console-user-edit.ts'
import type { ConsoleUserRow } from '@wheelhouse/contract/console-users/console-users.ts'
import type { ReplyOf } from '@wheelhouse/contract/route.ts'
import { read } from '../../api/api.ts'
import { ActionButton } from '../../forms/action-button.tsx'
import { useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { Loaded } from '../../live/loaded.tsx'
import { browserLabels, isHandheld } from '../../session/browser-labels.ts'
import { RelativeTime } from '../../ui/details/time.tsx'
import { NoData, Skeleton } from '../../ui/frame/states.tsx'
import classes from './console-users.module.css'
import { isKeptElsewhere } from './profile-sessions.tsx'

/** Where a person is signed in; an administrator ends one session or all of them. */
export function PersonSessions({ person }: { person: ConsoleUserRow }) {
  const params = { console_user_id: person.id }
  const sessions = useQuery({
    ...read(listConsoleUserSessions, { params }, { isQuiet: true }),
    retry: false,
  })
  if (isKeptElsewhere(sessions.error))
    return <p className={classes.hint}>{t('The identity provider of this installation manages the sessions.')}</p>
  return (
    <Loaded query={sessions} failed={listConsoleUserSessions.says.failed} bones={<Skeleton lines={4} />}>
      {(found) => <Sessions person={person} sessions={found} />}
    </Loaded>
  )
}

type Session = ReplyOf<typeof listConsoleUserSessions>[number]

function Sessions({ person, sessions }: { person: ConsoleUserRow; sessions: readonly Session[] }) {
  const params = { console_user_id: person.id }
  if (sessions.length === 0) return <NoData title={t('Not signed in anywhere')} />
  return (
    <>
      <ul className={classes.sessions} aria-label={t('Signed-in sessions')}>
        {sessions.map((session) => (
          <SessionLine key={session.id} person={person} session={session} />
        ))}
      </ul>
      <div className={classes.verbs}>
        <ActionButton
          route={endConsoleUserSessions}
          input={{ params, body: { session_id: null } }}
          label={t('Sign out everywhere')}
          icon={IconLogout}
          confirm={{
            title: t('Sign out {{name}} everywhere?', { name: person.name }),
            children: t(
              'All browsers lose access immediately. The person can sign in again; to prevent that, disable the person.',
            ),
            keepLabel: t('Keep signed in'),
          }}
        />
      </div>
    </>
  )
}

function SessionLine({ person, session }: { person: ConsoleUserRow; session: ConsoleUserSession }) {
  const { id, user_agent, address, last_used_at, signed_in_at } = session
  const format = useFormat()
  const words = browserLabels(user_agent)
  const Icon = isHandheld(user_agent) ? IconDeviceMobile : IconDeviceDesktop
  return (
    <li className={classes.session}>
      <Icon size={18} aria-hidden />
      <div>
        <strong data-tip={user_agent}>{words}</strong>
        <small>
          {t('Last used')} <RelativeTime at={last_used_at} />
          {` · ${t('signed in {{when}}', { when: format.dateTime(signed_in_at) })}${address ? ` · ${address}` : ''}`}
        </small>
      </div>
      <ActionButton
        route={endConsoleUserSessions}
        input={{ params: { console_user_id: person.id }, body: { session_id: id } }}
        label={t('Sign out')}
        icon={IconLogout}
        confirm={{
          title: t('Sign out {{words}}?', { words }),
          children: t('That browser loses access immediately. Unsaved work there is lost.'),
          keepLabel: t('Keep signed in'),
        }}
      />
    </li>
  )
}
