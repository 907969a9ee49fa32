import type { Hardware, unassignedHardware } from '@wheelhouse/contract/hardware/hardware.ts'
import { Day } from '../../i18n/day-text.tsx'
import { deviceTypeWord } from '../devices/device-labels.ts'
import { hardwareId, useFormat, volts } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import type { ListColumn } from '../../lists/list-columns.ts'
import { CopyableId, groupedHex } from '../../ui/details/copyable-id.tsx'
import { DimCell, Nothing, NumberCell } from '../../ui/data-table/cells.tsx'
import { HeartbeatGlyph } from '../../ui/details/glyphs.tsx'
import { RowCard } from '../../ui/list-parts/row-card.tsx'
import { statusStyles } from '../../ui/details/status-styles.ts'
import { RelativeTime } from '../../ui/details/time.tsx'
import { CopyableHardware } from './hardware-link.tsx'
import classes from './hardware.module.css'

/** The bars and the age of the last contact, as shown next to a device. */
export function Heard({
  heartbeat_health: health,
  last_heartbeat_at: at,
}: Pick<Hardware, 'heartbeat_health' | 'last_heartbeat_at'>) {
  const { exact } = useFormat()
  const word = t(statusStyles.heartbeat[health].word)
  return (
    <span className={classes.heard} data-health={health}>
      <HeartbeatGlyph kind={health} label={word} />
      {at === null ? t('No data') : <RelativeTime at={at} isShort exact={`${word}, ${exact(at)}`} />}
    </span>
  )
}

const mono = (text: string | null) =>
  text === null || text === '' ? <Nothing /> : <span className="mono">{text}</span>
const signed = (value: number | null) => (value === null ? <Nothing /> : <span>{String(value).replace('-', '−')}</span>)

/** What never said what it is has no firmware that anybody knows of. */
export const Firmware = ({ firmware_name, is_uninitialized }: Pick<Hardware, 'firmware_name' | 'is_uninitialized'>) =>
  is_uninitialized ? <DimCell>{t('Uninitialized')}</DimCell> : mono(firmware_name)

const Uninitialized = ({ is_uninitialized }: Pick<Hardware, 'is_uninitialized'>) =>
  is_uninitialized ? <span>{t('Yes')}</span> : <DimCell>{t('No')}</DimCell>

/** Asked for now and then, in the list of all hardware and in that of stock. */
export const rareColumns = {
  protocol: {
    id: 'protocol_version',
    header: 'Protocol',
    cell: ({ protocol_version }: Pick<Hardware, 'protocol_version'>) => mono(protocol_version),
    width: 84,
    isHiddenAtFirst: true,
  },
  mac: {
    id: 'mac_address',
    header: 'MAC address',
    cell: ({ mac_address }: Pick<Hardware, 'mac_address'>) => mono(mac_address),
    width: 150,
    isHiddenAtFirst: true,
  },
  controller: {
    id: 'controller_id',
    header: 'Controller',
    cell: ({ controller_id, id }: Pick<Hardware, 'controller_id' | 'id'>) =>
      controller_id === id ? <Nothing /> : <CopyableHardware id={controller_id} />,
    width: 270,
    isHiddenAtFirst: true,
  },
  uninitialized: {
    id: 'is_uninitialized',
    header: 'Uninitialized',
    cell: Uninitialized,
    width: 110,
    isHiddenAtFirst: true,
  },
} as const

export const hardwareColumns: readonly ListColumn<typeof unassignedHardware>[] = [
  { id: 'id', header: 'Hardware ID', cell: CopyableHardware, width: 270, pin: 'start', isHideable: false },
  { id: 'type', header: 'Type', cell: ({ type }) => deviceTypeWord(type), width: 110 },
  {
    id: 'heartbeat_health',
    header: 'Heartbeat',
    cell: Heard,
    width: 110,
    watch: ({ heartbeat_health }) => heartbeat_health,
    exports: ['heartbeat_health', 'last_heartbeat_at'],
  },
  {
    id: 'mesh_id',
    header: 'Mesh',
    cell: ({ mesh_id }) => (
      <CopyableId id={mesh_id} isMono>
        {groupedHex(mesh_id)}
      </CopyableId>
    ),
    width: 130,
  },
  { id: 'firmware_name', header: 'Firmware', cell: Firmware, width: 130 },
  {
    id: 'firmware_version',
    header: 'Version',
    cell: ({ firmware_version }) => mono(firmware_version),
    width: 90,
  },
  { id: 'pcb_version', header: 'PCB', cell: ({ pcb_version }) => mono(pcb_version), width: 80 },
  rareColumns.protocol,
  { id: 'rssi_dbm', header: 'RSSI, dBm', cell: ({ rssi_dbm }) => signed(rssi_dbm), width: 90, align: 'end' },
  {
    id: 'supply_mv',
    header: 'Voltage, V',
    cell: ({ supply_mv }) => <NumberCell value={volts(supply_mv)} digits={1} />,
    width: 90,
    align: 'end',
  },
  {
    id: 'comment',
    header: 'Comment',
    cell: ({ comment }) => <DimCell>{comment}</DimCell>,
    width: 200,
    isGrowing: true,
  },
  rareColumns.mac,
  rareColumns.controller,
  {
    id: 'updated_at',
    header: 'Last updated',
    cell: ({ updated_at }) => <RelativeTime at={updated_at} />,
    width: 110,
  },
  {
    id: 'created_at',
    header: 'Known since',
    cell: ({ created_at }) => <Day at={created_at} />,
    width: 110,
  },
  rareColumns.uninitialized,
]

export const HardwareCard = ({ hardware }: { hardware: Hardware }) => (
  <RowCard
    title={hardwareId(hardware.id)}
    trailing={<Heard {...hardware} />}
    facts={<span>{deviceTypeWord(hardware.type)}</span>}
  >
    {[
      `${t('Mesh')} ${groupedHex(hardware.mesh_id)}`,
      hardware.is_uninitialized ? t('Uninitialized') : hardware.firmware_version,
      hardware.comment,
    ]
      .filter(Boolean)
      .join(' · ')}
  </RowCard>
)
