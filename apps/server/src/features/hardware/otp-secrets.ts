import { createHmac, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { certain } from '@wheelhouse/contract/certain.ts'
import type { Command } from '@wheelhouse/contract/commands/commands.ts'
import { AppError } from '@wheelhouse/contract/errors.ts'
import type { OneTimePasswords } from '@wheelhouse/contract/hardware/hardware-details.ts'
import {
  fromBase32,
  hotp,
  otpExpiry,
  otpStepAt,
  otpValidSteps,
  toBase32,
} from '@wheelhouse/device-protocol/one-time-password.ts'
import type { Config } from '../../platform/config.ts'
import type { Ctx, Db, Tx } from '../../platform/context.ts'
import { seal, unseal } from '../../platform/seal.ts'
import { requireHardware, requireHardwareVisible } from '../../authz/authorize.ts'
import { personActor } from '../../journal/audit.ts'
import { write } from '../../journal/write.ts'
import type { Journal } from '../../journal/journal.ts'
import { enforceCommandRate } from '../commands/command-rate.ts'
import { issueCommand } from '../commands/issue.ts'
import { commandById } from '../commands/command-rows.ts'
import { hardwareTarget } from '../commands/targets.ts'
import { noteOfDevice } from '../hardware-state/placed-hardware.ts'
import type { PlacedHardware } from '../hardware-state/placed-hardware.ts'
import { placedHardwareOf, publishHardware } from './hardware-page.ts'

const update = { hardware: ['UPDATE'] } as const
/** RFC 4226 asks for at least 128 bits and recommends 160. */
const secretBytes = 20

/** Sends the hardware a new secret. It becomes the active one when the hardware has confirmed it. */
export function rotateSecret(ctx: Ctx, hardwareId: string): Promise<Command> {
  return write(ctx, async (tx, journal, inside) => {
    await requireHardware(inside, hardwareId, update)
    await enforceCommandRate(tx, inside)
    const target = { ...(await hardwareTarget(tx, ctx, hardwareId)), hardware_id: hardwareId }
    const commandId = await issueCommand(tx, journal, ctx, target, { name: 'set_otp_secret', person: ctx.person })
    const id = uuidv7()
    const sealed = seal(ctx.config, toBase32(randomBytes(secretBytes)), id)
    await sql`insert into otp_secrets (id, hardware_id, sealed, command_id, created_at)
      values (${id}, ${hardwareId}, ${sealed}, ${commandId}, ${journal.at.toISOString()})`.execute(tx)
    return certain(await commandById(inside, commandId))
  })
}

/** What the command carries to the hardware; it is in no history. */
export async function otpSecretOf(db: Db, config: Config, commandId: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string; sealed: string }>`
    select id, sealed from otp_secrets where command_id = ${commandId}::uuid`.execute(db)
  return rows[0] && unseal(config, rows[0].sealed, rows[0].id)
}

/** The hardware has the new secret: passwords come from it from now on, and the ones before are worth nothing. */
export async function activateSecret(
  tx: Tx,
  journal: Journal,
  hardware: PlacedHardware,
  commandId: string,
): Promise<void> {
  const now = journal.at.toISOString()
  await sql`update otp_secrets set retired_at = ${now}::timestamptz
    where hardware_id = ${hardware.hardware_id} and activated_at is not null and retired_at is null and command_id <> ${commandId}::uuid`.execute(
    tx,
  )
  const { rows } = await sql<{ name: string | null; requested_by: string | null }>`
    with activated as (update otp_secrets set activated_at = ${now}::timestamptz
      where command_id = ${commandId}::uuid and activated_at is null returning command_id)
    select p.name, c.requested_by from activated a join commands c on c.id = a.command_id left join console_users p on p.id = c.requested_by`.execute(
    tx,
  )
  const [who] = rows
  if (!who) return
  const actor = { kind: 'person', id: who.requested_by, name: who.name } as const
  noteOfDevice(journal, hardware.device, { actor, feature: 'hardware', verb: 'otp_rotated', before: null, after: null })
  publishHardware(journal, hardware, who.requested_by ?? undefined)
}

/**
 * Each step's password is issued once: to the second person in the same hour the one of the hour before, which ends an hour
 * earlier. Above 24 in a day there is none left.
 */
export function issueOneTimePassword(ctx: Ctx, hardwareId: string): Promise<{ password: string; expires_at: string }> {
  return write(ctx, async (tx, journal, inside) => {
    await requireHardware(inside, hardwareId, update)
    const secret = await lockActiveSecret(tx, hardwareId)
    const step = await takeStep(tx, journal, { ctx, hardwareId, secretId: secret.id })
    const key = fromBase32(unseal(ctx.config, secret.sealed, secret.id))
    const expires_at = otpExpiry(step).toISOString()
    const hardware = await placedHardwareOf(tx, hardwareId)
    noteOfDevice(journal, hardware.device, {
      actor: personActor(ctx),
      feature: 'hardware',
      verb: 'otp_issued',
      before: null,
      after: { expires_at },
    })
    publishHardware(journal, hardware, ctx.person.id)
    return { password: hotp((message) => createHmac('sha1', key).update(message).digest(), step), expires_at }
  })
}

async function lockActiveSecret(tx: Tx, hardwareId: string): Promise<{ id: string; sealed: string }> {
  const { rows } = await sql<{ id: string; sealed: string }>`
    select id, sealed from otp_secrets where hardware_id = ${hardwareId} and activated_at is not null and retired_at is null for update`.execute(
    tx,
  )
  if (!rows[0]) throw new AppError('no_otp_secret')
  return rows[0]
}

interface Taking {
  ctx: Ctx
  hardwareId: string
  secretId: string
}

async function takeStep(tx: Tx, journal: Journal, { ctx, hardwareId, secretId }: Taking): Promise<number> {
  const now = otpStepAt(journal.at)
  const { rows } = await sql<{ step: number }>`
    insert into one_time_passwords (secret_id, step, hardware_id, issued_to, issued_at)
    select ${secretId}::uuid, s.step, ${hardwareId}, ${ctx.person.id}::uuid, ${journal.at.toISOString()}::timestamptz
    from generate_series(${now}::bigint, ${now - otpValidSteps + 1}::bigint, -1) s(step)
    where not exists (select 1 from one_time_passwords o where o.secret_id = ${secretId}::uuid and o.step = s.step)
    order by s.step desc limit 1 returning step`.execute(tx)
  if (!rows[0]) throw new AppError('otp_all_issued')
  return Number(rows[0].step)
}

const issuedShown = 24

export async function oneTimePasswordsOf(ctx: Ctx, hardwareId: string): Promise<OneTimePasswords> {
  await requireHardwareVisible(ctx, hardwareId)
  const secrets = await sql<{ command_id: string; activated_at: string | null; retired_at: string | null }>`
    select command_id, activated_at, retired_at from otp_secrets where hardware_id = ${hardwareId} order by created_at desc limit 5`.execute(
    ctx.db,
  )
  const { rows } = await sql<{ step: number; issued_at: string; issued_to_name: string | null }>`
    select o.step, o.issued_at, p.name as issued_to_name from one_time_passwords o
    join otp_secrets s on s.id = o.secret_id and s.retired_at is null left join console_users p on p.id = o.issued_to
    where o.hardware_id = ${hardwareId} order by o.issued_at desc limit ${issuedShown}`.execute(ctx.db)
  const active = secrets.rows.find(({ activated_at, retired_at }) => activated_at !== null && retired_at === null)
  const [latest] = secrets.rows
  const isPending = latest !== undefined && latest.activated_at === null
  return {
    activated_at: active?.activated_at ?? null,
    rotation: isPending ? ((await commandById(ctx, latest.command_id)) ?? null) : null,
    issued: rows.map(({ step, ...one }) => ({ ...one, expires_at: otpExpiry(Number(step)).toISOString() })),
  }
}
