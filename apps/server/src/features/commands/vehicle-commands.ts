import { uuidv7 } from 'uuidv7'
import { certain } from '@wheelhouse/contract/certain.ts'
import type { RentalCommandBody, RentalCommandName } from '@wheelhouse/contract/commands/rental-commands.ts'
import type { Command } from '@wheelhouse/contract/commands/commands.ts'
import type { EventKind } from '@wheelhouse/contract/events/event-kinds.ts'
import { wireCommands } from '@wheelhouse/device-protocol/commands.ts'
import { announce } from '../../platform/bus.ts'
import type { Ctx, Tx } from '../../platform/context.ts'
import { personActor } from '../../journal/audit.ts'
import type { AuditFacts } from '../../journal/audit.ts'
import { addAuditRecord, publishChange } from '../../journal/journal.ts'
import type { ChangeAudience, Journal } from '../../journal/journal.ts'
import { commandById } from './command-rows.ts'
import { enforceCommandRate } from './command-rate.ts'
import type { SentToVehicle } from './vehicle-rows.ts'

/** Changes of a vehicle's commands go to those who may see the commands of its fleet. */
export const audienceOf = ({ fleet_id }: Pick<SentToVehicle, 'fleet_id'>): ChangeAudience =>
  fleet_id === null ? {} : { through: { type: 'rental_fleet', id: fleet_id } }

export function publishVehicle(journal: Journal, { rental_device_id, fleet_id }: SentToVehicle): void {
  if (rental_device_id !== null)
    publishChange(journal, 'rental_device', rental_device_id, null, audienceOf({ fleet_id }))
}

type VehicleNote = EventKind & Pick<AuditFacts, 'actor' | 'before' | 'after' | 'reason'>

export function noteOfVehicle(
  journal: Journal,
  { rental_device_id, vehicle_code, fleet_id }: SentToVehicle,
  entry: VehicleNote,
): void {
  if (rental_device_id === null) return
  addAuditRecord(journal, {
    ...entry,
    resource_type: 'rental_device',
    resource_id: rental_device_id,
    resource_name: vehicle_code,
    visible_through_id: fleet_id,
    visible_through_type: 'rental_fleet',
  })
}

/** A vehicle that a command is sent to. */
export interface Vehicle {
  id: string
  code: string
  fleet_id: string
  hardware_id: string
  health: string
}

/** Words of a person: why the command is sent. Ending a rent asks for a comment alone. */
type Words = { reason: RentalCommandBody['reason'] | null; comment: string }

/** Writes the row in the caller's transaction; the gateway is notified by its commit. */
export async function sendToVehicle(
  tx: Tx,
  journal: Journal,
  ctx: Ctx,
  vehicle: Vehicle,
  { name, reason, comment }: Words & { name: RentalCommandName },
): Promise<Command> {
  await enforceCommandRate(tx, ctx)
  const [id, now] = [uuidv7(), journal.at]
  await tx
    .insertInto('commands')
    .values({
      id,
      hardware_id: vehicle.hardware_id,
      device_id: null,
      location_id: null,
      rental_device_id: vehicle.id,
      name,
      reason,
      comment,
      actor_kind: 'person',
      requested_by: ctx.person.id,
      status: 'in_progress',
      step: 'not_sent',
      failure: null,
      health_at_request: vehicle.health,
      created_at: now.toISOString(),
      sent_at: null,
      received_at: null,
      deadline_at: new Date(now.getTime() + wireCommands[name].time_limit_ms).toISOString(),
      ended_at: null,
      result: null,
    })
    .execute()
  const sentTo = { rental_device_id: vehicle.id, vehicle_code: vehicle.code, fleet_id: vehicle.fleet_id }
  const after = { command: name, command_id: id, comment }
  noteOfVehicle(journal, sentTo, {
    actor: personActor(ctx),
    feature: 'commands',
    verb: 'sent',
    before: null,
    after,
    reason,
  })
  publishChange(journal, 'command', id, null, audienceOf(sentTo))
  publishVehicle(journal, sentTo)
  await announce(tx, { kind: 'command', ids: [id] })
  return certain(await commandById({ db: tx }, id))
}
