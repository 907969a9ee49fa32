import type { Device } from '@wheelhouse/contract/devices/devices.ts'
import { deviceName } from './device-labels.ts'
import { deviceNumber } from '../../i18n/format.ts'
import type { Column } from '../../ui/data-table/columns.ts'
import { NameCell } from '../../ui/data-table/cells.tsx'
import {
  Alarms,
  DeviceState,
  Firmware,
  HardwareId,
  Heartbeat,
  InUseBy,
  KeyType,
  MenuButton,
  Pending,
  Signal,
  StateAge,
} from './device-cells.tsx'
import type { BubbleHours } from './device-styles.ts'
import classes from './devices.module.css'

/** Type before the number only where it is no plain dock. */
const numberOf = ({ type, number }: Device): string =>
  type === 'dock' ? deviceNumber(number) : deviceName({ type, number })

export const deviceColumns = (
  hours: BubbleHours,
  onMenu: ((id: string, at: HTMLElement) => void) | null,
): Column<Device>[] => [
  {
    id: 'number',
    header: '#',
    cell: (device) => <NameCell>{numberOf(device)}</NameCell>,
    width: 106,
    pin: 'start',
    isHideable: false,
    isLink: true,
  },
  {
    id: 'state',
    header: 'State',
    cell: (device) => <DeviceState device={device} hours={hours} />,
    width: 126,
    isGrowing: true,
    watch: (device) => device.dock_state,
  },
  { id: 'for', header: 'For', cell: (device) => <StateAge device={device} hours={hours} />, width: 62, align: 'end' },
  { id: 'in_use_by', header: 'In use by', cell: (device) => <InUseBy {...device} />, width: 120, isGrowing: true },
  {
    id: 'heartbeat',
    header: 'Heartbeat',
    cell: (device) => <Heartbeat device={device} />,
    width: 92,
    watch: (device) => device.heartbeat_health,
  },
  { id: 'key', header: 'Key', cell: (device) => <KeyType {...device} />, width: 62 },
  { id: 'rssi', header: 'RSSI, dBm', cell: (device) => <Signal {...device} />, width: 84, align: 'end' },
  { id: 'firmware', header: 'Firmware', cell: (device) => <Firmware {...device} />, width: 84 },
  { id: 'alarms', header: 'Alarms', cell: (device) => <Alarms {...device} />, width: 132 },
  { id: 'pending', header: 'Pending', cell: (device) => <Pending {...device} />, width: 132 },
  { id: 'hardware', header: 'Hardware', cell: (device) => <HardwareId id={device.hardware_id} />, width: 256 },
  ...(onMenu
    ? [
        {
          id: 'menu',
          header: 'Commands',
          headerGlyph: <span className={classes.menuHead} />,
          cell: (device: Device) => (
            <span className={classes.menu}>
              <MenuButton device={device} onMenu={onMenu} />
            </span>
          ),
          width: 40,
          isHideable: false,
        },
      ]
    : []),
]
