import { IconCheck, IconCircleOff } from '@tabler/icons-react'
import type { RegionConfig, regions, RegionStatus } from '@wheelhouse/contract/regions/regions.ts'
import { Day } from '../../i18n/day-text.tsx'
import { t } from '../../i18n/i18n.ts'
import type { ListColumn } from '../../lists/list-columns.ts'
import { CopyableId } from '../../ui/details/copyable-id.tsx'
import { NameCell } from '../../ui/data-table/cells.tsx'
import { RowCard } from '../../ui/list-parts/row-card.tsx'
import classes from './regions.module.css'

/** Keys of `t`. */
export const statusLabels: Record<RegionStatus, string> = { enabled: 'Enabled', disabled: 'Disabled' }

export function Status({ status }: Pick<RegionConfig, 'status'>) {
  const Icon = status === 'enabled' ? IconCheck : IconCircleOff
  return (
    <span className={classes.status} data-status={status}>
      <Icon size={14} stroke={1.75} aria-hidden /> {t(statusLabels[status])}
    </span>
  )
}

export const regionColumns: readonly ListColumn<typeof regions>[] = [
  {
    id: 'tag',
    header: 'Tag',
    cell: ({ tag }) => <span className="mono">{tag}</span>,
    width: 100,
    pin: 'start',
    isHideable: false,
    isLink: true,
  },
  {
    id: 'name',
    header: 'Name',
    cell: ({ name }) => <NameCell>{name}</NameCell>,
    width: 240,
    isGrowing: true,
    watch: ({ name }) => name,
  },
  { id: 'status', header: 'Status', cell: Status, width: 120, watch: ({ status }) => status },
  {
    id: 'created_at',
    header: 'Created',
    cell: ({ created_at }) => <Day at={created_at} />,
    width: 120,
  },
  {
    id: 'updated_at',
    header: 'Updated',
    cell: ({ updated_at }) => <Day at={updated_at} />,
    width: 120,
  },
  {
    id: 'id',
    header: 'ID',
    cell: ({ id }) => <CopyableId id={id} isMono />,
    width: 290,
    isHiddenAtFirst: true,
  },
]

export const RegionCard = ({ region }: { region: RegionConfig }) => (
  <RowCard
    title={region.name}
    trailing={<Status status={region.status} />}
    facts={<span className="mono">{region.tag}</span>}
  />
)
