import { subscribers } from '@wheelhouse/contract/subscriptions/subscribers.ts'
import type { Subscriber } from '@wheelhouse/contract/subscriptions/subscribers.ts'
import type { Subscription } from '@wheelhouse/contract/subscriptions/subscriptions.ts'
import { t } from '../../i18n/i18n.ts'
import { notFoundText } from '../../i18n/not-found.ts'
import type { List } from '../../lists/list.ts'
import { oneRow } from '../../lists/one-row.ts'
import { ThingPanel } from '../../live/thing-panel.tsx'
import { useLive } from '../../live/use-live.ts'
import { subscriberName } from './subscriber-columns.tsx'
import { SubscriberPanel } from './subscriber-panel.tsx'

interface OpenSubscriberProps {
  id: string
  /** The list beside it. */
  found: List<Subscriber>
  subscription: Subscription
  onClose: () => void
}

/** The subscriber that the address opens, also where the list does not show them. */
export function OpenSubscriber({ id, found, subscription, onClose }: OpenSubscriberProps) {
  const listed = found.rows.find((row) => row.id === id)
  const input = { params: { subscription_id: subscription.id }, query: { id } }
  // Also of a row that the list shows: the panel stays when a change moves the row out of the filter.
  const asked = useLive(subscribers.route, input, { isQuiet: true })
  return (
    <ThingPanel
      query={oneRow({ listed, asked })}
      failed={subscribers.says.failed}
      missing={notFoundText(t('subscriber'))}
      title={t('Subscriber')}
      onClose={onClose}
    >
      {(row) => (
        <SubscriberPanel
          row={row}
          userId={row.user_id}
          userName={subscriberName(row)}
          subscriptionName={subscription.name}
          onClose={onClose}
        />
      )}
    </ThingPanel>
  )
}
