import type { Device } from '@wheelhouse/contract/devices/devices.ts'
import type { DeviceReadings, PlacedHardware } from '@wheelhouse/contract/hardware/hardware-history.ts'
import { deviceName, deviceTypeWord } from '../devices/device-labels.ts'
import { meshPath } from '../meshes/mesh-link.ts'
import { hardwareId, volts } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { useCan } from '../../session/can.ts'
import type { Column } from '../../ui/data-table/columns.ts'
import { DimCell, NameCell, Nothing, NumberCell } from '../../ui/data-table/cells.tsx'
import { RowCard } from '../../ui/list-parts/row-card.tsx'
import { CopyableId } from '../../ui/details/copyable-id.tsx'
import { StatusText } from '../../ui/details/status.tsx'
import { RelativeTime } from '../../ui/details/time.tsx'
import { CopyableHardware, HardwareConfigLink } from './hardware-link.tsx'
import { Alarms, Threshold } from './hardware-settings.tsx'
import classes from './hardware-history.module.css'

/** A device with what may be seen of its hardware: either part is absent without its right. */
export interface TechnicalRow {
  device: Device
  hardware: PlacedHardware | undefined
  readings: DeviceReadings | undefined
}
export type TechnicalColumn = Column<TechnicalRow> & { by: (row: TechnicalRow) => string | number | null | undefined }

const Mono = ({ children }: { children: string | null | undefined }) =>
  children ? <span className={classes.mono}>{children}</span> : <Nothing />
const Id = ({ id }: { id: string | null | undefined }) => (id ? <CopyableHardware id={id} /> : <Nothing />)

/** The hardware in the same mesh, for who may open its list. */
function Mesh({ id }: { id: string }) {
  const may = useCan({ hardware: ['GET'] })
  return (
    <CopyableId id={id} isMono href={may ? meshPath(id) : undefined}>
      {hardwareId(id)}
    </CopyableId>
  )
}

const order = ['healthy', 'late', 'offline', 'long_offline', 'no_data']

const nameColumns: readonly TechnicalColumn[] = [
  {
    id: 'device',
    header: 'Device',
    width: 140,
    pin: 'start',
    isHideable: false,
    isSortable: true,
    isLink: true,
    cell: ({ device }) => <NameCell>{deviceName(device)}</NameCell>,
    by: ({ device }) => device.place + device.row_number * 1e4,
  },
]

const readingColumns: readonly TechnicalColumn[] = [
  {
    id: 'heartbeat_health',
    header: 'Heartbeat',
    width: 120,
    isSortable: true,
    cell: ({ readings, device }) => (
      <Contact
        {...{
          readings,
          device,
        }}
      />
    ),
    by: ({ readings }) => readings && order.indexOf(readings.heartbeat_health),
    watch: ({ readings }) => readings?.heartbeat_health,
  },
  {
    id: 'last_heartbeat_at',
    header: 'Last heartbeat',
    width: 112,
    isSortable: true,
    cell: ({ readings }) =>
      readings?.last_heartbeat_at ? <RelativeTime at={readings.last_heartbeat_at} /> : <Nothing />,
    by: ({ readings }) => readings?.last_heartbeat_at,
  },
  {
    id: 'rssi_dbm',
    header: 'RSSI, dBm',
    width: 92,
    align: 'end',
    isSortable: true,
    cell: ({ readings }) => <NumberCell value={readings?.rssi_dbm} />,
    by: ({ readings }) => readings?.rssi_dbm,
  },
  {
    id: 'supply_mv',
    header: 'Voltage, V',
    width: 96,
    align: 'end',
    isSortable: true,
    cell: ({ readings }) => <NumberCell value={volts(readings?.supply_mv)} digits={1} />,
    by: ({ readings }) => readings?.supply_mv,
  },
  {
    id: 'temperature_c',
    header: 'Temperature, °C',
    width: 128,
    align: 'end',
    isSortable: true,
    cell: ({ readings }) => <NumberCell value={readings?.temperature_c} digits={1} />,
    by: ({ readings }) => readings?.temperature_c,
  },
]

/** Only controllers have it: last, so that its dashes do not push what all have out of sight. */
const wifiColumns: readonly TechnicalColumn[] = [
  {
    id: 'wifi',
    header: 'Wi-Fi',
    width: 190,
    isSortable: true,
    cell: ({ readings }) => <Wifi readings={readings} />,
    by: ({ readings }) => readings?.wifi_rssi_dbm,
  },
]

const alarmColumns: readonly TechnicalColumn[] = [
  {
    id: 'open_alarms',
    header: 'Alarms',
    width: 190,
    isSortable: true,
    cell: ({ hardware }) => (hardware ? <Alarms hardware={hardware} /> : <Nothing />),
    by: ({ hardware }) => hardware && -hardware.open_alarms.length,
    watch: ({ hardware }) => hardware?.open_alarms.join(),
  },
]

/** Absent without GETSETTINGS. */
const settingColumns: readonly TechnicalColumn[] = [
  {
    id: 'low_voltage_mv',
    header: 'Low voltage threshold',
    width: 170,
    isSortable: true,
    cell: ({ hardware }) =>
      hardware?.low_voltage_mv === undefined ? <Nothing /> : <Threshold mv={hardware.low_voltage_mv} />,
    by: ({ hardware }) => hardware?.low_voltage_mv,
  },
]

const hardwareColumns: readonly TechnicalColumn[] = [
  {
    id: 'hardware_id',
    header: 'Hardware ID',
    width: 250,
    isSortable: true,
    cell: ({ hardware }) => <Id id={hardware?.hardware_id} />,
    by: ({ hardware }) => hardware?.hardware_id,
  },
  {
    id: 'type',
    header: 'Type',
    width: 96,
    isSortable: true,
    cell: ({ hardware }) => <DimCell>{hardware ? deviceTypeWord(hardware.type) : null}</DimCell>,
    by: ({ hardware }) => hardware?.type,
  },
  {
    id: 'mesh_id',
    header: 'Mesh',
    width: 136,
    isSortable: true,
    cell: ({ hardware }) => (hardware?.mesh_id ? <Mesh id={hardware.mesh_id} /> : <Nothing />),
    by: ({ hardware }) => hardware?.mesh_id,
  },
  {
    id: 'firmware',
    header: 'Firmware',
    width: 170,
    isSortable: true,
    cell: ({ hardware }) =>
      hardware?.firmware_name ? (
        <span>
          {hardware.firmware_name} <b className={classes.version}>{hardware.firmware_version}</b>
        </span>
      ) : (
        <DimOrNothing text={hardware?.is_uninitialized ? t('Uninitialized') : undefined} />
      ),
    by: ({ hardware }) => hardware?.firmware_name && `${hardware.firmware_name} ${hardware.firmware_version}`,
  },
  {
    id: 'pcb_version',
    header: 'PCB',
    width: 64,
    isSortable: true,
    cell: ({ hardware }) => <Mono>{hardware?.pcb_version}</Mono>,
    by: ({ hardware }) => hardware?.pcb_version,
  },
  {
    id: 'protocol_version',
    header: 'Protocol',
    width: 80,
    isSortable: true,
    cell: ({ hardware }) => <Mono>{hardware?.protocol_version}</Mono>,
    by: ({ hardware }) => hardware?.protocol_version,
  },
  {
    id: 'config_hash',
    header: 'Config hash',
    width: 168,
    isSortable: true,
    cell: ({ hardware }) =>
      hardware?.config_hash ? (
        <HardwareConfigLink id={hardware.hardware_id}>{hardware.config_hash}</HardwareConfigLink>
      ) : (
        <Nothing />
      ),
    by: ({ hardware }) => hardware?.config_hash,
  },
  {
    id: 'controller_id',
    header: 'Controller',
    width: 250,
    isSortable: true,
    cell: ({ hardware }) => <Id id={hardware?.controller_id} />,
    by: ({ hardware }) => hardware?.controller_id,
  },
  {
    id: 'mac_address',
    header: 'MAC address',
    width: 150,
    isSortable: true,
    cell: ({ hardware }) => <Mono>{hardware?.mac_address}</Mono>,
    by: ({ hardware }) => hardware?.mac_address,
  },
  {
    id: 'updated_at',
    header: 'Last updated',
    width: 112,
    isSortable: true,
    cell: ({ hardware }) => (hardware ? <RelativeTime at={hardware.updated_at} /> : <Nothing />),
    by: ({ hardware }) => hardware?.updated_at,
  },
]

function Wifi({ readings }: { readings: DeviceReadings | undefined }) {
  if (!readings?.wifi_ssid) return <Nothing />
  return (
    <span className={classes.wifi}>
      {readings.wifi_ssid} <NumberCell value={readings.wifi_rssi_dbm} unit="dBm" />
    </span>
  )
}

/** A device without hardware cannot report anything, so the cell says why instead of showing a dash. */
const Contact = ({ readings, device }: Pick<TechnicalRow, 'readings' | 'device'>) =>
  readings ? (
    <StatusText of="heartbeat" value={readings.heartbeat_health} />
  ) : (
    <DimOrNothing text={device.hardware_id === null ? t('No hardware') : undefined} />
  )

const DimOrNothing = ({ text }: { text: string | undefined }) =>
  text === undefined ? <Nothing /> : <DimCell>{text}</DimCell>

interface Held {
  hardware: boolean
  readings: boolean
  settings: boolean
}

/** Each part only with its right. */
export const technicalColumns = (has: Held): readonly TechnicalColumn[] =>
  [
    ...nameColumns,
    ...(has.readings ? readingColumns : []),
    ...(has.hardware ? alarmColumns : []),
    ...(has.hardware ? hardwareColumns : []),
    ...(has.hardware && has.settings ? settingColumns : []),
    ...(has.readings ? wifiColumns : []),
  ].map((column) => ({
    ...column,
    header: t(column.header),
  }))

/** A row on a phone: the device, its contact, and its readings. */
export const HardwareCard = ({ row: { device, hardware, readings } }: { row: TechnicalRow }) => (
  <RowCard
    title={deviceName(device)}
    trailing={readings?.last_heartbeat_at && <RelativeTime at={readings.last_heartbeat_at} isShort />}
    facts={
      <>
        <Contact {...{ readings, device }} />
        {readings?.rssi_dbm != null && <NumberCell value={readings.rssi_dbm} unit="dBm" />}
        {readings?.supply_mv != null && <NumberCell value={volts(readings.supply_mv)} digits={1} unit="V" />}
      </>
    }
    childrenTrailing={hardware?.firmware_version ? <Mono>{hardware.firmware_version}</Mono> : undefined}
  >
    {hardware && <span className={classes.mono}>{hardwareId(hardware.hardware_id)}</span>}
  </RowCard>
)
