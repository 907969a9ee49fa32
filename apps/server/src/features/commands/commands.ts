import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type * as z from 'zod'
import {
  commandRule,
  commandsAWave,
  forOperationsAbove,
  operationsHold,
} from '@wheelhouse/contract/commands/commands.ts'
import type { Command, CommandBody } from '@wheelhouse/contract/commands/commands.ts'
import type { DeviceType } from '@wheelhouse/contract/devices/devices.ts'
import { AppError } from '@wheelhouse/contract/errors.ts'
import type { BulkReply } from '@wheelhouse/contract/route.ts'
import { wireCommand } from '@wheelhouse/device-protocol/commands.ts'
import type { Ctx, Tx } from '../../platform/context.ts'
import { announce } from '../../platform/bus.ts'
import { bulkAction, bulkInBackground } from '../background-jobs/bulk.ts'
import { deviceHealth, healthJoins } from '../hardware-state/health.ts'
import { noteOfDevice } from '../hardware-state/placed-hardware.ts'
import { personActor } from '../../journal/audit.ts'
import { publishChange } from '../../journal/journal.ts'
import { write } from '../../journal/write.ts'
import { requirePermission } from '../../authz/authorize.ts'
import { hasAnyRight } from '../../authz/rights.ts'
import { commandById } from './queries.ts'

type Body = z.output<typeof CommandBody>

/** Writes the row first and sends the message second: the gateway is notified only after the commit. */
export async function sendCommand(ctx: Ctx, deviceId: string, body: Body): Promise<Command> {
  const rule = commandRule(body.name)
  await requirePermission(ctx, rule.needs, { type: 'device', id: deviceId })
  return write(ctx, async (tx, journal) => {
    const target = await targetOf(tx, ctx, deviceId)
    if (!rule.device_types.includes(target.type))
      throw new AppError('command_not_for_device', { command: body.name, device_type: target.type })
    if (target.delete_pending) throw new AppError('device_delete_pending')
    if (body.name === 'take_photo' && !target.has_camera) throw new AppError('no_camera')
    if (!target.hardware_id) throw new AppError('no_hardware')
    await enforceCommandRate(tx, ctx)
    const id = await insertCommand(tx, ctx, { ...target, hardware_id: target.hardware_id }, body)
    const after = { command: body.name, command_id: id, comment: body.comment }
    noteOfDevice(journal, target, {
      actor: personActor(ctx),
      feature: 'commands',
      verb: 'sent',
      before: null,
      after,
      reason: body.reason,
    })
    publishChange(journal, 'command', id, target.location_id)
    publishChange(journal, 'device', target.id, target.location_id)
    await announce(tx, { kind: 'command', ids: [id] })
    return (await commandById(tx, id)) as Command
  })
}

/** Each in its own transaction, under its own rights and the person's pace. */
export const sendCommands = bulkAction<Body>({
  name: 'commands.send',
  title: 'Send commands',
  type: 'device',
  needs: { device: ['GETCMDSHISTORY'] },
  each: sendCommand,
})

const isForOperations = ({ name }: Body, count: number): boolean =>
  commandRule(name).dangerous && count > forOperationsAbove

/** Above 60: a wave after the other, stopped by its person (screens: dangerous actions). */
export async function sendInWaves(ctx: Ctx, deviceIds: readonly string[], body: Body): Promise<BulkReply> {
  const ids = [...new Set(deviceIds)]
  if (isForOperations(body, ids.length)) {
    const held = hasAnyRight(sql`${ctx.person.id}::uuid`, 'location', 'FORCESTATUS')
    const { rows } = await sql<{ is_held: boolean }>`select ${held} as is_held`.execute(ctx.db)
    if (!rows[0]?.is_held) throw new AppError('forbidden', { missing: 'FORCESTATUS on location' })
  }
  return bulkInBackground(ctx, waves, ids, { ...body, count: ids.length })
}

const waves = bulkAction<Body & { count: number }>({
  name: 'commands.send-in-waves',
  title: 'Send commands',
  type: 'device',
  needs: { device: ['GETCMDSHISTORY'] },
  async each(ctx, id, { count, ...body }) {
    if (isForOperations(body, count)) await requirePermission(ctx, operationsHold, { type: 'device', id })
    return sendCommand(ctx, id, body)
  },
  wave: nextWaveSize,
})

/** A whole wave or none: when the one before has come to its end, or had its minute, and the person's pace has room for it. */
async function nextWaveSize(
  { db, clock, config }: Pick<Ctx, 'db' | 'clock' | 'config'>,
  personId: string,
  before: readonly string[],
) {
  const most = config.commands_per_minute
  const size = Math.min(commandsAWave, most)
  const since = new Date(clock.now().getTime() - minuteMs).toISOString()
  const { rows } = await sql<{ sent: number; is_going: boolean }>`
    select count(*)::int as sent, coalesce(bool_or(status = 'in_progress' and device_id = any(${before.slice(-size)}::uuid[])), false) as is_going
    from (select status, device_id from commands where requested_by = ${personId}::uuid and created_at > ${since}::timestamptz
      order by id desc limit ${most}) last`.execute(db)
  return rows[0] && !rows[0].is_going && rows[0].sent + size <= most ? size : 0
}

export interface Target {
  id: string
  type: DeviceType
  number: number
  location_id: string
  hardware_id: string | null
  delete_pending: boolean
  has_camera: boolean
  health: string
  is_sleeping: boolean
  interval_s: number
}

type Moment = Pick<Ctx, 'clock' | 'config'>

/** What is deleted takes none. */
export async function targetOf(tx: Tx, ctx: Moment, deviceId: string): Promise<Target> {
  const { rows } = await sql<Target>`
    select d.id, d.type, d.number, d.location_id, d.hardware_id, d.delete_pending, l.has_camera, ${deviceHealth(ctx)} as health,
      l.power_save <> 'none' as is_sleeping, heartbeat_interval_s(l.power_save) as interval_s
    from devices d join locations l on l.id = d.location_id ${healthJoins}
    where d.id = ${deviceId}::uuid and d.deleted_at is null`.execute(tx)
  if (!rows[0]) throw new AppError('not_found')
  return rows[0]
}

const minuteMs = 60_000

/** Counted in the database, so that all processes share it; one person's commands queue up for the count. */
async function enforceCommandRate(tx: Tx, ctx: Ctx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${ctx.person.id}, 0))`.execute(tx)
  const most = ctx.config.commands_per_minute
  const { rows } = await sql<{ created_at: string }>`
    select created_at from commands where requested_by = ${ctx.person.id}::uuid order by id desc offset ${most - 1} limit 1`.execute(
    tx,
  )
  const oldest = rows[0] ? Date.parse(rows[0].created_at) : -Infinity
  const wait = oldest + minuteMs - ctx.clock.now().getTime()
  if (wait > 0) throw new AppError('too_many_requests', { retry_after_s: Math.ceil(wait / 1000) })
}

async function insertCommand(tx: Tx, ctx: Ctx, target: Target & { hardware_id: string }, body: Body): Promise<string> {
  const id = uuidv7()
  const now = ctx.clock.now()
  const notYet = { failure: null, sent_at: null, received_at: null, ended_at: null, result: null }
  await tx
    .insertInto('commands')
    .values({
      ...notYet,
      id,
      hardware_id: target.hardware_id,
      device_id: target.id,
      location_id: target.location_id,
      name: body.name,
      args: JSON.stringify(argsOf(body)),
      reason: body.reason,
      comment: body.comment,
      actor_kind: 'person',
      requested_by: ctx.person.id,
      status: 'in_progress',
      step: 'not_sent',
      health_at_request: target.health,
      created_at: now.toISOString(),
      deadline_at: new Date(now.getTime() + timeLimitMs(ctx, body.name, target)).toISOString(),
    })
    .execute()
  return id
}

/** The device's own defaults, written out: the history says what was asked. */
const argsOf = ({ name, args }: Body): Record<string, unknown> => wireCommand(name)?.args.parse(args) ?? args

const usualLimitMs = 30_000
/** Beyond its wake interval a sleeping device gets so long to answer. */
const afterWakeMs = 60_000

/** Values: hardware time-out. 30 s by setting, longer ones by their own, sleeping hardware by its wake interval. */
export function timeLimitMs(ctx: Moment, name: string, target: Target): number {
  const own = wireCommand(name)?.time_limit_ms ?? usualLimitMs
  const awake = own > usualLimitMs ? own : ctx.config.command_timeout_s * 1000
  return target.is_sleeping ? Math.max(awake, target.interval_s * 1000 + afterWakeMs) : awake
}
