import { useState } from 'react'
import { getUser } from '@wheelhouse/contract/users/users.ts'
import type { PersonalData, User } from '@wheelhouse/contract/users/users.ts'
import { t } from '../../i18n/i18n.ts'
import { Loaded } from '../../live/loaded.tsx'
import { useLive } from '../../live/use-live.ts'
import { useCanCall } from '../../session/can.ts'
import { Card, KeyValueGrid } from '../../ui/details/key-values.tsx'
import { StaleHere } from '../../ui/frame/bars.tsx'
import { Skeleton } from '../../ui/frame/states.tsx'
import { personal, Reveal } from './personal-data.tsx'
import { UserState } from './user-header.tsx'
import { languageName } from '../../i18n/code-names.ts'
import { UserLink } from './user-link.tsx'

/** Whose session it is, with what one needs to reach them. Nothing for those who may not see riders. */
export function RiderCard({ userId }: { userId: string }) {
  const may = useCanCall(getUser)
  const user = useLive(getUser, { params: { user_id: userId } }, { enabled: may, isQuiet: true })
  if (!may) return null
  return (
    <Loaded
      query={user}
      failed={getUser.says.failed}
      bones={<Skeleton lines={5} />}
      frame={(state) => <Card title={t('User')}>{state}</Card>}
    >
      {(rider) => <Rider key={userId} user={rider} />}
    </Loaded>
  )
}

function Rider({ user }: { user: User }) {
  const [shown, setShown] = useState<PersonalData | null>(null)
  return (
    <Card title={t('User')} action={<Reveal user={user} isShown={shown !== null} onShown={setShown} />}>
      <StaleHere />
      <KeyValueGrid
        labelWidth={92}
        items={[
          { label: t('Name'), value: <UserLink id={user.id} name={user.name} /> },
          { label: t('Account'), value: <UserState status={user.status} /> },
          { label: t('Phone'), value: personal(user.phone, shown?.phone) },
          { label: t('Email'), value: personal(user.email, shown?.email) },
          { label: t('Language'), value: languageName(user.language) },
        ]}
      />
    </Card>
  )
}
