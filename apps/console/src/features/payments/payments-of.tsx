import { listPayments } from '@wheelhouse/contract/payments/payments.ts'
import type { Payment } from '@wheelhouse/contract/payments/payments.ts'
import { listSubscriptionPayments } from '@wheelhouse/contract/subscriptions/subscription-payments.ts'
import { t } from '../../i18n/i18n.ts'
import { ListRows } from '../../lists/list-rows.tsx'
import { useList } from '../../lists/list.ts'
import type { List } from '../../lists/list.ts'
import { useCanCall } from '../../session/can.ts'
import { Link } from '../../ui/details/link.tsx'
import { SectionHead } from '../../ui/frame/page.tsx'
import { NoPermission } from '../../ui/frame/states.tsx'
import { PaymentCard, paymentColumns } from './payment-columns.tsx'

const without = (hidden: readonly string[]) =>
  paymentColumns.filter(({ id }) => !hidden.includes(id)).map((column) => ({ ...column, isSortable: false }))
const columnsOf = { user: without(['user']), subscription: without(['location', 'type']) }
const cardOfOnePerson = (payment: Payment) => <PaymentCard payment={payment} isOfOnePerson />
const card = (payment: Payment) => <PaymentCard payment={payment} />

export interface PaymentsOfProps {
  of: { user_id: string } | { subscription_id: string }
  onOpen: (paymentId: string) => void
}

/** The payments of one person or of one subscription, the newest first. */
export function PaymentsOf({ of, onOpen }: PaymentsOfProps) {
  const mayAll = useCanCall(listPayments)
  const mayOfSubscription = useCanCall(listSubscriptionPayments)
  if (mayAll) return <FromAllPayments of={of} onOpen={onOpen} />
  if (mayOfSubscription && 'subscription_id' in of) return <FromOneSubscription params={of} />
  return <NoPermission action="GET" resource="payment" />
}

function FromAllPayments({ of, onOpen }: PaymentsOfProps) {
  const list = useList(listPayments, of, { isLive: true })
  return <Rows of={of} list={list} onOpen={onOpen} />
}

/** Their reader sees the payments of no other thing, so none of them opens and none leads to the list of all. */
function FromOneSubscription({ params }: { params: { subscription_id: string } }) {
  const list = useList(listSubscriptionPayments, {}, { params, isLive: true })
  return <Rows of={params} list={list} />
}

function Rows({ of, list, onOpen }: Pick<PaymentsOfProps, 'of'> & Partial<PaymentsOfProps> & { list: List<Payment> }) {
  const isOfUser = 'user_id' in of
  return (
    <>
      <SectionHead
        title={t('Payments')}
        count={list.total?.total}
        actions={
          onOpen !== undefined &&
          list.rows.length > 0 && <Link href={`/payments?${new URLSearchParams(of)}`}>{t('Open in payments')}</Link>
        }
      />
      <ListRows
        label={t('Payments')}
        columns={isOfUser ? columnsOf.user : columnsOf.subscription}
        list={list}
        failed={listPayments.says.failed}
        words={{ noData: t('No payments yet'), whyNoData: t('Sessions with a fee and passes appear here.') }}
        isWhole
        {...(onOpen === undefined ? {} : { onOpen: ({ id }: Payment) => onOpen(id) })}
        card={isOfUser ? cardOfOnePerson : card}
      />
    </>
  )
}
