import type { Device } from '@wheelhouse/contract/devices/devices.ts'
import { deviceTypeWord } from './device-labels.ts'
import { deviceNumber } from '../../i18n/format.ts'
import type { Column } from '../../ui/data-table/columns.ts'
import { NameCell } from '../../ui/data-table/cells.tsx'
import {
  Attention,
  DeviceState,
  Firmware,
  HardwareId,
  Heartbeat,
  InUseBy,
  KeyType,
  MenuButton,
  Signal,
  StateAge,
} from './device-cells.tsx'
import type { BubbleHours } from './device-styles.ts'
import classes from './devices.module.css'

/** The type is written only where it is no plain dock; a controller has no state besides. */
const TypeAndState = ({ device, hours }: { device: Device; hours: BubbleHours }) => (
  <span className={classes.state}>
    {device.type !== 'dock' && <span className={classes.second}>{deviceTypeWord(device.type)}</span>}
    {device.type !== 'controller' && <DeviceState device={device} hours={hours} />}
  </span>
)

export const deviceColumns = (
  hours: BubbleHours,
  onMenu: ((id: string, at: HTMLElement) => void) | null,
  openId: string | null,
): Column<Device>[] => [
  {
    id: 'number',
    header: '#',
    cell: (device) => (
      <span data-open={device.id === openId || undefined}>
        <NameCell>{deviceNumber(device.number)}</NameCell>
      </span>
    ),
    width: 56,
    pin: 'start',
    isHideable: false,
    isLink: true,
  },
  {
    id: 'state',
    header: 'State',
    cell: (device) => <TypeAndState device={device} hours={hours} />,
    width: 132,
    isGrowing: true,
    watch: (device) => device.dock_state,
  },
  { id: 'for', header: 'For', cell: (device) => <StateAge device={device} hours={hours} />, width: 62, align: 'end' },
  { id: 'attention', header: 'Attention', cell: (device) => <Attention device={device} />, width: 128 },
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
