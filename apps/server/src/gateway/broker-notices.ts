import { confirmBySignIn } from '../features/hardware/controller-secrets.ts'
import { revokedControllers } from '../features/hardware-state/enter-hardware.ts'
import type { Bus } from '../platform/bus.ts'
import type { Db } from '../platform/context.ts'
import type { Log } from '../platform/log.ts'
import type { Broker, BrokerNotice } from './broker.ts'
import { recordTakeover } from './controller-status.ts'

/** A takeover is an event, and so is a new secret; what is dropped is sampled into the log (device protocol: promises). */
export const noticing =
  (db: Db, log: Log) =>
  (notice: BrokerNotice): void => {
    if (notice.kind === 'dropped') return log.warn({ notice }, 'the broker dropped a message')
    if (notice.kind === 'restarted') return log.warn({ notice }, 'the broker was started again')
    const { controller_id } = notice
    const at = new Date(notice.at)
    const done =
      notice.kind === 'takeover'
        ? recordTakeover(db, controller_id, at)
        : confirmBySignIn(db, controller_id, notice.secret_hash, at)
    done.catch((error: unknown) =>
      log.warn({ err: error }, `a notice of the broker could not be recorded: ${notice.kind}`),
    )
  }

/**
 * Ends the connections of controllers whose secret was replaced or revoked by any process. After announcements were missed,
 * revoked controllers are disconnected; a replaced secret can wait, because the right controller is connected with it.
 */
export function endOldConnections(bus: Bus, broker: Broker, { db, log }: { db: Db; log: Log }): void {
  const kick = (ids: readonly string[]): void => ids.forEach((id) => broker.kick(id))
  bus.on((message) => message.kind === 'controller_secret' && kick(message.controller_ids))
  bus.onGap(() => {
    revokedControllers(db)
      .then(kick)
      .catch((error: unknown) => log.warn({ err: error }, 'revoked controllers could not be disconnected'))
  })
}
