import type { ReactNode } from 'react'
import { listPayments } from '@wheelhouse/contract/payments/payments.ts'
import type { Payment } from '@wheelhouse/contract/payments/payments.ts'
import {
  listSubscriptionPayments,
  subscriptionPayments,
} from '@wheelhouse/contract/subscriptions/subscription-payments.ts'
import { t } from '../../i18n/i18n.ts'
import { ListExport } from '../../lists/list-export.tsx'
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
  const may = useCanCall(listPayments)
  const mayOfSubscription = useCanCall(listSubscriptionPayments)
  if (mayOfSubscription && 'subscription_id' in of) return <OfSubscription params={of} hasAll={may} onOpen={onOpen} />
  if (!may) return <NoPermission action="GET" resource="payment" />
  return <FromAll of={of} onOpen={onOpen} />
}

function FromAll({ of, onOpen }: PaymentsOfProps) {
  const list = useList(listPayments, of, { isLive: true })
  return <Rows of={of} list={list} onOpen={onOpen} />
}

interface OfSubscriptionProps extends Pick<PaymentsOfProps, 'onOpen'> {
  params: { subscription_id: string }
  /** Sees payments somewhere, which may be elsewhere. */
  hasAll: boolean
}

/** Where the list of all payments has none of them, the reader may see those of this subscription alone: none of these opens. */
function OfSubscription({ params, hasAll, onOpen }: OfSubscriptionProps) {
  const all = useList(listPayments, params, { enabled: hasAll, isLive: true })
  const isFound = hasAll && (all.isLoading || all.rows.length > 0)
  const own = useList(listSubscriptionPayments, {}, { params, enabled: !isFound, isLive: true })
  if (isFound || (hasAll && own.rows.length === 0)) return <Rows of={params} list={all} onOpen={onOpen} />
  return (
    <Rows
      of={params}
      list={own}
      actions={
        own.rows.length > 0 && (
          <ListExport
            route={subscriptionPayments.csv}
            params={params}
            query={{}}
            title={t('Export payments')}
            count={own.count ?? ''}
          />
        )
      }
    />
  )
}

interface RowsProps extends Pick<PaymentsOfProps, 'of'>, Partial<Pick<PaymentsOfProps, 'onOpen'>> {
  list: List<Payment>
  /** Where the rows do not lead to the list of all payments. */
  actions?: ReactNode
}

function Rows({ of, list, onOpen, actions }: RowsProps) {
  const isOfUser = 'user_id' in of
  const leadsToAll = onOpen !== undefined && list.rows.length > 0
  return (
    <>
      <SectionHead
        title={t('Payments')}
        count={list.total?.total}
        actions={
          leadsToAll ? <Link href={`/payments?${new URLSearchParams(of)}`}>{t('Open in payments')}</Link> : actions
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
