import { Button } from '@mantine/core'
import { IconMessagePlus } from '@tabler/icons-react'
import { useState } from 'react'
import { sendMessage } from '@wheelhouse/contract/messages/messages.ts'
import { listPayments } from '@wheelhouse/contract/payments/payments.ts'
import { getUser } from '@wheelhouse/contract/users/users.ts'
import { AccessKeysCard } from '../../features/access-keys/access-keys-card.tsx'
import { UserAllowlistsCard } from '../../features/allowlists/user-allowlists-card.tsx'
import { NewMessageDialog } from '../../features/messages/new-message-dialog.tsx'
import { usePushOutcome } from '../../features/messages/push-outcome.ts'
import { listAccessKeys } from '@wheelhouse/contract/access-keys/access-keys.ts'
import { PersonCard } from '../../features/users/person-card.tsx'
import { UserState } from '../../features/users/user-header.tsx'
import { UserLink } from '../../features/users/user-link.tsx'
import { t } from '../../i18n/i18n.ts'
import { Loaded } from '../../live/loaded.tsx'
import { useLive } from '../../live/use-live.ts'
import { useCanCall } from '../../session/can.ts'
import { CardBones, Loading, Waiting } from '../../ui/details/details-skeleton.tsx'
import { NewFeedback } from '../feedback/new-feedback.tsx'
import { PaymentsBeside } from '../payments/payments-beside.tsx'
import { CallerHistory } from './caller-history.tsx'
import classes from './support-page.module.css'

const useCaller = (userId: string) => useLive(getUser, { params: { user_id: userId } }, { isQuiet: true })

/** Who calls, a word to them, and what they complain of. */
export function PersonHead({ userId }: { userId: string }) {
  const { data: user } = useCaller(userId)
  const mayMessage = useCanCall(sendMessage)
  const follow = usePushOutcome(userId)
  const [writes, setWrites] = useState<'message' | 'feedback' | null>(null)
  if (!user) return null
  return (
    <div className={classes.head}>
      <h2>
        <UserLink id={user.id} name={user.name} />
      </h2>
      <UserState status={user.status} />
      <span>
        {mayMessage && user.status !== 'deleted' && (
          <Button leftSection={<IconMessagePlus size={15} aria-hidden />} onClick={() => setWrites('message')}>
            {t('Message')}
          </Button>
        )}
        <NewFeedback
          userId={user.id}
          isWriting={writes === 'feedback'}
          onWriting={(isWriting) => setWrites(isWriting ? 'feedback' : null)}
        />
      </span>
      {writes === 'message' && (
        <NewMessageDialog userId={user.id} userName={user.name} onSent={follow} onClose={() => setWrites(null)} />
      )}
    </div>
  )
}

/** The person with masked data, the keys and the allowlists, and what they did lately. */
export function PersonPart({ userId, matchedKey }: { userId: string; matchedKey: string | undefined }) {
  const user = useCaller(userId)
  const mayKeys = useCanCall(listAccessKeys)
  return (
    <Loaded query={user} failed={getUser.says.failed} bones={<PersonBones />}>
      {(person) => (
        <>
          <CallerHistory userId={userId} />
          <PersonCard user={person} />
          {mayKeys && (
            <AccessKeysCard
              userId={userId}
              userName={person.name}
              isClosed={person.status === 'deleted'}
              matchedId={matchedKey}
            />
          )}
          <UserAllowlistsCard userId={userId} />
        </>
      )}
    </Loaded>
  )
}

const PersonBones = () => (
  <Waiting>
    <Loading>
      <CardBones lines={11} />
    </Loading>
  </Waiting>
)

/** What they paid, below everything else: its table needs the whole width. */
export function CallerPayments({ userId }: { userId: string }) {
  const may = useCanCall(listPayments)
  if (!may) return null
  return <PaymentsBeside of={{ user_id: userId }} />
}
