import { IconCalendar, IconClock, IconUserOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { User, UserStatus } from '@wheelhouse/contract/users/users.ts'
import { useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { useLiveBadge } from '../../live/live-badge.ts'
import { DetailsHeader, idFact } from '../../ui/details/details.tsx'
import type { Fact } from '../../ui/details/details.tsx'
import { RelativeTime } from '../../ui/details/time.tsx'
import { userStatusLabels } from './user-labels.ts'
import classes from './users.module.css'

interface UserHeaderProps {
  user: User
  actions?: ReactNode
  tabs?: ReactNode
}

/** Who it is, whether the account is in use, and since when. */
export function UserHeader({ user, actions, tabs }: UserHeaderProps) {
  const live = useLiveBadge()
  return (
    <DetailsHeader
      crumbs={[{ label: t('Find user'), href: '/find' }, { label: user.name }]}
      {...live}
      name={user.name}
      states={<UserState status={user.status} />}
      actions={actions}
      isTopOnPhone
      facts={useFacts(user)}
      tabs={tabs}
    />
  )
}

export function UserState({ status }: { status: UserStatus }) {
  const { word, icon: Icon } = userStatusLabels[status]
  return (
    <span className={classes.state} data-status={status}>
      <Icon size={14} aria-hidden /> {t(word)}
    </span>
  )
}

function useFacts({ id, created_at, last_signed_in_at, disabled_at, disabled_reason }: User): Fact[] {
  const { date } = useFormat()
  const facts: Fact[] = [
    idFact(id),
    { icon: IconCalendar, value: date(created_at), label: t('joined'), isWideOnly: true },
  ]
  if (last_signed_in_at !== null)
    facts.push({
      icon: IconClock,
      value: <RelativeTime at={last_signed_in_at} />,
      label: t('last sign-in'),
    })
  if (disabled_at !== null)
    facts.push({ icon: IconUserOff, value: `${date(disabled_at)}: ${disabled_reason ?? ''}`, label: t('disabled') })
  return facts
}
