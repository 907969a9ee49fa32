import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { certain } from '@wheelhouse/contract/certain.ts'
import type { Command } from '@wheelhouse/contract/commands/commands.ts'
import { AppError } from '@wheelhouse/contract/errors.ts'
import type { Config } from '../../platform/config.ts'
import type { Ctx, Db, Tx } from '../../platform/context.ts'
import { announce } from '../../platform/bus.ts'
import { seal, unseal } from '../../platform/seal.ts'
import { requireHardware } from '../../authz/authorize.ts'
import { hardwareActor, personActor } from '../../journal/audit.ts'
import type { Actor } from '../../journal/audit.ts'
import { openJournal, withJournal } from '../../journal/journal.ts'
import type { Journal } from '../../journal/journal.ts'
import { write } from '../../journal/write.ts'
import { enforceCommandRate } from '../commands/command-rate.ts'
import { commandById } from '../commands/command-rows.ts'
import { issueCommand } from '../commands/issue.ts'
import { hardwareTarget } from '../commands/targets.ts'
import { lockControllerSecret, setControllerSecret } from '../hardware-state/enter-hardware.ts'
import { noteOfDevice } from '../hardware-state/placed-hardware.ts'
import type { PlacedHardware } from '../hardware-state/placed-hardware.ts'
import { removeIntakeOf } from '../intake/own-secret.ts'
import { placedHardwareOf, publishHardware } from './hardware-page.ts'

const update = { hardware: ['UPDATE'] } as const
const secretBytes = 24

/** Sends the controller a new secret. The present one works until the controller has confirmed the new one. */
export function rotateControllerSecret(ctx: Ctx, hardwareId: string): Promise<Command> {
  return write(ctx, async (tx, journal, inside) => {
    const hash = await lockSecretOf(tx, inside, hardwareId)
    if (hash === null) throw new AppError('controller_secret_revoked')
    await enforceCommandRate(tx, inside)
    const target = { ...(await hardwareTarget(tx, ctx, hardwareId)), hardware_id: hardwareId }
    const commandId = await issueCommand(tx, journal, ctx, target, { name: 'set_secret', person: ctx.person })
    const [id, secret] = [uuidv7(), randomBytes(secretBytes).toString('base64url')]
    const secret_hash = createHash('sha256').update(secret).digest('hex')
    await sql`insert into controller_secrets (id, controller_id, secret_hash, sealed, command_id, created_at)
      values (${id}, ${hardwareId}, ${secret_hash}, ${seal(ctx.config, secret, id)}, ${commandId}, ${journal.at.toISOString()})`.execute(
      tx,
    )
    return certain(await commandById(inside, commandId))
  })
}

/** For a controller that was stolen: nothing lets it in from now on until a person accepts it again as new hardware. */
export function revokeControllerSecret(ctx: Ctx, hardwareId: string, comment: string): Promise<null> {
  return write(ctx, async (tx, journal, inside) => {
    const hash = await lockSecretOf(tx, inside, hardwareId)
    if (hash === null) throw new AppError('controller_secret_revoked')
    await sql`delete from controller_secrets where controller_id = ${hardwareId}`.execute(tx)
    await removeIntakeOf(tx, journal, hardwareId)
    const hardware = await placedHardwareOf(tx, hardwareId)
    await replaceSecret(tx, journal, hardware, { hash: null, actor: personActor(ctx), reason: comment || null })
    await announce(tx, { kind: 'controller_secret', controller_ids: [hardwareId] })
    return null
  })
}

/** Refuses what is no controller, and any with an external broker, which keeps the secrets itself. Locks the controller. */
async function lockSecretOf(tx: Tx, inside: Ctx, hardwareId: string): Promise<string | null> {
  await requireHardware(inside, hardwareId, update)
  if (inside.config.mqtt_url !== null) throw new AppError('secrets_in_external_broker')
  const controller = await lockControllerSecret(tx, hardwareId)
  if (!controller) throw new AppError('not_a_controller')
  return controller.secret_hash
}

/** What the command carries to the controller; it is in no history. Undefined: the command belongs to no rotation. */
export async function rotatedSecretOf(db: Db, config: Config, commandId: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string; sealed: string }>`
    select id, sealed from controller_secrets where command_id = ${commandId}::uuid`.execute(db)
  return rows[0] && unseal(config, rows[0].sealed, rows[0].id)
}

interface Pending {
  id: string
  secret_hash: string
  name: string | null
  requested_by: string | null
}

/** The controller has stored the new secret: only that one lets it in from now on. */
export async function activateControllerSecret(
  tx: Tx,
  journal: Journal,
  hardware: PlacedHardware,
  commandId: string,
): Promise<void> {
  await lockControllerSecret(tx, hardware.hardware_id)
  const { rows } = await sql<Pending>`
    select s.id, s.secret_hash, p.name, c.requested_by from controller_secrets s left join commands c on c.id = s.command_id
    left join console_users p on p.id = c.requested_by
    where s.command_id = ${commandId}::uuid and s.controller_id = ${hardware.hardware_id}`.execute(tx)
  const [pending] = rows
  if (!pending) return
  await takePending(tx, journal, hardware, pending)
  // The connection was opened with the secret before.
  await announce(tx, { kind: 'controller_secret', controller_ids: [hardware.hardware_id] })
}

/** It refused the new secret, so nobody has it. After a time limit it is kept: the controller may have stored it all the same. */
export async function dropControllerSecret(tx: Tx, commandId: string): Promise<void> {
  await sql`delete from controller_secrets where command_id = ${commandId}::uuid`.execute(tx)
}

/** It signed in with a secret whose confirmation never arrived. */
export async function confirmBySignIn(db: Db, controllerId: string, hash: string, at: Date): Promise<void> {
  const journal = openJournal(at)
  await withJournal(db, journal, async (tx) => {
    await lockControllerSecret(tx, controllerId)
    const { rows } = await sql<Pending>`
      select id, secret_hash, null as name, null as requested_by from controller_secrets
      where controller_id = ${controllerId} and secret_hash = ${hash}`.execute(tx)
    if (rows[0]) await takePending(tx, journal, await placedHardwareOf(tx, controllerId), rows[0])
  })
}

/** A rotation that was started after this one stays on its way. */
async function takePending(tx: Tx, journal: Journal, hardware: PlacedHardware, pending: Pending): Promise<void> {
  const { id, secret_hash: hash, name, requested_by } = pending
  await sql`delete from controller_secrets where controller_id = ${hardware.hardware_id} and id <= ${id}::uuid`.execute(
    tx,
  )
  const actor: Actor =
    requested_by === null ? hardwareActor(hardware.hardware_id) : { kind: 'person', id: requested_by, name }
  await replaceSecret(tx, journal, hardware, { hash, actor, reason: null })
}

interface Replacement {
  hash: string | null
  actor: Actor
  reason: string | null
}

async function replaceSecret(
  tx: Tx,
  journal: Journal,
  hardware: PlacedHardware,
  { hash, actor, reason }: Replacement,
): Promise<void> {
  await setControllerSecret(tx, hardware.hardware_id, hash)
  noteOfDevice(journal, hardware.device, {
    actor,
    feature: 'hardware',
    verb: hash === null ? 'secret_revoked' : 'secret_rotated',
    before: null,
    after: null,
    reason,
  })
  publishHardware(journal, hardware, actor.kind === 'person' ? (actor.id ?? undefined) : undefined)
}
