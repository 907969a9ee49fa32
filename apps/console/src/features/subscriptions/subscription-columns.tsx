import { passPeriods } from '@wheelhouse/contract/subscriptions/subscriber-statuses.ts'
import type { PassPeriod } from '@wheelhouse/contract/subscriptions/subscriber-statuses.ts'
import { feeFieldOf } from '@wheelhouse/contract/subscriptions/subscriptions.ts'
import type { Subscription, subscriptions } from '@wheelhouse/contract/subscriptions/subscriptions.ts'
import { useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { createdColumn, idColumn, updatedColumn } from '../../lists/common-columns.tsx'
import type { ListColumn } from '../../lists/list-columns.ts'
import { DimCell, NameCell, Nothing } from '../../ui/data-table/cells.tsx'
import { StatusText } from '../../ui/details/status.tsx'
import { RowCard } from '../../ui/list-parts/row-card.tsx'
import { OrganizationLink } from '../organizations/organization-link.tsx'
import classes from './subscriptions.module.css'

const counted = (count: number, one: string, many: string): string => {
  if (count === 0) return ''
  return count === 1 ? one : many
}

export function placesText({ locations, devices }: Pick<Subscription, 'locations' | 'devices'>): string {
  const parts = [
    counted(locations, t('1 location'), t('{{count}} locations', { count: locations })),
    counted(devices, t('1 device'), t('{{count}} devices', { count: devices })),
  ].filter((part) => part !== '')
  return parts.join(', ') || t('No locations yet')
}

/** How many places are taken; a full one says so. */
export const Capacity = ({ places_taken: taken, max_capacity: most, word }: Subscription & { word?: string }) => (
  <span className={classes.capacity} data-full={taken >= most || undefined}>
    {t('{{taken}} of {{most}}', { taken, most })} {word}
    {taken >= most && <strong>{t('full')}</strong>}
  </span>
)

/** Nothing where the period is not offered. */
export function Fee({ minor, currency }: { minor: number | null; currency: string }) {
  const { money } = useFormat()
  if (minor === null) return <Nothing />
  return minor === 0 ? t('Free') : money(minor, currency)
}

const feeHeaders: Record<PassPeriod, string> = { daily: 'Day pass', weekly: 'Week pass', monthly: 'Month pass' }
const exportedFee = { daily: 'day_fee', weekly: 'week_fee', monthly: 'month_fee' } as const

const feeColumns = passPeriods.map((period): ListColumn<typeof subscriptions> => ({
  id: feeFieldOf[period],
  header: feeHeaders[period],
  cell: (row) => <Fee minor={row[feeFieldOf[period]]} currency={row.currency} />,
  width: 116,
  align: 'end',
  exports: [exportedFee[period], 'currency'],
}))

export const subscriptionColumns: readonly ListColumn<typeof subscriptions>[] = [
  {
    id: 'name',
    header: 'Name',
    cell: ({ name }) => <NameCell>{name}</NameCell>,
    width: 240,
    isGrowing: true,
    pin: 'start',
    isHideable: false,
    isLink: true,
    watch: ({ name }) => name,
  },
  {
    id: 'status',
    header: 'Status',
    cell: ({ status }) => <StatusText of="subscription" value={status} />,
    width: 120,
    watch: ({ status }) => status,
  },
  {
    id: 'places_taken',
    header: 'Subscribers',
    cell: Capacity,
    width: 140,
    exports: ['places_taken', 'max_capacity'],
    watch: ({ places_taken }) => String(places_taken),
  },
  ...feeColumns,
  {
    id: 'places',
    header: 'Valid at',
    cell: (row) => <DimCell>{placesText(row)}</DimCell>,
    width: 180,
    exports: ['locations', 'devices'],
  },
  {
    id: 'is_exclusive',
    header: 'Locks',
    cell: ({ is_exclusive }) => <DimCell>{is_exclusive ? t('Subscribers only') : t('Open to everyone')}</DimCell>,
    width: 150,
  },
  {
    id: 'organization_name',
    header: 'Organization',
    cell: ({ organization_id: id, organization_name: name }) =>
      id === null || name === null ? <Nothing /> : <OrganizationLink id={id} name={name} />,
    width: 180,
  },
  {
    id: 'description',
    header: 'Description',
    cell: ({ description }) => <DimCell>{description}</DimCell>,
    width: 260,
    isHiddenAtFirst: true,
  },
  {
    id: 'time_zone',
    header: 'Time zone',
    cell: ({ time_zone }) => <DimCell>{time_zone}</DimCell>,
    width: 150,
    isHiddenAtFirst: true,
  },
  { ...createdColumn, isHiddenAtFirst: true },
  updatedColumn,
  idColumn,
]

export const SubscriptionCard = ({ row }: { row: Subscription }) => (
  <RowCard
    title={row.name}
    trailing={<StatusText of="subscription" value={row.status} />}
    facts={<Fees row={row} />}
    childrenTrailing={<Capacity {...row} />}
  >
    {placesText(row)}
  </RowCard>
)

/** "Day pass €2.00 · Month pass €25.00": what is offered. */
export function Fees({ row }: { row: Subscription }) {
  const { money } = useFormat()
  const offered = passPeriods.flatMap((period) => {
    const minor = row[feeFieldOf[period]]
    if (minor === null) return []
    return [`${t(feeHeaders[period])} ${minor === 0 ? t('free') : money(minor, row.currency)}`]
  })
  return <span>{offered.join(' · ')}</span>
}
