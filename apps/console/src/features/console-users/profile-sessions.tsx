import { IconDeviceDesktop, IconDeviceMobile, IconLogout } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { listOwnSessions, revokeOwnSession } from '@wheelhouse/contract/console-users/console-users.ts'
import type { ReplyOf } from '@wheelhouse/contract/route.ts'
import { ActionButton } from '../../forms/action-button.tsx'
import { ApiError } from '../../http/api-error.ts'
import { read } from '../../api/api.ts'
import { Loaded } from '../../live/loaded.tsx'
import { browserLabels, isHandheld } from '../../session/browser-labels.ts'
import { useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { Card } from '../../ui/details/key-values.tsx'
import { RelativeTime } from '../../ui/details/time.tsx'
import classes from './console-users.module.css'

type Session = ReplyOf<typeof listOwnSessions>[number]

export const useOwnSessions = () => useQuery({ ...read(listOwnSessions), retry: false })

/** A hosted provider keeps its sessions itself (architecture: identity). */
export const isKeptElsewhere = (error: unknown): boolean => error instanceof ApiError && error.status === 409

/** The browsers in which the person is signed in. A browser that is signed out here loses access with its next call. */
export const ProfileSessions = () => (
  <Card title={t('Signed-in sessions')}>
    <Sessions />
  </Card>
)

function Sessions() {
  const sessions = useOwnSessions()
  if (isKeptElsewhere(sessions.error))
    return (
      <p className={classes.hint}>
        {t('Your organization signs in with its own identity provider, which manages the sessions.')}
      </p>
    )
  const bones = <ul className={classes.sessions} aria-label={t('Signed-in sessions')} aria-busy />
  return (
    <Loaded query={sessions} failed={t('The sessions could not be loaded')} bones={bones}>
      {(found) => (
        <ul className={classes.sessions} aria-label={t('Signed-in sessions')}>
          {found
            .toSorted((one, other) => Number(other.is_this) - Number(one.is_this))
            .map((session) => (
              <SessionLine key={session.id} session={session} />
            ))}
        </ul>
      )}
    </Loaded>
  )
}

const addressLabel = (address: string): string =>
  /^(::1|127\.|::ffff:127\.)/.test(address) ? t('this computer') : address

function SessionLine({ session }: { session: Session }) {
  const { id, user_agent, address, last_used_at, signed_in_at, is_this } = session
  const format = useFormat()
  const words = browserLabels(user_agent)
  const Icon = isHandheld(user_agent) ? IconDeviceMobile : IconDeviceDesktop
  return (
    <li className={classes.session}>
      <Icon size={18} aria-hidden />
      <div>
        <strong data-tip={user_agent}>{words}</strong>
        {is_this && <span className={classes.this}>{t('this browser')}</span>}
        <small>
          {t('Last used')} <RelativeTime at={last_used_at} />
          {` · ${t('signed in {{when}}', { when: format.dateTime(signed_in_at) })}${address ? ` · ${addressLabel(address)}` : ''}`}
        </small>
      </div>
      {!is_this && (
        <ActionButton
          route={revokeOwnSession}
          input={{ params: { session_id: id } }}
          label={t('Sign out')}
          icon={IconLogout}
          confirm={{
            title: t('Sign out {{words}}?', { words }),
            children: t('That browser is signed out immediately. Unsaved work there is lost.'),
            confirmLabel: t('Sign out'),
            keepLabel: t('Keep signed in'),
          }}
        />
      )}
    </li>
  )
}
