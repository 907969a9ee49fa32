import type { PriceList, priceLists } from '@wheelhouse/contract/price-lists/price-lists.ts'
import { Day } from '../../i18n/day-text.tsx'
import { useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { idColumn, updatedColumn } from '../../lists/common-columns.tsx'
import type { ListColumn } from '../../lists/list-columns.ts'
import { NameCell, Nothing } from '../../ui/data-table/cells.tsx'
import { StatusText } from '../../ui/details/status.tsx'
import { RowCard } from '../../ui/list-parts/row-card.tsx'
import { LocationLink } from '../locations/location-link.tsx'
import { targetLabels } from './price-list-labels.ts'
import { termsLine } from './price-terms-labels.ts'
import classes from './price-lists.module.css'

/** A price list goes through the states of a service fee. */
export const Status = ({ status }: Pick<PriceList, 'status'>) => <StatusText of="service_fee" value={status} />

export function Target({ target_type, target_id, target_name: name, target_code }: PriceList) {
  if (name === null) return <Nothing />
  if (target_type === 'location') return <LocationLink id={target_id} label={name} code={target_code ?? undefined} />
  return <span>{name}</span>
}

function Terms({ row }: { row: PriceList }) {
  const format = useFormat()
  return <span className={classes.terms}>{termsLine(row, format)}</span>
}

export const priceListColumns: readonly ListColumn<typeof priceLists>[] = [
  {
    id: 'name',
    header: 'Name',
    cell: ({ name }) => <NameCell>{name}</NameCell>,
    width: 180,
    pin: 'start',
    isHideable: false,
    isLink: true,
    watch: ({ name }) => name,
  },
  { id: 'status', header: 'Status', cell: Status, width: 90, watch: ({ status }) => status },
  {
    id: 'target_name',
    header: 'For',
    cell: Target,
    width: 230,
    exports: ['target_type', 'target_code', 'target_name'],
  },
  {
    id: 'terms',
    header: 'Prices',
    cell: (row) => <Terms row={row} />,
    width: 320,
    isGrowing: true,
    exports: ['starting_fee', 'free_minutes', 'minute_fee', 'hour_fee', 'day_fee', 'day_cap', 'stay_cap'],
  },
  { id: 'currency', header: 'Currency', cell: ({ currency }) => currency, width: 88 },
  {
    id: 'versions',
    header: 'Version',
    cell: ({ version_number: number, versions }) => t('{{number}} of {{versions}}', { number, versions }),
    width: 84,
    align: 'end',
    exports: ['version_number'],
  },
  { id: 'valid_from', header: 'Valid from', cell: ({ valid_from }) => <Day at={valid_from} />, width: 110 },
  {
    id: 'ends_at',
    header: 'Ends',
    cell: ({ ends_at }) => (ends_at === null ? <Nothing /> : <Day at={ends_at} />),
    width: 110,
  },
  {
    id: 'target_type',
    header: 'Kind',
    cell: ({ target_type }) => t(targetLabels[target_type]),
    width: 90,
    isHiddenAtFirst: true,
  },
  { ...updatedColumn, isHiddenAtFirst: true },
  idColumn,
]

export function PriceListCard({ list }: { list: PriceList }) {
  const format = useFormat()
  return (
    <RowCard
      title={list.target_name ?? list.name}
      trailing={<Status status={list.status} />}
      facts={termsLine(list, format)}
    >
      {list.name}
    </RowCard>
  )
}
