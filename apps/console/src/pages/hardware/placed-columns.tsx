import type { hardwareList, PlacedHardware } from '@wheelhouse/contract/hardware/hardware-details.ts'
import { deviceName, deviceTypeWord } from '../../features/devices/device-labels.ts'
import { Firmware, Heard, rareColumns } from '../../features/hardware/hardware-columns.tsx'
import { LocationLink } from '../../features/locations/location-link.tsx'
import { hardwareId } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import type { ListColumn } from '../../lists/list-columns.ts'
import { CopyableId, groupedHex } from '../../ui/details/copyable-id.tsx'
import { DimCell, Nothing, NumberCell } from '../../ui/data-table/cells.tsx'
import { RowCard } from '../../ui/list-parts/row-card.tsx'
import { RelativeTime } from '../../ui/details/time.tsx'

const mono = (text: string | null) => (text ? <span className="mono">{text}</span> : <Nothing />)

const Place = ({ location_id, location_label, location_code, rental_code }: PlacedHardware) =>
  location_id === null ? (
    <DimCell>{rental_code ?? t('In stock')}</DimCell>
  ) : (
    <LocationLink id={location_id} label={location_label ?? ''} code={location_code ?? undefined} />
  )

export const placedColumns: readonly ListColumn<typeof hardwareList>[] = [
  {
    id: 'id',
    header: 'Hardware ID',
    cell: ({ id }) => <span className="mono">{hardwareId(id)}</span>,
    width: 260,
    pin: 'start',
    isHideable: false,
    isLink: true,
  },
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
    id: 'location_label',
    header: 'Location',
    cell: Place,
    width: 230,
    exports: ['location_code', 'location_label', 'rental_code'],
  },
  {
    id: 'device_number',
    header: 'Device',
    cell: ({ type, device_number: number }) => (number === null ? <Nothing /> : deviceName({ type, number })),
    width: 110,
  },
  {
    id: 'rssi_dbm',
    header: 'RSSI, dBm',
    cell: ({ rssi_dbm }) => <NumberCell value={rssi_dbm} />,
    width: 90,
    align: 'end',
  },
  { id: 'firmware_name', header: 'Firmware', cell: Firmware, width: 130 },
  { id: 'firmware_version', header: 'Version', cell: ({ firmware_version }) => mono(firmware_version), width: 90 },
  {
    id: 'config_hash',
    header: 'Config hash',
    cell: ({ config_hash }) => mono(config_hash),
    width: 150,
    isHiddenAtFirst: true,
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
    isHiddenAtFirst: true,
  },
  { id: 'pcb_version', header: 'PCB', cell: ({ pcb_version }) => mono(pcb_version), width: 80, isHiddenAtFirst: true },
  rareColumns.protocol,
  rareColumns.mac,
  rareColumns.controller,
  {
    id: 'comment',
    header: 'Comment',
    cell: ({ comment }) => <DimCell>{comment}</DimCell>,
    width: 200,
    isGrowing: true,
  },
  {
    id: 'updated_at',
    header: 'Last updated',
    cell: ({ updated_at }) => <RelativeTime at={updated_at} />,
    width: 110,
    isHiddenAtFirst: true,
  },
  rareColumns.uninitialized,
]

const firmwareOf = ({ is_uninitialized, firmware_version }: PlacedHardware) =>
  is_uninitialized ? t('Uninitialized') : firmware_version

export const PlacedCard = ({ hardware }: { hardware: PlacedHardware }) => (
  <RowCard
    title={hardwareId(hardware.id)}
    trailing={<Heard {...hardware} />}
    facts={<span>{deviceTypeWord(hardware.type)}</span>}
  >
    {[hardware.location_label ?? hardware.rental_code ?? t('In stock'), firmwareOf(hardware), hardware.comment]
      .filter(Boolean)
      .join(' · ')}
  </RowCard>
)
