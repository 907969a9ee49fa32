import { sql } from 'kysely'
import type * as z from 'zod'
import { certain } from '@wheelhouse/contract/certain.ts'
import { commandRule } from '@wheelhouse/contract/commands/command-catalogue.ts'
import type { CommandName } from '@wheelhouse/contract/commands/command-catalogue.ts'
import { operationsHold } from '@wheelhouse/contract/commands/command-bodies.ts'
import type { Command } from '@wheelhouse/contract/commands/commands.ts'
import type { CommandBody } from '@wheelhouse/contract/commands/command-bodies.ts'
import { AppError } from '@wheelhouse/contract/errors.ts'
import type { BulkReply } from '@wheelhouse/contract/route.ts'
import type { Ctx, Tx } from '../../platform/context.ts'
import { bulkAction, bulkAtOnce, bulkInBackground } from '../background-jobs/bulk.ts'
import type { Journal } from '../../journal/journal.ts'
import { write } from '../../journal/write.ts'
import { requireHardware, requirePermission } from '../../authz/authorize.ts'
import { enforceCommandRate, nextWaveSize } from './command-rate.ts'
import { assertInNoChangeSet } from '../hardware-state/held-hardware.ts'
import { issueCommand } from './issue.ts'
import { assertOperations, isForOperations } from './operations.ts'
import { commandById } from './command-rows.ts'
import { deviceTarget, hardwareTarget } from './targets.ts'
import type { Target } from './targets.ts'

type Body = z.output<typeof CommandBody>

/** To the hardware of a device. */
export async function sendCommand(ctx: Ctx, deviceId: string, body: Body): Promise<Command> {
  await requirePermission(ctx, commandRule(body.name).needs, { type: 'device', id: deviceId })
  return write(ctx, async (tx, journal) =>
    sendTo(tx, journal, ctx, { target: await deviceTarget(tx, ctx, deviceId), body }),
  )
}

/** To hardware wherever it is, also in stock. */
async function sendToHardware(ctx: Ctx, hardwareId: string, body: Body): Promise<Command> {
  await requireHardware(ctx, hardwareId, commandRule(body.name).needs)
  return write(ctx, async (tx, journal) =>
    sendTo(tx, journal, ctx, { target: await hardwareTarget(tx, ctx, hardwareId), body }),
  )
}

interface Sending {
  target: Target
  body: Body
}

async function sendTo(tx: Tx, journal: Journal, ctx: Ctx, { target, body }: Sending): Promise<Command> {
  const { name, reason, comment } = body
  assertCommandFits(target, name)
  if (!target.hardware_id) throw new AppError('no_hardware')
  await assertInNoChangeSet(tx, await updatedBy(tx, name, target.hardware_id))
  if (name === 'sync_device_session') await assertSessionKeyKnown(tx, target)
  await enforceCommandRate(tx, ctx)
  const args = await argsOf(tx, target, body)
  const order = { name, args, reason, comment, person: ctx.person }
  const id = await issueCommand(tx, journal, ctx, { ...target, hardware_id: target.hardware_id }, order)
  return certain(await commandById({ ...ctx, db: tx }, id))
}

/** The hardware that gets other firmware by a command: the target, or all that a controller speaks for. */
async function updatedBy(tx: Tx, name: CommandName, hardwareId: string): Promise<string[]> {
  if (name === 'firmware_update') return [hardwareId]
  if (name !== 'firmware_update_children') return []
  const { rows } = await sql<{ hardware_id: string }>`select hardware_id from hardware
    where controller_id = ${hardwareId} and hardware_id <> ${hardwareId}`.execute(tx)
  return rows.map((row) => row.hardware_id)
}

function assertCommandFits(target: Target, name: CommandName): void {
  if (!commandRule(name).device_types.includes(target.type))
    throw new AppError('command_not_for_device', { command: name, device_type: target.type })
  if (target.delete_pending) throw new AppError('device_delete_pending')
  if (name === 'take_photo' && !target.has_camera) throw new AppError('no_camera')
}

/** An update names the version that the channel has now, so that the history says what was installed. */
async function argsOf(tx: Tx, target: Target, { name, args }: Body): Promise<Record<string, unknown>> {
  if (name !== 'firmware_update' || args.channel === undefined) return args
  const { rows } = await sql<{
    version: string
  }>`select r.version from firmware_releases r join hardware_state s using (firmware_name)
    where s.hardware_id = ${target.hardware_id} and r.channel = ${args.channel} order by r.released_at desc limit 1`.execute(
    tx,
  )
  return { ...args, ...rows[0] }
}

/** Without the key the hardware would take the dock for free while a bike is in it. */
async function assertSessionKeyKnown(tx: Tx, { device }: Target): Promise<void> {
  const { rows } =
    await sql`select 1 from parking_sessions s where s.device_id = ${device?.id ?? null}::uuid and s.status <> 'ended'
    and not exists (select 1 from access_keys k where k.id = s.access_key_id)`.execute(tx)
  if (rows.length > 0) throw new AppError('session_key_unknown')
}

/** Each in its own transaction, under its own rights and the person's pace. */
const sendToEach = bulkAction<Body, Command>({
  name: 'commands.send-to-hardware',
  title: 'Send commands',
  type: 'hardware',
  needs: { hardware: ['GETCMDSHISTORY'] },
  each: sendToHardware,
})

export async function sendHardwareCommands(ctx: Ctx, ids: readonly string[], body: Body): Promise<Command[]> {
  assertNoChangeSet(body, ids.length)
  await assertOperations(ctx, commandRule(body.name), ids.length)
  return bulkAtOnce(ctx, sendToEach, ids, body)
}

/** Each in its own transaction, under its own rights and the person's pace. */
export const sendCommands = bulkAction<Body>({
  name: 'commands.send',
  title: 'Send commands',
  type: 'device',
  needs: { device: ['GETCMDSHISTORY'] },
  each: sendCommand,
})

/** Above 60: a wave after the other, stopped by its person (screens: dangerous actions). */
export async function sendInWaves(ctx: Ctx, deviceIds: readonly string[], body: Body): Promise<BulkReply> {
  const ids = [...new Set(deviceIds)]
  await assertOperations(ctx, commandRule(body.name), ids.length)
  return bulkInBackground(ctx, waves, ids, { ...body, count: ids.length })
}

/** New firmware for several devices is planned, with a canary and a way back. */
export function assertNoChangeSet({ name }: Pick<Body, 'name'>, count: number): void {
  if (name === 'firmware_update' && count > 1) throw new AppError('needs_change_set')
}

const waves = bulkAction<Body & { count: number }>({
  name: 'commands.send-in-waves',
  title: 'Send commands',
  type: 'device',
  needs: { device: ['GETCMDSHISTORY'] },
  async each(ctx, id, { count, ...body }) {
    if (isForOperations(commandRule(body.name), count))
      await requirePermission(ctx, operationsHold, { type: 'device', id })
    return sendCommand(ctx, id, body)
  },
  wave: nextWaveSize,
})
