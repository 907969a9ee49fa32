import type { Payment, payments } from '@wheelhouse/contract/payments/payments.ts'
import { useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { MomentText } from '../../i18n/moment-text.tsx'
import type { ListColumn } from '../../lists/list-columns.ts'
import { DimCell, Nothing } from '../../ui/data-table/cells.tsx'
import { CopyableId } from '../../ui/details/copyable-id.tsx'
import { StatusText } from '../../ui/details/status.tsx'
import { RowCard } from '../../ui/list-parts/row-card.tsx'
import { LocationLink } from '../locations/location-link.tsx'
import { UserLink } from '../users/user-link.tsx'
import { typeLabels } from './payment-labels.ts'
import classes from './payments.module.css'

export const State = ({ state }: Pick<Payment, 'state'>) => <StatusText of="payment" value={state} />

/** The sum, and how much of it went back. */
export function Sum({ amount_minor, refunded_minor, currency }: Payment) {
  const { money } = useFormat()
  return (
    <span className={classes.sum}>
      {refunded_minor > 0 && <small>{t('{{sum}} refunded', { sum: money(refunded_minor, currency) })}</small>}
      {money(amount_minor, currency)}
    </span>
  )
}

const Where = ({ location_id: id, location_label: label, location_code: code }: Payment) =>
  id === null || label === null ? <Nothing /> : <LocationLink id={id} label={label} code={code ?? undefined} />

export const paymentColumns: readonly ListColumn<typeof payments>[] = [
  {
    id: 'created_at',
    header: 'Time',
    cell: ({ created_at }) => <MomentText at={created_at} />,
    width: 152,
    pin: 'start',
    isHideable: false,
    isLink: true,
  },
  { id: 'state', header: 'State', cell: State, width: 136, watch: ({ state }) => state },
  {
    id: 'amount',
    header: 'Amount',
    cell: Sum,
    width: 190,
    align: 'end',
    watch: ({ refunded_minor }) => refunded_minor,
    exports: ['amount', 'refunded', 'net', 'currency'],
  },
  { id: 'type', header: 'Type', cell: ({ type }) => t(typeLabels[type]), width: 104 },
  {
    id: 'location',
    header: 'Location',
    cell: Where,
    width: 220,
    isGrowing: true,
    exports: ['location_code', 'location_label'],
  },
  {
    id: 'user',
    header: 'User',
    cell: ({ user_id: id, user_name: name }) =>
      id === null || name === null ? <Nothing /> : <UserLink id={id} name={name} />,
    width: 150,
    exports: ['user_id', 'user_name'],
  },
  { id: 'method', header: 'Method', cell: ({ method }) => <DimCell>{method}</DimCell>, width: 120 },
  {
    id: 'provider_result',
    header: 'Provider result',
    cell: ({ provider_result: word }) => (word === null ? <Nothing /> : <code>{word}</code>),
    width: 180,
    watch: ({ provider_result }) => provider_result,
  },
  { id: 'reason', header: 'Reason', cell: ({ reason }) => <DimCell>{reason}</DimCell>, width: 220 },
  {
    id: 'reference',
    header: 'Reference',
    cell: ({ reference }) => (reference === null ? <Nothing /> : <CopyableId id={reference} isMono />),
    width: 290,
    isHiddenAtFirst: true,
  },
  {
    id: 'updated_at',
    header: 'Updated',
    cell: ({ updated_at }) => <MomentText at={updated_at} />,
    width: 130,
    isHiddenAtFirst: true,
  },
  {
    id: 'id',
    header: 'ID',
    cell: ({ id }) => <CopyableId id={id} isMono />,
    width: 290,
    isHiddenAtFirst: true,
  },
]

interface PaymentCardProps {
  payment: Payment
  /** All rows are the same person's: the kind of payment leads instead of the name. */
  isOfOnePerson?: boolean
}

export function PaymentCard({ payment, isOfOnePerson = false }: PaymentCardProps) {
  const { user_name: name, type, location_label, method, provider_result } = payment
  return (
    <RowCard
      title={isOfOnePerson || name === null ? t(typeLabels[type]) : name}
      trailing={<State state={payment.state} />}
      facts={<Sum {...payment} />}
      childrenTrailing={<MomentText at={payment.created_at} />}
    >
      {[location_label, method, provider_result].filter(Boolean).join(' · ') || undefined}
    </RowCard>
  )
}
