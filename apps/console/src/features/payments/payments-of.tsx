import { listPayments } from '@wheelhouse/contract/payments/payments.ts'
import type { Payment } from '@wheelhouse/contract/payments/payments.ts'
import { t } from '../../i18n/i18n.ts'
import { useList } from '../../lists/list.ts'
import { useCanCall } from '../../session/can.ts'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import { ErrorState, NoData, NoPermission } from '../../ui/frame/states.tsx'
import { Link } from '../../ui/details/link.tsx'
import { PaymentCard, paymentColumns } from './payment-columns.tsx'

const without = (hidden: readonly string[]) =>
  paymentColumns.filter(({ id }) => !hidden.includes(id)).map((column) => ({ ...column, isSortable: false }))
const columnsOf = { user: without(['user']), subscription: without(['location', 'type']) }
const rowId = ({ id }: Payment): string => id
const card = (payment: Payment) => <PaymentCard payment={payment} />

export interface PaymentsOfProps {
  of: { user_id: string } | { subscription_id: string }
  onOpen: (paymentId: string) => void
}

/** The payments of one person or of one subscription, the newest first. */
export function PaymentsOf({ of, onOpen }: PaymentsOfProps) {
  const may = useCanCall(listPayments)
  const list = useList(listPayments, of, { enabled: may, isLive: true })
  if (!may) return <NoPermission action="GET" resource="payment" />
  return (
    <>
      <DataTable
        label={t('Payments')}
        columns={'user_id' in of ? columnsOf.user : columnsOf.subscription}
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
      {list.rows.length > 0 && <Link href={`/payments?${new URLSearchParams(of)}`}>{t('Open in payments')}</Link>}
    </>
  )
}

function stateOf({ rows, error, isLoading, retry }: ReturnType<typeof useList<typeof listPayments>>) {
  if (rows.length > 0 || isLoading) return undefined
  if (error) return <ErrorState title={listPayments.says.failed} detail={error.message} onRetry={retry} />
  return <NoData title={t('No payments yet')}>{t('Sessions with a fee and passes appear here.')}</NoData>
}
