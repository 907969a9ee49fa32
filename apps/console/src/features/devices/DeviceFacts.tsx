import type { Device } from '@wheelhouse/contract/devices.ts'
import { useFormat } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { useClock } from '../../ui/clock.ts'
import { CopyableId, groupedHex } from '../../ui/copyable-id.tsx'
import { DockState } from '../../ui/dock-plan.tsx'
import { FactStrip, KeyValueGrid } from '../../ui/key-values.tsx'
import { Alarms, Firmware, HardwareId, Heartbeat, InUseBy, KeyType, Pending, Signal } from './device-cells.tsx'
import { bubbleOf, stateSentence, stateWord } from './device-looks.ts'
import type { BubbleHours } from './device-looks.ts'

/** One state and why, as large as a thumb. */
export function DeviceLead({ device, hours }: { device: Device; hours: BubbleHours }) {
  const bubble = useClock(30_000, (now) => bubbleOf(device, hours, now))
  const sentence = useClock(1_000, (now) => stateSentence(device, now))
  const title = device.hardware_id === null ? t('No hardware') : device.type === 'controller' ? t('Controller') : bubble === 'no_contact' ? t('No contact') : stateWord(device)
  return (
    <DockState bubble={bubble} title={title}>
      {device.alarms.length > 0 ? <Alarms {...device} /> : sentence}
    </DockState>
  )
}

const volts = (supply_mv: number | null): string => (supply_mv === null ? '–' : (supply_mv / 1000).toFixed(1))

export const DeviceStrip = ({ device }: { device: Device }) => (
  <FactStrip
    items={[
      { label: t('Heartbeat'), value: <Heartbeat device={device} /> },
      { label: t('RSSI'), value: <Signal {...device} />, ...(device.rssi_dbm === null ? {} : { unit: 'dBm' }) },
      { label: t('Supply'), value: volts(device.supply_mv), ...(device.supply_mv === null ? {} : { unit: 'V' }) },
      { label: t('Firmware'), value: <Firmware {...device} /> },
    ]}
  />
)

/** The rest of the facts; every id can be copied. */
export function DeviceFacts({ device }: { device: Device }) {
  const { exact } = useFormat()
  const { session } = device
  const text = (value: string | null) => (value === '' ? null : value)
  return (
    <KeyValueGrid
      items={[
        { label: t('In use by'), value: session && <InUseBy {...device} /> },
        { label: t('Since'), value: session && exact(session.started_at) },
        { label: t('Key'), value: session?.key_type ? <KeyType {...device} /> : null },
        { label: t('Place'), value: device.row_label === '' ? null : `${device.row_label}, ${device.place}` },
        { label: t('Alias'), value: text(device.alias) },
        { label: t('Comment'), value: text(device.comment) },
        { label: t('QR code'), value: device.qr_code && <CopyableId id={device.qr_code} isMono /> },
        ...(device.qr_update_pending || device.delete_pending ? [{ label: t('Pending'), value: <Pending {...device} /> }] : []),
        { label: t('Hardware'), value: device.hardware_id && <HardwareId id={device.hardware_id} /> },
        ...(device.controller_id === device.hardware_id ? [] : [{ label: t('Controller'), value: device.controller_id && <HardwareId id={device.controller_id} /> }]),
        { label: t('Mesh'), value: device.mesh_id && <CopyableId id={device.mesh_id} isMono>{groupedHex(device.mesh_id)}</CopyableId> },
        { label: t('PCB'), value: text(device.pcb_version) },
        { label: t('Protocol'), value: text(device.protocol_version) },
        { label: t('Wifi'), value: device.wifi_ssid && `${device.wifi_ssid}${device.wifi_rssi_dbm === null ? '' : `, −${Math.abs(device.wifi_rssi_dbm)} dBm`}` },
        { label: t('Id'), value: <CopyableId id={device.id} isMono /> },
      ]}
    />
  )
}
