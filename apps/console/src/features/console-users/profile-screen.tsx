import { Button } from '@mantine/core'
import { IconBook2, IconKey, IconLogout, IconShieldLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { profile } from '@wheelhouse/contract/console-users/profile.ts'
import { read } from '../../api/api.ts'
import { OwnJobs } from '../../lists/background-jobs.tsx'
import { useCan } from '../../session/can.ts'
import { config } from '../../http/config.ts'
import { t } from '../../i18n/i18n.ts'
import { useUser } from '../../stores/user-store.ts'
import type { UserRole } from '../../stores/user-store.ts'
import { CopyableId } from '../../ui/details/copyable-id.tsx'
import { Card, KeyValueGrid } from '../../ui/details/key-values.tsx'
import { Page } from '../../ui/frame/page.tsx'
import { RelativeTime } from '../../ui/details/time.tsx'
import classes from './console-users.module.css'
import { isKeptElsewhere, ProfileSessions, useOwnSessions } from './profile-sessions.tsx'

interface ProfileScreenProps {
  /** The same form as in the dialog. */
  preferences: ReactNode
  onLogOut: () => void
}

/** Spec section 2, user profile: the person, the active roles, formats, signed-in sessions, and signing out. */
export function ProfileScreen({ preferences, onLogOut }: ProfileScreenProps) {
  return (
    <Page
      title={t('Your profile')}
      actions={
        <Button leftSection={<IconLogout size={15} />} onClick={onLogOut}>
          {t('Log out')}
        </Button>
      }
    >
      <div className={classes.profile}>
        <div className={classes.column}>
          <Person />
          <Roles />
          <ProfileSessions />
        </div>
        <div className={classes.column}>
          <Card title={t('Preferences')}>{preferences}</Card>
          <Card title={t('Background jobs')}>
            <OwnJobs />
          </Card>
          <ForDevelopers />
        </div>
      </div>
    </Page>
  )
}

function Person() {
  const { email, subId } = useUser()
  const { data: me } = useQuery(read(profile, {}))
  const { error, isSuccess } = useOwnSessions()
  const signedIn = me?.last_signed_in_at
  return (
    <Card title={me?.name ?? email ?? t('You')}>
      <KeyValueGrid
        items={[
          { label: t('Email'), value: me?.email ?? email },
          { label: t('Organization'), value: me?.organization_name },
          {
            label: t('Last signed in'),
            value: signedIn && <RelativeTime at={signedIn} />,
          },
          { label: t('User ID'), value: subId && <CopyableId id={subId} isMono /> },
        ]}
      />
      {isSuccess && (
        <div className={classes.ways}>
          <a className={classes.way} href={`${config().identity_url}/password`}>
            <IconKey size={15} aria-hidden />
            {t('Change password')}
          </a>
          <a className={classes.way} href={`${config().identity_url}/security`}>
            <IconShieldLock size={15} aria-hidden />
            {t('Passkeys and second factor')}
          </a>
        </div>
      )}
      {isKeptElsewhere(error) && (
        <p className={classes.hint}>{t('Change your password and second factor on the sign-in service.')}</p>
      )}
    </Card>
  )
}

/** The groups of one role together: most people hold one or two. */
const byRole = (roles: readonly UserRole[]): [string, UserRole[]][] => [...Map.groupBy(roles, ({ name }) => name)]

function Roles() {
  const roles = useUser(({ userRoles }) => userRoles ?? [])
  return (
    <Card title={t('Active roles')}>
      {roles.length === 0 && (
        <p className={classes.hint}>{t('You have no role yet. Ask the administrator of your organization.')}</p>
      )}
      <KeyValueGrid
        labelWidth={150}
        items={byRole(roles).map(([name, held]) => ({
          label: name,
          value: (
            <ul className={classes.groups}>
              {held.map(({ groupId, groupName }) => (
                <li key={groupId}>{groupName}</li>
              ))}
            </ul>
          ),
        }))}
      />
    </Card>
  )
}

/** The server gives the API description to everybody, but only developers need the link. */
function ForDevelopers() {
  if (!useCan({ console: ['DEVELOP'] })) return null
  return (
    <Card title={t('For developers')}>
      <a className={classes.way} href="/docs/">
        <IconBook2 size={15} aria-hidden />
        {t('API reference')}
      </a>
    </Card>
  )
}
