import { IconClockExclamation, IconMessage2, IconPhoto } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { LogEntry } from '@wheelhouse/contract/maintenance-log/log-entry.ts'
import type { logEntries, LogTotals } from '@wheelhouse/contract/maintenance-log/maintenance-log.ts'
import { Day } from '../../i18n/day-text.tsx'
import { useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { createdColumn, idColumn, updatedColumn } from '../../lists/common-columns.tsx'
import type { ListColumn } from '../../lists/list-columns.ts'
import { DimCell, NameCell, Nothing } from '../../ui/data-table/cells.tsx'
import { StatusText } from '../../ui/details/status.tsx'
import { RowCard } from '../../ui/list-parts/row-card.tsx'
import { LocationLink } from '../locations/location-link.tsx'
import { entryName, logResourceLabels, logTypeLabels, minutesText, targetsText } from './entry-labels.ts'
import classes from './maintenance-log.module.css'

/** When it is due, in the person's own time; red with its glyph once that has passed. */
export function Due({ due_at, is_overdue }: Pick<LogEntry, 'due_at' | 'is_overdue'>) {
  const { moment } = useFormat()
  if (!is_overdue) return <span className={classes.due}>{moment(due_at)}</span>
  return (
    <span className={classes.overdue}>
      <IconClockExclamation size={14} aria-label={t('Overdue')} />
      {moment(due_at)}
    </span>
  )
}

export const Priority = ({ priority }: Pick<LogEntry, 'priority'>) => <StatusText of="priority" value={priority} />
export const Status = ({ status }: Pick<LogEntry, 'status'>) => <StatusText of="maintenance" value={status} />

export function Cost({ cost, currency }: Pick<LogEntry, 'cost' | 'currency'>) {
  const { money } = useFormat()
  return cost === null || currency === null ? (
    <Nothing />
  ) : (
    <span className={classes.number}>{money(cost, currency)}</span>
  )
}

const person = (name: string | null) => (name === null ? <Nothing /> : <DimCell>{name}</DimCell>)

const version = (text: string) => (text === '' ? <Nothing /> : <span className="mono">{text}</span>)

export const entryColumns: readonly ListColumn<typeof logEntries>[] = [
  {
    id: 'number',
    header: 'Entry',
    cell: (entry) => <NameCell>{entryName(entry)}</NameCell>,
    width: 90,
    pin: 'start',
    isHideable: false,
    isLink: true,
  },
  { id: 'priority', header: 'Priority', cell: Priority, width: 100, watch: ({ priority }) => priority },
  { id: 'status', header: 'Status', cell: Status, width: 120, watch: ({ status }) => status },
  {
    id: 'due_at',
    header: 'Due',
    cell: Due,
    width: 150,
    watch: ({ due_at, is_overdue }) => `${due_at} ${is_overdue}`,
    exports: ['due_at', 'is_overdue'],
  },
  {
    id: 'location_label',
    header: 'Location',
    cell: ({ location_id, location_code, location_label }) => (
      <LocationLink id={location_id} label={location_label} code={location_code} />
    ),
    width: 220,
    exports: ['location_code', 'location_label'],
  },
  {
    id: 'targets',
    header: 'Targets',
    cell: (entry) => <DimCell>{targetsText(entry)}</DimCell>,
    width: 170,
  },
  {
    id: 'description',
    header: 'Description',
    cell: ({ description }) => <span className={classes.oneLine}>{description}</span>,
    width: 280,
    isGrowing: true,
  },
  { id: 'type', header: 'Type', cell: ({ type }) => t(logTypeLabels[type]), width: 110 },
  {
    id: 'assignee_name',
    header: 'Assignee',
    cell: ({ assignee_name }) => person(assignee_name),
    width: 140,
    watch: ({ assignee_name }) => assignee_name ?? '',
  },
  {
    id: 'time_spent_minutes',
    header: 'Time spent',
    cell: ({ time_spent_minutes }) =>
      time_spent_minutes === 0 ? (
        <Nothing />
      ) : (
        <span className={classes.number}>{minutesText(time_spent_minutes)}</span>
      ),
    width: 110,
    align: 'end',
  },
  { id: 'cost', header: 'Cost', cell: Cost, width: 110, align: 'end', exports: ['cost', 'currency'] },
  {
    id: 'resource',
    header: 'Resource',
    cell: ({ resource }) => t(logResourceLabels[resource]),
    width: 130,
    isHiddenAtFirst: true,
  },
  {
    id: 'status_at',
    header: 'Status since',
    cell: ({ status_at }) => <Day at={status_at} />,
    width: 110,
    isHiddenAtFirst: true,
  },
  {
    id: 'reason',
    header: 'Blocked because',
    cell: ({ reason }) => <DimCell>{reason}</DimCell>,
    width: 220,
    isHiddenAtFirst: true,
  },
  {
    id: 'resolution',
    header: 'Resolution',
    cell: ({ resolution }) => <DimCell>{resolution}</DimCell>,
    width: 220,
    isHiddenAtFirst: true,
  },
  {
    id: 'created_by_name',
    header: 'Created by',
    cell: ({ created_by_name }) => person(created_by_name),
    width: 140,
    isHiddenAtFirst: true,
  },
  {
    id: 'resolved_by_name',
    header: 'Resolved by',
    cell: ({ resolved_by_name }) => person(resolved_by_name),
    width: 140,
    isHiddenAtFirst: true,
  },
  {
    id: 'verified_by_name',
    header: 'Verified by',
    cell: ({ verified_by_name }) => person(verified_by_name),
    width: 140,
    isHiddenAtFirst: true,
  },
  {
    id: 'old_firmware_version',
    header: 'Old firmware',
    cell: ({ old_firmware_version }) => version(old_firmware_version),
    width: 120,
    isHiddenAtFirst: true,
  },
  {
    id: 'new_firmware_version',
    header: 'New firmware',
    cell: ({ new_firmware_version }) => version(new_firmware_version),
    width: 120,
    isHiddenAtFirst: true,
  },
  createdColumn,
  { ...updatedColumn, isHiddenAtFirst: true },
  idColumn,
]

/** What the filter adds up to, in the row below the table. */
export const totalsCells = (
  { time_spent_minutes, costs, overdue }: LogTotals,
  money: (minor: number, currency: string) => string,
): Record<string, ReactNode> => ({
  due_at: overdue === 0 ? '' : <span className={classes.overdue}>{t('{{count}} overdue', { count: overdue })}</span>,
  time_spent_minutes: time_spent_minutes === 0 ? '' : minutesText(time_spent_minutes),
  cost: costs.map(({ cost, currency }) => money(cost, currency)).join(', '),
})

/** How many photos and comments hang on it. */
export const Attached = ({ photos, comments }: { photos: number; comments: number }) => (
  <>
    {photos > 0 && (
      <span className={classes.attached}>
        <IconPhoto size={14} aria-label={t('Photos')} /> {photos}
      </span>
    )}
    {comments > 0 && (
      <span className={classes.attached}>
        <IconMessage2 size={14} aria-label={t('Comments')} /> {comments}
      </span>
    )}
  </>
)

export const EntryCard = ({ entry }: { entry: LogEntry }) => (
  <RowCard
    title={`${entryName(entry)} ${entry.location_label}`}
    trailing={<Attached {...entry} />}
    facts={
      <>
        <Priority {...entry} />
        <Status {...entry} />
        <Due {...entry} />
        <span>{targetsText(entry)}</span>
      </>
    }
  >
    {entry.description}
  </RowCard>
)
