import { hardwareTypeLabels } from '@wheelhouse/contract/devices/devices.ts'
import { deviceNumber } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'

const typeLabels: Record<string, string> = hardwareTypeLabels
/** "Rental dock"; a newer server may know more types than this build. */
export const deviceTypeWord = (type: string): string => t(typeLabels[type] ?? type.replaceAll('_', ' '))

/** "Dock 07", as it is written on it. */
export const deviceName = ({ type, number }: { type: string; number: number }): string =>
  `${deviceTypeWord(type)} ${deviceNumber(number)}`

/** "dock 07", within a sentence. */
export const deviceWithin = (device: { type: string; number: number }): string =>
  deviceName(device).replace(/^./, (first) => first.toLowerCase())

const keyLabels: Record<string, string> = { rfid: 'RFID', pin: 'PIN', app: 'App', nfc: 'NFC' }
export const keyWord = (type: string): string => t(keyLabels[type] ?? type)

const alarmLabels: Record<string, string> = {
  forced_open: 'Forced open',
  wire_cut: 'Wire cut',
  tamper: 'Tampered with',
  move: 'Moved',
  left_open: 'Left open',
  low_voltage: 'Low voltage',
  power_lost: 'Power lost',
  battery_low: 'Battery low',
  offline: 'Offline',
  flapping: 'Connection flapping',
  lock_jam: 'Lock jam',
  interim_state_timeout: 'Stuck between states',
}
export const alarmWord = (reason: string): string => t(alarmLabels[reason] ?? reason.replaceAll('_', ' '))
