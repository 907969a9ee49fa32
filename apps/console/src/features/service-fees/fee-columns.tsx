import { serviceFeesOf } from '@wheelhouse/contract/service-fees/service-fees.ts'
import type { ServiceFee } from '@wheelhouse/contract/service-fees/service-fees.ts'
import { Day } from '../../i18n/day-text.tsx'
import { useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { sortableBy } from '../../lists/list-columns.ts'
import { idColumn, updatedColumn } from '../../lists/common-columns.tsx'
import type { ListColumn } from '../../lists/list-columns.ts'
import { DimCell, NameCell, Nothing } from '../../ui/data-table/cells.tsx'
import { RowCard } from '../../ui/list-parts/row-card.tsx'
import { StatusText } from '../../ui/details/status.tsx'
import { LocationLink } from '../locations/location-link.tsx'
import { OrganizationLink } from '../organizations/organization-link.tsx'
import { periodLabels, serviceLabels } from './fee-labels.ts'
import classes from './service-fees.module.css'

/** With what it is for: `€12.50 a month`. */
export function Amount({ fee, currency, period }: Pick<ServiceFee, 'fee' | 'currency' | 'period'>) {
  const { money } = useFormat()
  return (
    <span className={classes.amount}>
      {money(fee, currency)}
      <span>{t(periodLabels[period].a)}</span>
    </span>
  )
}

/** A plain day, the same wherever one reads it. */
export function CalendarDay({ day }: { day: string | null }) {
  const { fullDay } = useFormat()
  return day === null ? <Nothing /> : <span>{fullDay(day)}</span>
}

export const Status = ({ status }: Pick<ServiceFee, 'status'>) => <StatusText of="service_fee" value={status} />

export const PaidBy = ({ resource_type, resource_id, resource_name, location_code }: ServiceFee) =>
  resource_type === 'location' ? (
    <LocationLink id={resource_id} label={resource_name} code={location_code ?? undefined} />
  ) : (
    <OrganizationLink id={resource_id} name={resource_name} />
  )

const { fees } = serviceFeesOf.location
type FeeColumn = ListColumn<typeof fees>

const ownColumns: readonly FeeColumn[] = [
  {
    id: 'service',
    header: 'Service',
    cell: ({ service }) => <NameCell>{t(serviceLabels[service])}</NameCell>,
    width: 130,
    pin: 'start',
    isHideable: false,
    isLink: true,
  },
  { id: 'status', header: 'Status', cell: Status, width: 90, watch: ({ status }) => status },
  {
    id: 'fee',
    header: 'Fee',
    cell: Amount,
    width: 170,
    align: 'end',
    watch: ({ fee }) => fee,
    exports: ['fee', 'currency'],
  },
  {
    id: 'period',
    header: 'Period',
    cell: ({ period }) => t(periodLabels[period].word),
    width: 100,
    isHiddenAtFirst: true,
  },
  {
    id: 'start_date',
    header: 'From',
    cell: ({ start_date }) => <CalendarDay day={start_date} />,
    width: 116,
  },
  {
    id: 'end_date',
    header: 'Until',
    cell: ({ end_date }) => <CalendarDay day={end_date} />,
    width: 116,
    watch: ({ end_date }) => end_date,
  },
  {
    id: 'paid_at',
    header: 'Paid',
    cell: ({ paid_at }) => (paid_at === null ? <Nothing /> : <Day at={paid_at} />),
    width: 110,
    watch: ({ paid_at }) => paid_at,
  },
  {
    id: 'comment',
    header: 'Comment',
    cell: ({ comment }) => <DimCell>{comment}</DimCell>,
    width: 220,
    isGrowing: true,
  },
  { ...updatedColumn, isHiddenAtFirst: true },
  idColumn,
]

const paidBy: FeeColumn = {
  id: 'resource_name',
  header: 'Paid by',
  cell: PaidBy,
  width: 230,
  exports: ['resource_type', 'location_code', 'resource_name'],
}

export const feeColumns = sortableBy(fees, ownColumns)
/** For the fees of several payers. */
export const overviewColumns = sortableBy(fees, [...ownColumns.slice(0, 1), paidBy, ...ownColumns.slice(1)])

export function FeeCard({ fee, isNamed }: { fee: ServiceFee; isNamed: boolean }) {
  const { fullDay } = useFormat()
  const until = fee.end_date === null ? t('no end date') : fullDay(fee.end_date)
  return (
    <RowCard
      title={t(serviceLabels[fee.service])}
      trailing={<Status status={fee.status} />}
      facts={<Amount {...fee} />}
    >
      {[isNamed ? fee.resource_name : '', `${fullDay(fee.start_date)} – ${until}`, fee.comment]
        .filter(Boolean)
        .join(' · ')}
    </RowCard>
  )
}
