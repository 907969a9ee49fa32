import { deviceTime, sendEvent } from './device-messages.ts'
import type { Hardware } from './hardware.ts'
import type { Site } from './lock.ts'
import { valuesOf } from './paramsys.ts'

/** The supply must rise so far above the threshold before the alarm is over; else it would come and go with the noise. */
const hysteresisMv = 100

/** Raises or clears what the readings and the parameters say now. While its alarms are disabled it raises none. */
export function applyAlarms({ sender }: Pick<Site, 'sender'>, hardware: Hardware): void {
  const threshold = Number(valuesOf(hardware).low_voltage_mv)
  const isOn = hardware.alarms.has('low_voltage')
  const limit = isOn ? threshold + hysteresisMv : threshold
  const isLow = threshold > 0 && hardware.supply_mv < limit
  const isPaused = hardware.alarms_off_until > deviceTime(hardware).getTime()
  if (isLow === isOn || (isLow && isPaused)) return
  if (isLow) hardware.alarms.add('low_voltage')
  else hardware.alarms.delete('low_voltage')
  sendEvent(sender, hardware, 'alarm', { reason: 'low_voltage', active: isLow })
}
