import { valueIn } from '../certain.ts'

/** What screens and messages call the reasons of alarms. Keys of `t`. */
const alarmLabels: Readonly<Record<string, string>> = {
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

/** A reason that this version does not know is written as the device names it. */
export const alarmLabel = (reason: string): string => valueIn(alarmLabels, reason) ?? reason.replaceAll('_', ' ')
