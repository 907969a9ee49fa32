import type { ReactNode } from 'react'
import type { Needs } from '@wheelhouse/contract/access.ts'
import { isNeeds } from '@wheelhouse/contract/access.ts'
import { listFeedback } from '@wheelhouse/contract/feedback/feedback.ts'
import { listAccessKeys } from '@wheelhouse/contract/access-keys/access-keys.ts'
import { listChats } from '@wheelhouse/contract/chats/chats.ts'
import { listUserMessages } from '@wheelhouse/contract/messages/messages.ts'
import { listParkingSessions } from '@wheelhouse/contract/parking-sessions/parking-sessions.ts'
import { listRentalSessions } from '@wheelhouse/contract/rental-sessions/rental-sessions.ts'
import { listOverstays } from '@wheelhouse/contract/overstays/overstays.ts'
import { listPayments } from '@wheelhouse/contract/payments/payments.ts'
import { listUserSubscriptions } from '@wheelhouse/contract/subscriptions/subscribers.ts'
import type { RouteAccess } from '@wheelhouse/contract/access.ts'
import { getUser, listUserEvents } from '@wheelhouse/contract/users/users.ts'
import type { User } from '@wheelhouse/contract/users/users.ts'
import { seesAllowlistsOfUsers } from '../../features/allowlists/user-allowlist-labels.ts'
import { lazyPanel } from '../../ui/frame/lazy-panel.tsx'
import type { UserSearch } from './user-search.ts'
import classes from './user-page.module.css'

const UserProfile = lazyPanel(() => import('./user-profile.tsx').then((module) => module.UserProfile))
const AccessKeysCard = lazyPanel(() =>
  import('../../features/access-keys/access-keys-card.tsx').then((module) => module.AccessKeysCard),
)
const UserSessionsPanel = lazyPanel(() =>
  import('../../features/parking-sessions/user-sessions-panel.tsx').then((module) => module.UserSessionsPanel),
)
const UserRentalsPanel = lazyPanel(() =>
  import('../../features/rental-sessions/user-rentals-panel.tsx').then((module) => module.UserRentalsPanel),
)
const MessagesPanel = lazyPanel(() =>
  import('../../features/messages/messages-panel.tsx').then((module) => module.MessagesPanel),
)
const ChatsPanel = lazyPanel(() => import('../../features/chats/chats-panel.tsx').then((module) => module.ChatsPanel))
const UserGroupsPanel = lazyPanel(() =>
  import('../../features/resource-groups/user-groups-panel.tsx').then((module) => module.UserGroupsPanel),
)
const UserFeedback = lazyPanel(() => import('../feedback/user-feedback.tsx').then((module) => module.UserFeedback))
const PaymentsBeside = lazyPanel(() =>
  import('../payments/payments-beside.tsx').then((module) => module.PaymentsBeside),
)
const OverstaysBeside = lazyPanel(() =>
  import('../overstays/overstays-beside.tsx').then((module) => module.OverstaysBeside),
)
const UserSubscriptions = lazyPanel(() =>
  import('../../features/subscriptions/user-subscriptions.tsx').then((module) => module.UserSubscriptions),
)
const UserAllowlists = lazyPanel(() =>
  import('../../features/allowlists/user-allowlists.tsx').then((module) => module.UserAllowlists),
)
const UserEvents = lazyPanel(() => import('./user-events.tsx').then((module) => module.UserEvents))

export interface UserTabProps {
  user: User
  search: UserSearch
  onSearch: (search: UserSearch) => void
  /** The address of another tab of this page. */
  hrefOf: (tab: string) => string
}

export interface UserTab {
  id: string
  /** A key of `t`. */
  label: string
  needs: Needs
  body: (props: UserTabProps) => ReactNode
}

const needsOf = ({ access }: { access: RouteAccess }): Needs => (isNeeds(access) ? access : {})

/** The tabs of a user, in their order. A feature adds a line: who may see it, and what it shows. */
export const userTabs: readonly UserTab[] = [
  { id: 'profile', label: 'Profile', needs: needsOf(getUser), body: (props) => <UserProfile {...props} /> },
  {
    id: 'sessions',
    label: 'Parking sessions',
    needs: needsOf(listParkingSessions),
    body: ({ user }) => <UserSessionsPanel key={user.id} userId={user.id} />,
  },
  {
    id: 'rentals',
    label: 'Rental sessions',
    needs: needsOf(listRentalSessions),
    body: ({ user }) => <UserRentalsPanel key={user.id} userId={user.id} />,
  },
  {
    id: 'overstays',
    label: 'Overstays',
    needs: needsOf(listOverstays),
    body: ({ user }) => <OverstaysBeside key={user.id} userId={user.id} />,
  },
  {
    id: 'payments',
    label: 'Payments',
    needs: needsOf(listPayments),
    body: ({ user }) => <PaymentsBeside key={user.id} of={{ user_id: user.id }} />,
  },
  {
    id: 'subscriptions',
    label: 'Subscriptions',
    needs: needsOf(listUserSubscriptions),
    body: ({ user, search, onSearch }) => (
      <UserSubscriptions
        key={user.id}
        userId={user.id}
        userName={user.name}
        search={search}
        onSearch={(own) => onSearch({ ...search, ...own })}
      />
    ),
  },
  {
    id: 'allowlists',
    label: 'Allowlists',
    needs: seesAllowlistsOfUsers,
    body: ({ user }) => <UserAllowlists key={user.id} userId={user.id} />,
  },
  {
    id: 'access-keys',
    label: 'Access keys',
    needs: needsOf(listAccessKeys),
    body: ({ user, search }) => (
      <div className={classes.narrow}>
        <AccessKeysCard
          userId={user.id}
          userName={user.name}
          isClosed={user.status === 'deleted'}
          matchedId={search.key}
        />
      </div>
    ),
  },
  {
    id: 'messages',
    label: 'Messages',
    needs: needsOf(listUserMessages),
    body: ({ user, search, onSearch }) => (
      <MessagesPanel
        userId={user.id}
        userName={user.name}
        isClosed={user.status === 'deleted'}
        isWriting={search.open === 'message'}
        onWriting={(isWriting) => onSearch({ ...search, open: isWriting ? 'message' : undefined })}
        search={search}
        onSearch={(filter) => onSearch({ ...search, ...filter })}
      />
    ),
  },
  {
    id: 'feedback',
    label: 'Feedback',
    needs: needsOf(listFeedback),
    body: ({ user, search, onSearch }) => (
      <UserFeedback
        key={user.id}
        userId={user.id}
        isWriting={search.open === 'feedback'}
        onWriting={(isWriting) => onSearch({ ...search, open: isWriting ? 'feedback' : undefined })}
      />
    ),
  },
  {
    id: 'groups',
    label: 'Groups',
    needs: { resource_group: ['GETBELONGS'] },
    body: ({ user }) => <UserGroupsPanel key={user.id} userId={user.id} />,
  },
  {
    id: 'chats',
    label: 'Chats',
    needs: needsOf(listChats),
    body: ({ user }) => <ChatsPanel key={user.id} userId={user.id} />,
  },
  {
    id: 'events',
    label: 'Events',
    needs: needsOf(listUserEvents),
    body: ({ user }) => (
      <div className={classes.events}>
        <UserEvents key={user.id} id={user.id} />
      </div>
    ),
  },
]
