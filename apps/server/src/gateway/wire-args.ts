import { sql } from 'kysely'
import type { SealedKey } from '@wheelhouse/db/sealing.ts'
import type { WaitingCommand } from '../features/commands/outbox.ts'
import { rotatedSecretOf } from '../features/hardware/controller-secrets.ts'
import { otpSecretOf } from '../features/hardware/otp-secrets.ts'
import { ownSecretOf } from '../features/intake/own-secret.ts'
import { wireArgsOf as photoArgsOf } from '../features/security-photos/uploads.ts'
import type { Config } from '../platform/config.ts'
import type { Db } from '../platform/context.ts'
import { openKey } from '../platform/seal.ts'

/**
 * The arguments as they are published. What the hardware needs and the history must not keep is added here, each time from
 * the command alone, so that a command that is published again carries the same.
 */
export async function wireArgsOf(
  { db, config }: { db: Db; config: Config },
  command: WaitingCommand,
): Promise<Record<string, unknown>> {
  if (command.name === 'set_otp_secret') return { secret: await otpSecretOf(db, config, command.id) }
  if (command.name === 'set_secret') {
    const rotated = await rotatedSecretOf(db, config, command.id)
    return { secret: rotated ?? (await ownSecretOf(db, config, command.hardware_id)) }
  }
  // What the server sends by itself means that no bike is expected; a person sends what is known of the open session.
  if (command.name === 'sync_device_session' && command.actor_kind === 'person')
    return { ...command.args, ...(await sessionKeyOf(db, config, command.device_id)) }
  return photoArgsOf(config, command)
}

async function sessionKeyOf(db: Db, config: Config, deviceId: string | null): Promise<{ key?: string }> {
  const { rows } = await sql<SealedKey>`
    select k.key_hash, k.key_sealed from parking_sessions s join access_keys k on k.id = s.access_key_id
    where s.device_id = ${deviceId}::uuid and s.status <> 'ended' order by s.started_at desc limit 1`.execute(db)
  return rows[0] ? { key: openKey(config, rows[0]) } : {}
}
