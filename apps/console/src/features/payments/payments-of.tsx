import { listPayments } from '@wheelhouse/contract/payments/payments.ts'
import type { Payment } from '@wheelhouse/contract/payments/payments.ts'
import { t } from '../../i18n/i18n.ts'
import { ListRows } from '../../lists/list-rows.tsx'
import { useList } from '../../lists/list.ts'
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
  const list = useList(listPayments, of, { enabled: may, isLive: true })
  const isOfUser = 'user_id' in of
  if (!may) return <NoPermission action="GET" resource="payment" />
  return (
    <>
      <SectionHead
        title={t('Payments')}
        count={list.total?.total}
        actions={
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
        onOpen={({ id }) => onOpen(id)}
        card={isOfUser ? cardOfOnePerson : card}
      />
    </>
  )
}
