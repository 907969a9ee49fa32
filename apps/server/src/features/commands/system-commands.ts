import { uuidv7 } from 'uuidv7'
import { wireCommand } from '@wheelhouse/device-protocol/commands.ts'
import type { WireCommandName } from '@wheelhouse/device-protocol/commands.ts'
import type { Tx } from '../../platform/context.ts'
import type { Journal } from '../../journal/journal.ts'
import { announce } from '../../platform/bus.ts'
import { issueCommand, publishCommand } from './issue.ts'
import { deviceTarget, deviceTargets, timeLimitMs } from './targets.ts'
import type { Moment, Target } from './targets.ts'

/** What the server itself sends, because of something that was done here: no rate limit applies, and nobody waits for its end. */
export async function sendSystemCommand(
  tx: Tx,
  journal: Journal,
  moment: Moment,
  deviceId: string,
  name: WireCommandName,
  args: Record<string, unknown> = {},
): Promise<void> {
  const target = await deviceTarget(tx, moment, deviceId)
  if (target.hardware_id === null) return
  await issueCommand(tx, journal, moment, { ...target, hardware_id: target.hardware_id }, { name, args, person: null })
}

/** The same for many devices, with one statement to read them and one to write. Devices without hardware are passed over. */
export async function sendSystemCommands(
  tx: Tx,
  journal: Journal,
  moment: Moment,
  name: WireCommandName,
  orders: readonly { device_id: string; given: Record<string, unknown> }[],
): Promise<SentCommand[]> {
  const targets = await deviceTargets(tx, moment, [...new Set(orders.map(({ device_id }) => device_id))])
  const byId = new Map(targets.map((target) => [target.device?.id, target]))
  const known = orders.flatMap(({ device_id, given }) => {
    const target = byId.get(device_id)
    return target ? [{ target, given }] : []
  })
  return insertOrders(tx, journal, moment, name, known)
}

/** In the order in which the orders were given. */
export interface SentCommand {
  id: string
  hardware_id: string
}

async function insertOrders(
  tx: Tx,
  journal: Journal,
  moment: Moment,
  name: WireCommandName,
  orders: readonly { target: Target; given: Record<string, unknown> }[],
): Promise<SentCommand[]> {
  const now = journal.at
  const rows = orders.flatMap(({ target, given }) => {
    if (!target.hardware_id) return []
    const deadline = new Date(now.getTime() + timeLimitMs(moment, name, target)).toISOString()
    return [
      {
        id: uuidv7(),
        hardware_id: target.hardware_id,
        device_id: target.device?.id ?? null,
        location_id: target.device?.location_id ?? null,
        name,
        args: JSON.stringify(wireCommand(name)?.args.parse(given) ?? {}),
        reason: null,
        comment: null,
        actor_kind: 'system',
        requested_by: null,
        status: 'in_progress',
        step: 'not_sent',
        failure: null,
        health_at_request: target.health,
        created_at: now.toISOString(),
        sent_at: null,
        received_at: null,
        deadline_at: deadline,
        ended_at: null,
        result: null,
      },
    ]
  })
  if (rows.length === 0) return []
  await tx.insertInto('commands').values(rows).execute()
  for (const row of rows) publishCommand(journal, row)
  await announce(tx, { kind: 'command', ids: rows.map(({ id }) => id) })
  return rows
}
