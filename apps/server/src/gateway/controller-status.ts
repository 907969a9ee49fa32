import type { Status } from '@wheelhouse/device-protocol/messages.ts'
import type { Db } from '../platform/context.ts'
import { noteOfDevice, placedHardware } from '../features/hardware-state/placed-hardware.ts'
import { forgetSecret } from '../features/intake/own-secret.ts'
import { hardwareActor } from '../journal/audit.ts'
import { setOnline } from '../features/hardware-state/states.ts'
import { publishChange, withJournal, openJournal } from '../journal/journal.ts'

/**
 * The controller's own status or its last will. A will carries the time of the connection, so the server's time is
 * used.
 */
export function applyStatus(
  db: Db,
  controllerId: string,
  status: Status,
  receivedAt: Date,
): Promise<'applied' | 'same' | 'unknown_hardware'> {
  const journal = openJournal(receivedAt)
  return withJournal(db, journal, async (tx) => {
    const controller = await setOnline(tx, controllerId, status.online, receivedAt)
    if (!controller) return 'unknown_hardware'
    // Only a controller that signed in with its own secret says that it is online.
    if (status.online) await forgetSecret(tx, journal, controllerId)
    if (controller.was_online === status.online) return 'same'
    const device = (await placedHardware(tx, controllerId))?.device ?? null
    const words = {
      before: { is_online: controller.was_online },
      after: { is_online: status.online, ...(status.reason ? { reason: status.reason } : {}) },
    }
    noteOfDevice(journal, device, {
      actor: hardwareActor(controllerId),
      feature: 'devices',
      verb: 'connection',
      ...words,
    })
    if (device) publishChange(journal, 'device', device.id, device.location_id)
    return 'applied'
  })
}

/** A second connection with a controller's identity took over: a clone, or a device that did not sign off. */
export async function recordTakeover(db: Db, controllerId: string, at: Date): Promise<void> {
  const journal = openJournal(at)
  await withJournal(db, journal, async (tx) => {
    const device = (await placedHardware(tx, controllerId))?.device ?? null
    noteOfDevice(journal, device, {
      actor: hardwareActor(controllerId),
      feature: 'devices',
      verb: 'connection_taken_over',
      before: null,
      after: null,
    })
  })
}
