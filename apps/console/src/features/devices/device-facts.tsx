import { IconAlertTriangle } from '@tabler/icons-react'
import { plainDeviceLabels } from '@wheelhouse/contract/devices/device-fields.ts'
import type { Device } from '@wheelhouse/contract/devices/devices.ts'
import { fieldItems } from '../../i18n/field-values.tsx'
import { useFormat, volts } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { useClock } from '../../ui/base/clock.ts'
import { NumberCell } from '../../ui/data-table/cells.tsx'
import type { DockBubbleKind } from '../../ui/details/glyphs.tsx'
import { CopyableId, groupedHex } from '../../ui/details/copyable-id.tsx'
import { DockState } from '../../ui/docks/dock-plan.tsx'
import { FactStrip, KeyValueGrid } from '../../ui/details/key-values.tsx'
import { StatusPill } from '../../ui/details/status.tsx'
import { durationLabel } from '../../ui/details/time.tsx'
import { Firmware, HardwareId, Heartbeat, InUseBy, KeyType, Signal } from './device-cells.tsx'
import { alarmWord, isInContact } from './device-labels.ts'
import { bubbleOf, stateWord } from './device-styles.ts'
import type { BubbleHours } from './device-styles.ts'
import classes from './devices.module.css'

/** One state and why, as large as a thumb. */
export function DeviceLead({ device, hours }: { device: Device; hours: BubbleHours }) {
  const bubble = useClock(30_000, (now) => bubbleOf(device, hours, now))
  const title = leadTitle(device, bubble)
  const why = useClock(1_000, (now) => leadWhy(device, bubble, now))
  const others = device.alarms.filter((reason) => alarmWord(reason) !== title)
  return (
    <DockState bubble={bubble} title={title}>
      {why}
      {others.length > 0 && <Alarms alarms={others} />}
    </DockState>
  )
}

function leadTitle(device: Device, bubble: DockBubbleKind): string {
  if (device.hardware_id === null) return t('No hardware')
  if (device.type === 'controller') return isInContact(device) ? t('In contact') : t('No contact')
  return bubble === 'no_contact' ? t('No contact') : stateWord(device)
}

function leadSince(device: Device, bubble: DockBubbleKind): string | null {
  if (bubble !== 'no_contact' && device.type !== 'controller') return device.dock_state_since
  return isInContact(device) ? null : device.last_heartbeat_at
}

/** "for 2 h 6 min"; a device without contact also shows the state that it had before. */
function leadWhy(device: Device, bubble: DockBubbleKind, now: number): string {
  const since = leadSince(device, bubble)
  const span = since === null ? '' : t('for {{time}}', { time: durationLabel(now - Date.parse(since)) })
  const was =
    bubble === 'no_contact' && device.type !== 'controller' && device.dock_state !== 'unknown'
      ? t('{{state}} when last seen', { state: stateWord(device).toLowerCase() })
      : ''
  return [span, was].filter((part) => part !== '').join(', ')
}

export const DeviceStrip = ({ device }: { device: Device }) => (
  <FactStrip
    items={[
      { label: t('Heartbeat'), value: <Heartbeat device={device} /> },
      { label: t('RSSI'), value: <Signal {...device} />, ...(device.rssi_dbm === null ? {} : { unit: 'dBm' }) },
      {
        label: t('Voltage'),
        value: <NumberCell value={volts(device.supply_mv)} digits={1} />,
        ...(device.supply_mv === null ? {} : { unit: 'V' }),
      },
      { label: t('Firmware'), value: <Firmware {...device} /> },
    ]}
  />
)

/** The rest of the facts, those that it has; every id can be copied. */
export function DeviceFacts({ device }: { device: Device }) {
  const { exact, moment } = useFormat()
  const { session } = device
  const wifi =
    device.wifi_rssi_dbm === null ? device.wifi_ssid : `${device.wifi_ssid}, −${Math.abs(device.wifi_rssi_dbm)} dBm`
  const facts = [
    { label: t('In use by'), value: session && <InUseBy {...device} /> },
    {
      label: t('Since'),
      value: session && <span data-tip={exact(session.started_at)}>{moment(session.started_at)}</span>,
    },
    { label: t('Key'), value: session?.key_type && <KeyType {...device} /> },
    { label: t('Place'), value: device.row_label && `${device.row_label}, ${device.place}` },
    ...fieldItems(device, plainDeviceLabels),
    { label: t('Pending'), value: (device.qr_update_pending || device.delete_pending) && <Pending {...device} /> },
    { label: t('QR code'), value: device.qr_code && <CopyableId id={device.qr_code} isMono /> },
    { label: t('Hardware'), value: device.hardware_id && <HardwareId id={device.hardware_id} /> },
    {
      label: t('Controller'),
      value: device.controller_id !== device.hardware_id && device.controller_id && (
        <HardwareId id={device.controller_id} />
      ),
    },
    {
      label: t('Mesh'),
      value: device.mesh_id && (
        <CopyableId id={device.mesh_id} isMono>
          {groupedHex(device.mesh_id)}
        </CopyableId>
      ),
    },
    { label: t('PCB'), value: device.pcb_version },
    { label: t('Protocol'), value: device.protocol_version },
    { label: t('Wi-Fi'), value: device.wifi_ssid && wifi },
    { label: t('ID'), value: <CopyableId id={device.id} isMono /> },
  ]
  return (
    <div className={classes.facts}>
      <KeyValueGrid labelWidth={78} items={facts.filter(({ value }) => Boolean(value))} />
    </div>
  )
}

const Pending = ({ qr_update_pending, delete_pending }: Device) => (
  <span className={classes.pills}>
    {delete_pending && <StatusPill of="pending" value="delete_pending" />}
    {qr_update_pending && <StatusPill of="pending" value="qr_update_pending" />}
  </span>
)

const Alarms = ({ alarms }: Pick<Device, 'alarms'>) =>
  alarms.length === 0 ? null : (
    <span className={classes.alarm}>
      <IconAlertTriangle size={14} aria-hidden />
      {alarms.map(alarmWord).join(', ')}
    </span>
  )
