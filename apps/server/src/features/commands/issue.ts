import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { wireCommand } from '@wheelhouse/device-protocol/commands.ts'
import type { WireCommandName } from '@wheelhouse/device-protocol/commands.ts'
import type { Tx } from '../../platform/context.ts'
import { announce } from '../../platform/bus.ts'
import { noteOfDevice } from '../hardware-state/placed-hardware.ts'
import { systemActor } from '../../journal/audit.ts'
import type { Actor } from '../../journal/audit.ts'
import { publishChange } from '../../journal/journal.ts'
import type { ChangeAudience, Journal } from '../../journal/journal.ts'
import { timeLimitMs } from './targets.ts'
import type { Moment, ReachableTarget } from './targets.ts'

/** A command as a verb gives it. Arguments are completed with the device's own defaults: the history says what was asked. */
export interface Order {
  name: WireCommandName
  args?: Record<string, unknown>
  reason?: string | null
  comment?: string | null
  /** Null: the server itself sends it, because of something that was done here. */
  person: { id: string; name: string } | null
}

/** The row first and the message second: the gateway is notified only after the commit. Returns the command's id. */
export async function issueCommand(
  tx: Tx,
  journal: Journal,
  moment: Moment,
  target: ReachableTarget,
  order: Order,
): Promise<string> {
  const { name, reason = null, comment = null, person } = order
  const [id, now] = [uuidv7(), journal.at]
  const deadline = new Date(now.getTime() + timeLimitMs(moment, name, target)).toISOString()
  const args = JSON.stringify(wireCommand(name)?.args.parse(order.args ?? {}) ?? {})
  await sql`insert into commands (id, hardware_id, device_id, location_id, name, args, reason, comment, actor_kind, requested_by,
      status, step, health_at_request, created_at, deadline_at)
    values (${id}, ${target.hardware_id}, ${target.device?.id ?? null}, ${target.device?.location_id ?? null}, ${name}, ${args}::jsonb,
      ${reason}, ${comment}, ${person ? 'person' : 'system'}, ${person?.id ?? null}, 'in_progress', 'not_sent', ${target.health},
      ${now.toISOString()}, ${deadline})`.execute(tx)
  if (person) recordEvent(journal, target, id, order, { kind: 'person', id: person.id, name: person.name })
  publishCommand(journal, { id, location_id: target.device?.location_id ?? null, requested_by: person?.id ?? null })
  await announce(tx, { kind: 'command', ids: [id] })
  return id
}

function recordEvent(journal: Journal, { device }: ReachableTarget, id: string, order: Order, actor: Actor): void {
  noteOfDevice(journal, device, {
    actor: order.person ? actor : systemActor,
    feature: 'commands',
    verb: 'sent',
    before: null,
    after: { command: order.name, command_id: id, comment: order.comment ?? null },
    reason: order.reason ?? null,
  })
  if (device) publishChange(journal, 'device', device.id, device.location_id)
}

/** A command to a vehicle is followed by the readers of its fleet; one to hardware in stock by its sender alone. */
export function publishCommand(
  journal: Journal,
  command: { id: string; location_id: string | null; requested_by: string | null; fleet_id?: string | null },
): void {
  const audience = audienceFor(command)
  if (audience !== null) publishChange(journal, 'command', command.id, command.location_id, audience)
}

function audienceFor({
  location_id,
  requested_by,
  fleet_id = null,
}: Omit<Parameters<typeof publishCommand>[1], 'id'>): ChangeAudience | null {
  if (fleet_id !== null) return { through: { type: 'rental_fleet', id: fleet_id } }
  if (location_id !== null) return {}
  return requested_by === null ? null : { person_id: requested_by }
}
