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

const columns = paymentColumns.filter(({ id }) => id !== 'user').map((column) => ({ ...column, isSortable: false }))
const card = (payment: Payment) => <PaymentCard payment={payment} isOfOnePerson />

/** The payments of one person, the newest first; each opens in the list of payments. */
export function PaymentsOfUser({ userId, onOpen }: { userId: string; onOpen: (paymentId: string) => void }) {
  const may = useCanCall(listPayments)
  const list = useList(listPayments, { user_id: userId }, { enabled: may, isLive: true })
  if (!may) return <NoPermission action="GET" resource="payment" />
  return (
    <>
      <SectionHead
        title={t('Payments')}
        count={list.total?.total}
        actions={list.rows.length > 0 && <Link href={`/payments?user_id=${userId}`}>{t('Open in payments')}</Link>}
      />
      <ListRows
        label={t('Payments')}
        columns={columns}
        list={list}
        failed={listPayments.says.failed}
        words={{ noData: t('No payments yet'), whyNoData: t('Sessions with a fee and passes appear here.') }}
        isWhole
        onOpen={({ id }) => onOpen(id)}
        card={card}
      />
    </>
  )
}
