import type { Subscriber, subscribers, UserSubscription } from '@wheelhouse/contract/subscriptions/subscribers.ts'
import { useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import type { ListColumn } from '../../lists/list-columns.ts'
import { DimCell, Nothing } from '../../ui/data-table/cells.tsx'
import { StatusText } from '../../ui/details/status.tsx'
import { RowCard } from '../../ui/list-parts/row-card.tsx'
import { periodLabels } from './subscription-labels.ts'
import classes from './subscriptions.module.css'

export type AnySubscriber = Subscriber | UserSubscription

export function Moment({ at }: { at: string | null }) {
  const { moment, exact } = useFormat()
  if (at === null) return <Nothing />
  return (
    <time dateTime={at} data-tip={exact(at)}>
      {moment(at)}
    </time>
  )
}

/** The name of a user who may be seen, else what distinguishes the subscriber. */
export const subscriberName = ({ user_name, masked }: Subscriber): string =>
  user_name ?? (masked === '' ? t('User') : masked)

/** "Month, €25.00": what is paid for each period. */
export function Pass({ period, fee_minor, currency }: AnySubscriber) {
  const { money } = useFormat()
  const fee = fee_minor === 0 ? t('free') : money(fee_minor, currency)
  return <span>{t('{{period}}, {{fee}}', { period: t(periodLabels[period]), fee })}</span>
}

export const Renewal = ({ holds_place, auto_renew, renewal_at }: AnySubscriber) => {
  if (renewal_at !== null) return <Moment at={renewal_at} />
  return holds_place && !auto_renew ? <DimCell>{t('Not renewed')}</DimCell> : <Nothing />
}

const PaymentOf = ({ payment_state }: AnySubscriber) =>
  payment_state === null ? <Nothing /> : <StatusText of="payment" value={payment_state} />

/** What the list of a subscription and that of a person have in common. */
const shared = [
  {
    id: 'status',
    header: 'Status',
    cell: ({ status }: AnySubscriber) => <StatusText of="subscriber" value={status} />,
    width: 150,
    watch: ({ status }: AnySubscriber) => status,
  },
  { id: 'period', header: 'Pass', cell: Pass, width: 150 },
  { id: 'joined_at', header: 'Joined', cell: ({ joined_at }: AnySubscriber) => <Moment at={joined_at} />, width: 130 },
  {
    id: 'expires_at',
    header: 'Expires',
    cell: ({ expires_at }: AnySubscriber) => <Moment at={expires_at} />,
    width: 130,
    watch: ({ expires_at }: AnySubscriber) => expires_at ?? '',
  },
  {
    id: 'renewal_at',
    header: 'Renewal',
    cell: Renewal,
    width: 130,
    watch: ({ renewal_at }: AnySubscriber) => renewal_at ?? '',
  },
  {
    id: 'auto_renew',
    header: 'Auto-renew',
    cell: ({ auto_renew }: AnySubscriber) => <DimCell>{auto_renew ? t('On') : t('Off')}</DimCell>,
    width: 104,
  },
  { id: 'payment', header: 'Last payment', cell: PaymentOf, width: 150 },
] as const

export const subscriberColumns: readonly ListColumn<typeof subscribers>[] = [
  {
    id: 'user_name',
    header: 'User',
    cell: (row) => (
      <span>
        {row.user_name !== null && <strong>{row.user_name}</strong>}
        <span className={classes.masked}>{row.user_name === null ? subscriberName(row) : row.masked}</span>
      </span>
    ),
    width: 260,
    isGrowing: true,
    pin: 'start',
    isHideable: false,
    isLink: true,
    exports: ['user_id', 'user_name'],
  },
  ...shared.map((column): ListColumn<typeof subscribers> => {
    if (column.id === 'payment') return { ...column, exports: ['payment_state', 'retries', 'retry_at'] }
    return column.id === 'period' ? { ...column, exports: ['period', 'fee', 'currency'] } : column
  }),
]

export const userSubscriptionColumns = [
  {
    id: 'subscription_name',
    header: 'Subscription/pass',
    cell: ({ subscription_name }: UserSubscription) => <strong>{subscription_name}</strong>,
    width: 240,
    isGrowing: true,
    isLink: true,
    isSortable: true,
  },
  ...shared,
] as const

export const SubscriberCard = ({ title, row }: { title: string; row: AnySubscriber }) => (
  <RowCard title={title} trailing={<StatusText of="subscriber" value={row.status} />} facts={<Pass {...row} />}>
    {row.expires_at !== null && (
      <>
        {t('Expires')} <Moment at={row.expires_at} />
      </>
    )}
  </RowCard>
)
