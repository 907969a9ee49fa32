import { IconBellOff, IconEye, IconUser } from '@tabler/icons-react'
import type { TablerIcon } from '@tabler/icons-react'
import type { Outage, OutageHandling, outages } from '@wheelhouse/contract/outages/outages.ts'
import { useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { idColumn } from '../../lists/common-columns.tsx'
import type { ListColumn } from '../../lists/list-columns.ts'
import { DimCell, NameCell, Nothing } from '../../ui/data-table/cells.tsx'
import { StatusText } from '../../ui/details/status.tsx'
import { Duration, durationLabel } from '../../ui/details/time.tsx'
import { RowCard } from '../../ui/list-parts/row-card.tsx'
import { LocationLink } from '../locations/location-link.tsx'
import { clearingWord, handlingLabels, outageName } from './outage-labels.ts'
import classes from './outages.module.css'

const icons: Partial<Record<OutageHandling, TablerIcon>> = {
  acknowledged: IconEye,
  assigned: IconUser,
  muted: IconBellOff,
}

/** Who sees to it, or how far people are with it. */
export function Handling({ handling, assignee_name, acknowledged_by_name, muted_until }: Outage) {
  const { moment } = useFormat()
  const Icon = icons[handling]
  if (Icon === undefined) return <DimCell>{t(handlingLabels.new)}</DimCell>
  const words: Partial<Record<OutageHandling, string | null>> = {
    acknowledged: acknowledged_by_name && t('Acknowledged by {{name}}', { name: acknowledged_by_name }),
    assigned: assignee_name,
    muted: muted_until && t('Muted until {{time}}', { time: moment(muted_until) }),
  }
  return (
    <span className={classes.handling}>
      <Icon size={14} aria-hidden />
      {words[handling] ?? t(handlingLabels[handling])}
    </span>
  )
}

/** How long it has lasted, or did last. */
export const Lasted = ({ began_at, ended_at }: Pick<Outage, 'began_at' | 'ended_at'>) =>
  ended_at === null ? <Duration since={began_at} /> : durationLabel(Date.parse(ended_at) - Date.parse(began_at))

function Moment({ at }: { at: string | null }) {
  const { moment, exact } = useFormat()
  if (at === null) return <Nothing />
  return (
    <time dateTime={at} data-tip={exact(at)}>
      {moment(at)}
    </time>
  )
}

export const outageColumns: readonly ListColumn<typeof outages>[] = [
  {
    id: 'began_at',
    header: 'Offline since',
    cell: ({ began_at }) => <Moment at={began_at} />,
    width: 150,
    pin: 'start',
    isHideable: false,
    isLink: true,
  },
  {
    id: 'status',
    header: 'Status',
    cell: ({ status }) => <StatusText of="incident" value={status} />,
    width: 120,
    watch: ({ status }) => status,
  },
  {
    id: 'location',
    header: 'Location',
    cell: ({ location_id, location_code, location_label }) => (
      <LocationLink id={location_id} label={location_label} code={location_code} />
    ),
    width: 250,
    isGrowing: true,
    exports: ['location_code', 'location_label'],
  },
  {
    id: 'what',
    header: 'What is offline',
    cell: (outage) => <NameCell>{outageName(outage)}</NameCell>,
    width: 220,
    exports: ['scope', 'device_type', 'device_number', 'hardware_id', 'folded_devices'],
  },
  { id: 'lasted', header: 'Duration', cell: Lasted, width: 100, align: 'end', exports: ['ended_at'] },
  {
    id: 'handling',
    header: 'Handling',
    cell: Handling,
    width: 210,
    watch: ({ handling, assignee_name }) => `${handling} ${assignee_name}`,
    exports: ['handling', 'acknowledged_at', 'acknowledged_by_name', 'assignee_name', 'muted_until'],
  },
  { id: 'note', header: 'Note', cell: ({ note }) => <DimCell>{note}</DimCell>, width: 220 },
  {
    id: 'clearing',
    header: 'Ended by',
    cell: (outage) => <DimCell>{clearingWord(outage)}</DimCell>,
    width: 150,
    isHiddenAtFirst: true,
  },
  {
    id: 'part',
    header: 'Part of',
    cell: ({ folded_into }) => <DimCell>{folded_into === null ? null : t('A larger outage')}</DimCell>,
    width: 130,
    isHiddenAtFirst: true,
    exports: ['folded_into'],
  },
  idColumn,
]

export const OutageCard = ({ outage }: { outage: Outage }) => (
  <RowCard
    title={outage.location_label}
    trailing={<StatusText of="incident" value={outage.status} />}
    facts={outageName(outage)}
    childrenTrailing={<Lasted {...outage} />}
  >
    <Handling {...outage} />
  </RowCard>
)
