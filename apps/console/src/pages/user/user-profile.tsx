import { listAccessKeys } from '@wheelhouse/contract/access-keys/access-keys.ts'
import { listParkingSessions } from '@wheelhouse/contract/parking-sessions/parking-sessions.ts'
import { AccessKeysCard } from '../../features/access-keys/access-keys-card.tsx'
import { UserSessionsPanel } from '../../features/parking-sessions/user-sessions-panel.tsx'
import { PersonCard } from '../../features/users/person-card.tsx'
import { useCanCall } from '../../session/can.ts'
import type { UserTabProps } from './user-tabs.tsx'
import classes from './user-page.module.css'

const latestSessions = 8

/** The person, the keys and the latest sessions: what a caller asks about first. */
export function UserProfile({ user, search, hrefOf }: UserTabProps) {
  const mayKeys = useCanCall(listAccessKeys)
  const maySessions = useCanCall(listParkingSessions)
  return (
    <>
      <div className={classes.cards}>
        <PersonCard key={user.id} user={user} />
        {mayKeys && (
          <AccessKeysCard
            userId={user.id}
            userName={user.name}
            isClosed={user.status === 'deleted'}
            matchedId={search.key}
          />
        )}
      </div>
      {maySessions && (
        <UserSessionsPanel key={user.id} userId={user.id} atMost={latestSessions} allHref={hrefOf('sessions')} />
      )}
    </>
  )
}
