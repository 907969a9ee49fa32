import type { commands } from '@wheelhouse/contract/commands/commands.ts'
import type { RowOf } from '@wheelhouse/contract/list.ts'
import { t } from '../../i18n/i18n.ts'
import type { ListColumn } from '../../lists/list-columns.ts'
import { DimCell, NameCell, Nothing } from '../../ui/data-table/cells.tsx'
import { StatusText } from '../../ui/details/status.tsx'
import { durationLabel, RelativeTime } from '../../ui/details/time.tsx'
import { RowCard } from '../../ui/list-parts/row-card.tsx'
import { deviceName } from '../devices/device-labels.ts'
import { DeviceLink } from '../devices/device-link.tsx'
import { CopyableHardware } from '../hardware/hardware-link.tsx'
import { LocationLink } from '../locations/location-link.tsx'
import { failureText } from './command-end.ts'
import { commandLabel, reasonWord } from './command-offers.ts'

export type ListedCommand = RowOf<typeof commands>

function Sent({ created_at }: Pick<ListedCommand, 'created_at'>) {
  return <RelativeTime at={created_at} />
}

function Result(command: ListedCommand) {
  const { status, failure } = command
  const word = status === 'failed' && failure !== null ? { word: failureText(command, failure) } : {}
  return <StatusText of="command" value={status} {...word} />
}

const targetName = ({ device_type: type, device_number: number }: ListedCommand): string | null =>
  type === null || number === null ? null : deviceName({ type, number })

/** A link to the device on the page of its location, where the command was for one. */
function Target(command: ListedCommand) {
  const { device_id: id, location_id: locationId, device_type: type, device_number: number } = command
  if (id !== null && locationId !== null && type !== null && number !== null)
    return <DeviceLink id={id} locationId={locationId} type={type} number={number} />
  return targetName(command) ?? <Nothing />
}

const tookOf = ({ created_at, ended_at }: ListedCommand): string | null =>
  ended_at === null ? null : durationLabel(Date.parse(ended_at) - Date.parse(created_at))

export const commandListColumns: readonly ListColumn<typeof commands>[] = [
  { id: 'created_at', header: 'Sent', cell: Sent, width: 130, pin: 'start', isHideable: false },
  { id: 'name', header: 'Command', cell: ({ name }) => <NameCell>{commandLabel(name)}</NameCell>, width: 180 },
  {
    id: 'status',
    header: 'Status',
    cell: Result,
    width: 200,
    watch: ({ status }) => status,
    exports: ['status', 'failure'],
  },
  {
    id: 'location',
    header: 'Location',
    cell: ({ location_id, location_code, location_label }) =>
      location_id === null ? (
        <Nothing />
      ) : (
        <LocationLink id={location_id} label={location_label} code={location_code} />
      ),
    width: 250,
    isGrowing: true,
    exports: ['location_code', 'location_label'],
  },
  { id: 'device', header: 'Device', cell: Target, width: 120, exports: ['device_type', 'device_number'] },
  {
    id: 'requested_by_name',
    header: 'Sent by',
    cell: ({ requested_by_name }) => <DimCell>{requested_by_name ?? t('System')}</DimCell>,
    width: 170,
  },
  {
    id: 'reason',
    header: 'Reason',
    cell: ({ reason }) => <DimCell>{reason && reasonWord(reason)}</DimCell>,
    width: 120,
  },
  { id: 'comment', header: 'Comment', cell: ({ comment }) => <DimCell>{comment}</DimCell>, width: 220 },
  {
    id: 'took',
    header: 'Duration',
    cell: (row) => tookOf(row) ?? <Nothing />,
    width: 100,
    align: 'end',
    exports: ['ended_at'],
  },
  {
    id: 'hardware_id',
    header: 'Hardware ID',
    cell: ({ hardware_id }) => <CopyableHardware id={hardware_id} />,
    width: 250,
    isHiddenAtFirst: true,
  },
]

export const CommandListCard = ({ command }: { command: ListedCommand }) => (
  <RowCard
    title={commandLabel(command.name)}
    trailing={<Sent created_at={command.created_at} />}
    facts={command.location_label}
    childrenTrailing={targetName(command) ?? <Nothing />}
  >
    <Result {...command} />
  </RowCard>
)
