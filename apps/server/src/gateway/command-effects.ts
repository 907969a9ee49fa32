import type { Ctx, Tx } from '../platform/context.ts'
import type { CommandAnswer } from '../features/commands/command-results.ts'
import { noteAlarmPause } from '../features/hardware/alarm-pause.ts'
import { activateControllerSecret, dropControllerSecret } from '../features/hardware/controller-secrets.ts'
import { activateSecret } from '../features/hardware/otp-secrets.ts'
import { readBack, takeReading } from '../features/hardware-config/changes.ts'
import { forgetSecret } from '../features/intake/own-secret.ts'
import { joinMesh } from '../features/meshes/meshes.ts'
import type { Journal } from '../journal/journal.ts'

type Moment = Pick<Ctx, 'config' | 'clock'>

/**
 * What an answer means besides the end of its command. It is applied in the transaction that ends the command,
 * and also to an answer after the time limit: the hardware has done it all the same.
 */
export async function applyAnswer(moment: Moment, tx: Tx, journal: Journal, answer: CommandAnswer): Promise<void> {
  const { name, hardware, command_id } = answer
  if (answer.status !== 'success') {
    if (name === 'set_secret') await dropControllerSecret(tx, command_id)
    return
  }
  if (name === 'get_paramsys_info') await takeReading(tx, journal, answer)
  else if (name === 'set_paramsys') await readBack(tx, journal, moment, answer)
  else if (name === 'set_otp_secret') await activateSecret(tx, journal, hardware, command_id)
  else if (name === 'set_secret') {
    await activateControllerSecret(tx, journal, hardware, command_id)
    await forgetSecret(tx, journal, hardware.hardware_id)
  } else if (name === 'disable_alarm' || name === 'enable_alarm')
    await noteAlarmPause(tx, journal, hardware, name === 'disable_alarm')
  else if (name === 'set_mesh') await joinMesh(tx, journal, answer)
}
