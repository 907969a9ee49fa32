import { listPayments } from '@wheelhouse/contract/payments/payments.ts'
import type { Payment } from '@wheelhouse/contract/payments/payments.ts'
import { t } from '../../i18n/i18n.ts'
import { useList } from '../../lists/list.ts'
import { useCanCall } from '../../session/can.ts'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import { ErrorState, NoData, NoPermission } from '../../ui/frame/states.tsx'
import { Link } from '../../ui/details/link.tsx'
import { PaymentCard, paymentColumns } from './payment-columns.tsx'

const columns = paymentColumns.filter(({ id }) => id !== 'user').map((column) => ({ ...column, isSortable: false }))
const rowId = ({ id }: Payment): string => id
const card = (payment: Payment) => <PaymentCard payment={payment} />

/** The payments of one person, the newest first; each opens in the list of payments. */
export function PaymentsOfUser({ userId, onOpen }: { userId: string; onOpen: (paymentId: string) => void }) {
  const may = useCanCall(listPayments)
  const list = useList(listPayments, { user_id: userId }, { enabled: may, isLive: true })
  if (!may) return <NoPermission action="GET" resource="payment" />
  return (
    <>
      <DataTable
        label={t('Payments')}
        columns={columns}
        rows={list.rows}
        rowId={rowId}
        total={list.total}
        hasMore={list.hasMore}
        onLoadMore={list.loadMore}
        onView={list.onView}
        isLoading={list.isLoading}
        isPast={list.isPast}
        isWhole
        onOpen={({ id }) => onOpen(id)}
        card={card}
        state={stateOf(list)}
      />
      {list.rows.length > 0 && <Link href={`/payments?user_id=${userId}`}>{t('Open in payments')}</Link>}
    </>
  )
}

function stateOf({ rows, error, isLoading, retry }: ReturnType<typeof useList<typeof listPayments>>) {
  if (rows.length > 0 || isLoading) return undefined
  if (error) return <ErrorState title={listPayments.says.failed} detail={error.message} onRetry={retry} />
  return <NoData title={t('No payments yet')}>{t('Sessions with a fee and passes appear here.')}</NoData>
}
