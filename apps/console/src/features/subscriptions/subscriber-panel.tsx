import { IconUserMinus, IconUserOff } from '@tabler/icons-react'
import { listPayments } from '@wheelhouse/contract/payments/payments.ts'
import { canChangeSubscriber } from '@wheelhouse/contract/subscriptions/subscriber-statuses.ts'
import { removeSubscriber, unsubscribeSubscriber } from '@wheelhouse/contract/subscriptions/subscribers.ts'
import { ActionButton } from '../../forms/action-button.tsx'
import { useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { useCanCall } from '../../session/can.ts'
import { useClock } from '../../ui/base/clock.ts'
import { CopyableId } from '../../ui/details/copyable-id.tsx'
import { KeyValueGrid } from '../../ui/details/key-values.tsx'
import { Link } from '../../ui/details/link.tsx'
import { StatusText } from '../../ui/details/status.tsx'
import { SidePanel } from '../../ui/dialogs/side-panel.tsx'
import { UserLink } from '../users/user-link.tsx'
import { Moment, Pass } from './subscriber-columns.tsx'
import type { AnySubscriber } from './subscriber-columns.tsx'
import { SubscriptionLink } from './subscription-link.tsx'
import { statusMeanings } from './subscription-labels.ts'
import classes from './subscriptions.module.css'

export interface OpenSubscriber {
  row: AnySubscriber
  /** Null of a user whom the reader does not see. */
  userId: string | null
  userName: string
  subscriptionName: string
}

/** One subscriber beside the list: until when, what comes next, and the two ways to end it. */
export function SubscriberPanel({ onClose, ...open }: OpenSubscriber & { onClose: () => void }) {
  const { row, userId, userName, subscriptionName } = open
  const mayPayments = useCanCall(listPayments)
  const { subscription_id } = row
  return (
    <SidePanel
      onClose={onClose}
      title={userName}
      trailing={<StatusText of="subscriber" value={row.status} />}
      actions={<SubscriberActions {...open} />}
    >
      <p className={classes.means}>{meaningOf(row)}</p>
      <KeyValueGrid
        items={[
          { label: t('Subscription/pass'), value: <SubscriptionLink id={subscription_id} name={subscriptionName} /> },
          { label: t('User'), value: userId === null ? userName : <UserLink id={userId} name={userName} /> },
          { label: t('Pass'), value: <Pass {...row} /> },
          { label: t('Joined'), value: <Moment at={row.joined_at} /> },
          { label: t('Expires'), value: row.expires_at && <Moment at={row.expires_at} /> },
          { label: t('Renewal'), value: row.renewal_at && <Moment at={row.renewal_at} /> },
          { label: t('Auto-renew'), value: row.auto_renew ? t('On') : t('Off') },
          {
            label: t('Last payment'),
            value: row.payment_state && <StatusText of="payment" value={row.payment_state} />,
          },
          { label: t('Retries'), value: row.retries > 0 ? t('{{count}} of 3', { count: row.retries }) : null },
          { label: t('Next retry'), value: row.retry_at && <Moment at={row.retry_at} /> },
          { label: t('Ended'), value: row.ended_at && <Moment at={row.ended_at} /> },
          { label: t('ID'), value: <CopyableId id={row.id} isMono /> },
        ]}
      />
      {mayPayments && (
        <p className={classes.links}>
          {row.payment_id !== null && (
            <Link href={`/payments?open=${row.payment_id}`}>{t('Open the last payment')}</Link>
          )}
          {userId !== null && (
            <Link href={`/payments?subscription_id=${subscription_id}&user_id=${userId}`}>
              {t('All payments of this subscriber')}
            </Link>
          )}
        </p>
      )}
    </SidePanel>
  )
}

function meaningOf(row: AnySubscriber): string {
  if (row.status === 'paid_ok' && row.retry_at !== null)
    return t('The renewal failed and is retried automatically. Access stays until the expiration date.')
  if (row.status === 'paid_ok' && !row.auto_renew)
    return t('Unsubscribed: access stays until the expiration date, and nothing is charged any more.')
  return t(statusMeanings[row.status])
}

/** Remove and unsubscribe, each explained before it is done. */
function SubscriberActions({ row, userName: name, subscriptionName: subscription }: OpenSubscriber) {
  const { dateTime } = useFormat()
  const now = useClock(30_000, (at) => at)
  const input = {
    params: { subscription_id: row.subscription_id, subscriber_id: row.id },
    version: row.version,
  }
  return (
    <div className={classes.actions}>
      {canChangeSubscriber(row, 'unsubscribe', now) && (
        <ActionButton
          route={unsubscribeSubscriber}
          input={input}
          label={t('Unsubscribe')}
          icon={IconUserMinus}
          confirm={{
            title: t('Unsubscribe {{name}} from {{subscription}}?', { name, subscription }),
            children: t(
              'Access stays until the next expiration date, {{date}}. Then it ends and is not renewed; nothing is charged any more. To end access immediately, remove the user instead.',
              { date: dateTime(row.expires_at) },
            ),
            keepLabel: t('Keep subscribed'),
          }}
        />
      )}
      {canChangeSubscriber(row, 'remove', now) && (
        <ActionButton
          route={removeSubscriber}
          input={input}
          label={t('Remove')}
          icon={IconUserOff}
          confirm={{
            title: t('Remove {{name}} from {{subscription}}?', { name, subscription }),
            children: t(
              'Access ends immediately and is revoked, even if the period is paid: locks for subscribers refuse this user as soon as each lock has the new list, and parking is charged again. Nothing is refunded automatically; refund the payment separately. To let the paid period end first, unsubscribe the user instead.',
            ),
            isDanger: true,
            keepLabel: t('Keep access'),
          }}
        />
      )}
    </div>
  )
}
