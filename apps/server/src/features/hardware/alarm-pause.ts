import { alarmPauseS } from '@wheelhouse/device-protocol/commands.ts'
import type { Tx } from '../../platform/context.ts'
import { hardwareActor } from '../../journal/audit.ts'
import type { Journal } from '../../journal/journal.ts'
import { noteOfDevice } from '../hardware-state/placed-hardware.ts'
import type { PlacedHardware } from '../hardware-state/placed-hardware.ts'
import { setAlarmPause } from '../hardware-state/states.ts'
import { publishHardware } from './hardware-page.ts'

/** The hardware has confirmed that its alarms are off, or on again. The server's clock counts: a device's may be wrong. */
export async function noteAlarmPause(
  tx: Tx,
  journal: Journal,
  hardware: PlacedHardware,
  isDisabled: boolean,
): Promise<void> {
  const until = isDisabled ? new Date(journal.at.getTime() + alarmPauseS * 1_000).toISOString() : null
  await setAlarmPause(tx, hardware.hardware_id, until)
  noteOfDevice(journal, hardware.device, {
    actor: hardwareActor(hardware.hardware_id),
    feature: 'hardware',
    verb: isDisabled ? 'alarms_disabled' : 'alarms_enabled',
    before: null,
    after: until ? { until } : null,
  })
  publishHardware(journal, hardware)
}
