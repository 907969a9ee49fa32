import { sql } from 'kysely'
import type { Config } from '../../platform/config.ts'
import type { Ctx, Db, Tx } from '../../platform/context.ts'
import { unseal } from '../../platform/seal.ts'
import type { Journal } from '../../journal/journal.ts'
import { issueCommand } from '../commands/issue.ts'
import { hardwareTarget } from '../commands/targets.ts'
import { lockIntakeOf, publishIntake } from './intake-rows.ts'

interface Sending {
  id: string
  hardware_id: string
  /** Null: the server sends it again, because the hardware has started without it. */
  person: { id: string; name: string } | null
}

/** The secret is added when the command is published, so that no history contains it. */
export async function sendSecret(
  tx: Tx,
  journal: Journal,
  moment: Pick<Ctx, 'clock' | 'config'>,
  { id, hardware_id, person }: Sending,
): Promise<void> {
  const target = { ...(await hardwareTarget(tx, moment, hardware_id)), hardware_id }
  const command_id = await issueCommand(tx, journal, moment, target, { name: 'set_secret', person })
  await sql`update hardware_intakes set command_id = ${command_id}::uuid where id = ${id}::uuid`.execute(tx)
}

/** Accepted hardware that starts without its own secret, for example after a power cut, gets the same one again. */
export async function repeatSecret(
  tx: Tx,
  journal: Journal,
  moment: Pick<Ctx, 'clock' | 'config'>,
  controllerId: string,
): Promise<void> {
  const intake = await lockIntakeOf(tx, controllerId)
  if (intake === undefined || intake.sealed_secret === null) return
  const { rows } = await sql`select 1 from commands where hardware_id = ${controllerId} and name = 'set_secret'
    and status = 'in_progress'`.execute(tx)
  if (rows.length === 0) await sendSecret(tx, journal, moment, { ...intake, person: null })
}

/** What the command carries to the hardware. */
export async function ownSecretOf(db: Db, config: Config, hardwareId: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string; sealed_secret: string }>`
    select id, sealed_secret from hardware_intakes where hardware_id = ${hardwareId} and sealed_secret is not null`.execute(
    db,
  )
  return rows[0] && unseal(config, rows[0].sealed_secret, rows[0].id)
}

/** The hardware has its own secret, or signed in with it: from here on the provisioning secret no longer lets it in. */
export async function forgetSecret(tx: Tx, journal: Journal, controllerId: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`update hardware_intakes set sealed_secret = null
    where hardware_id = ${controllerId} and sealed_secret is not null returning id`.execute(tx)
  for (const { id } of rows) await publishIntake(tx, journal, id)
}

/** Its secret was revoked: when it connects again, it waits for a person as it did the first time. */
export async function removeIntakeOf(tx: Tx, journal: Journal, controllerId: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    delete from hardware_intakes where hardware_id = ${controllerId} returning id`.execute(tx)
  for (const { id } of rows) await publishIntake(tx, journal, id)
}
