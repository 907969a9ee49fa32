import { IconRepeat } from '@tabler/icons-react'
import type { Report, reports } from '@wheelhouse/contract/reports/reports.ts'
import { MomentText } from '../../i18n/moment-text.tsx'
import { useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { idColumn } from '../../lists/common-columns.tsx'
import type { ListColumn } from '../../lists/list-columns.ts'
import { DimCell, NameCell, Nothing, NumberCell } from '../../ui/data-table/cells.tsx'
import { StatusText } from '../../ui/details/status.tsx'
import { RelativeTime } from '../../ui/details/time.tsx'
import { RowCard } from '../../ui/list-parts/row-card.tsx'
import { sizeText, typeLabel } from './report-labels.ts'
import classes from './reports.module.css'

/** "1 Oct to 31 Oct 2026": days without a time, so no time zone moves them. */
export function Timeframe({ from_day, to_day }: Pick<Report, 'from_day' | 'to_day'>) {
  const { fullDay } = useFormat()
  return (
    <span className={classes.days}>
      {fullDay(from_day)} – {fullDay(to_day)}
    </span>
  )
}

const Described = ({ description, repeats_monthly }: Report) => (
  <span className={classes.described}>
    <NameCell>{description}</NameCell>
    {repeats_monthly && (
      <span data-tip={t('Repeats each month')}>
        <IconRepeat size={14} aria-label={t('Repeats each month')} />
      </span>
    )}
  </span>
)

const Size = ({ bytes, format }: Report) =>
  bytes === null ? <Nothing /> : <span>{`${sizeText(bytes)} ${format.toUpperCase()}`}</span>

export const reportColumns: readonly ListColumn<typeof reports>[] = [
  {
    id: 'description',
    header: 'Description',
    cell: (report) => <Described {...report} />,
    width: 280,
    isGrowing: true,
    pin: 'start',
    isHideable: false,
    isLink: true,
    exports: ['description', 'repeats_monthly'],
    watch: ({ description }) => description,
  },
  {
    id: 'type',
    header: 'Type',
    cell: ({ type }) => <DimCell>{typeLabel(type)}</DimCell>,
    width: 220,
  },
  {
    id: 'timeframe',
    header: 'Timeframe',
    cell: (report) => <Timeframe {...report} />,
    width: 210,
    exports: ['from_day', 'to_day'],
  },
  {
    id: 'status',
    header: 'Status',
    cell: ({ status }) => <StatusText of="report" value={status} />,
    width: 120,
    watch: ({ status }) => status,
  },
  {
    id: 'rows_done',
    header: 'Rows',
    // A report that failed or expired wrote none that one could read.
    cell: ({ rows_done, bytes }) =>
      rows_done === 0 && bytes === null ? <Nothing /> : <NumberCell value={rows_done} />,
    width: 100,
    align: 'end',
    watch: ({ rows_done }) => rows_done,
  },
  { id: 'bytes', header: 'File', cell: (report) => <Size {...report} />, width: 120, exports: ['bytes', 'format'] },
  {
    id: 'expires_at',
    header: 'Download until',
    cell: ({ expires_at }) => <MomentText at={expires_at} />,
    width: 140,
  },
  {
    id: 'created_by_name',
    header: 'Created by',
    cell: ({ created_by_name: name }) => <DimCell>{name}</DimCell>,
    width: 150,
  },
  { id: 'created_at', header: 'Created', cell: ({ created_at }) => <RelativeTime at={created_at} />, width: 120 },
  idColumn,
]

export const ReportCard = (report: Report) => (
  <RowCard
    title={report.description}
    trailing={<StatusText of="report" value={report.status} />}
    facts={typeLabel(report.type)}
    childrenTrailing={<RelativeTime at={report.created_at} />}
  >
    <Timeframe {...report} />
  </RowCard>
)
