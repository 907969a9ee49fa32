import type { Heartbeat } from '@wheelhouse/device-protocol/messages.ts'
import type { Hardware } from './hardware.ts'
import { hashOfConfig } from '../platform/digest.ts'
import { hashOf } from '../platform/random.ts'
import { usesWifi, valuesOf } from './paramsys.ts'

type Readings = Omit<Heartbeat, 'seq' | 'at'>

const toward = (value: number, goal: number, step: number): number =>
  value + (goal - value) * 0.05 + (Math.random() - 0.5) * step
const within = (value: number, low: number, high: number): number => Math.round(Math.min(high, Math.max(low, value)))

/** Sensor readings; each value varies around its own mean. They are noise and not part of the repeatable model. */
export function readings(hardware: Hardware): Readings {
  const { installed } = hardware
  hardware.rssi_dbm = within(toward(hardware.rssi_dbm, installed.rssi_dbm ?? -65, 4), -110, -35)
  hardware.supply_mv = within(toward(hardware.supply_mv, installed.supply_mv ?? 5_000, 30), 0, 60_000)
  const hour = new Date().getUTCHours() + new Date().getUTCMinutes() / 60
  const temperature = 9 + 5 * Math.cos(((hour - 14) / 24) * 2 * Math.PI) + (hashOf(hardware.hardware_id) % 30) / 10
  return {
    uptime_s: Math.floor((Date.now() - hardware.booted_at) / 1_000),
    firmware_name: installed.firmware_name,
    firmware_version: hardware.firmware_version,
    pcb_version: installed.pcb_version,
    protocol_version: installed.protocol_version,
    rssi_dbm: hardware.rssi_dbm,
    ...(usesWifi(hardware)
      ? { wifi: { ssid: String(valuesOf(hardware).wifi_ssid), rssi_dbm: within(hardware.rssi_dbm + 8, -100, -30) } }
      : {}),
    supply_mv: hardware.supply_mv,
    temperature_c: Math.round((temperature + (Math.random() - 0.5)) * 10) / 10,
    config_hash: hashOfConfig(valuesOf(hardware)),
  }
}
