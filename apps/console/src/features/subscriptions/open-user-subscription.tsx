import { userSubscriptions } from '@wheelhouse/contract/subscriptions/subscribers.ts'
import type { UserSubscription } from '@wheelhouse/contract/subscriptions/subscribers.ts'
import { t } from '../../i18n/i18n.ts'
import { notFoundText } from '../../i18n/not-found.ts'
import type { List } from '../../lists/list.ts'
import { oneRow } from '../../lists/one-row.ts'
import { ThingPanel } from '../../live/thing-panel.tsx'
import { useLive } from '../../live/use-live.ts'
import { SubscriberPanel } from './subscriber-panel.tsx'

interface OpenUserSubscriptionProps {
  id: string
  /** The list beside it. */
  found: List<UserSubscription>
  userId: string
  userName: string
  onClose: () => void
}

/** The subscription of a person that the address opens, also where the list has not loaded it. */
export function OpenUserSubscription({ id, found, userId, userName, onClose }: OpenUserSubscriptionProps) {
  const listed = found.rows.find((row) => row.id === id)
  const asked = useLive(userSubscriptions.route, { params: { user_id: userId }, query: { id } }, { isQuiet: true })
  return (
    <ThingPanel
      query={oneRow({ listed, asked })}
      failed={userSubscriptions.says.failed}
      missing={notFoundText(t('subscription'))}
      title={t('Subscription/pass')}
      onClose={onClose}
    >
      {(row) => (
        <SubscriberPanel
          row={row}
          userId={userId}
          userName={userName}
          subscriptionName={row.subscription_name}
          onClose={onClose}
        />
      )}
    </ThingPanel>
  )
}
