import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { AppError } from '@wheelhouse/contract/errors.ts'
import type { NewRentalDeviceBody, RentalDevice, RentalDeviceBody } from '@wheelhouse/contract/rentals/rentals.ts'
import type { Ctx, Tx } from '../../platform/context.ts'
import { hasRights, requirePermission } from '../../authz/authorize.ts'
import { assertVersion } from '../../http/versions.ts'
import { personActor } from '../../journal/audit.ts'
import type { Actor } from '../../journal/audit.ts'
import { addAuditRecord, changedFields, publishChange } from '../../journal/journal.ts'
import type { EventDetails, Journal } from '../../journal/journal.ts'
import { write } from '../../journal/write.ts'
import { lockName } from '../../platform/locks.ts'
import { rentalList } from './queries.ts'

/** What events and announcements name of a vehicle. */
export interface NamedVehicle {
  id: string
  code: string
  fleet_id: string
}

/** Everyone who may see the vehicles of its fleet is notified. */
export const publishVehicle = (journal: Journal, { id, fleet_id }: Pick<NamedVehicle, 'id' | 'fleet_id'>): void =>
  publishChange(journal, 'rental_device', id, null, { through: { type: 'rental_fleet', id: fleet_id } })

export function recordVehicleEvent(
  journal: Journal,
  vehicle: NamedVehicle,
  actor: Actor,
  details: EventDetails<'rentals'>,
): void {
  addAuditRecord(journal, {
    actor,
    feature: 'rentals',
    resource_type: 'rental_device',
    resource_id: vehicle.id,
    resource_name: vehicle.code,
    visible_through_id: vehicle.fleet_id,
    visible_through_type: 'rental_fleet',
    verb: details.verb,
    before: details.before,
    after: details.after,
    reason: details.reason ?? null,
  })
  publishVehicle(journal, vehicle)
}

/** A vehicle is born in its fleet, so CREATE is asked in the groups of that fleet. */
export function createRentalDevice(ctx: Ctx, body: NewRentalDeviceBody): Promise<RentalDevice> {
  return write(ctx, async (tx, journal, inside) => {
    await requirePermission(inside, { rental_device: ['CREATE'] }, { type: 'rental_fleet', id: body.fleet_id })
    const id = uuidv7()
    await assertCodeUnique(tx, id, body.code)
    await assertHardwareFree(inside, body.hardware_id)
    const at = journal.at.toISOString()
    await tx
      .insertInto('rental_devices')
      .values({ id, ...body, state: 'deactivated', state_since: at, created_at: at, updated_at: at })
      .execute()
    recordVehicleEvent(journal, { id, ...body }, personActor(ctx), { verb: 'created', after: body })
    return rentalList.get(inside, id)
  })
}

/** A vehicle that moves into another fleet needs the right there as well; one on a ride stays until the ride has ended. */
export function updateRentalDevice(
  ctx: Ctx,
  id: string,
  body: RentalDeviceBody,
  version: number,
): Promise<RentalDevice> {
  return write(ctx, async (tx, journal, inside) => {
    const before = await lockVehicle(tx, id)
    const { code, fleet_id, comment } = before
    if (before.fleet_id !== body.fleet_id) {
      await requirePermission(inside, { rental_device: ['UPDATE'] }, { type: 'rental_fleet', id: body.fleet_id })
      if (before.state === 'on_trip' || before.state === 'reserved')
        throw new AppError('rental_action_not_now', { state: before.state })
    }
    assertVersion(before.version, version)
    const edit = changedFields({ code, fleet_id, comment }, body)
    if (!edit) return rentalList.get(inside, id)
    await assertCodeUnique(tx, id, body.code)
    await tx
      .updateTable('rental_devices')
      .set((row) => ({ ...body, updated_at: journal.at.toISOString(), version: row('version', '+', 1) }))
      .where('id', '=', id)
      .execute()
    recordVehicleEvent(journal, { id, ...body }, personActor(ctx), { verb: 'updated', ...edit })
    publishVehicle(journal, before)
    return rentalList.get(inside, id)
  })
}

export interface VehicleRow extends NamedVehicle {
  hardware_id: string | null
  state: string
  state_since: string
  state_seq: number
  comment: string
  version: number
}

export async function lockVehicle(tx: Tx, id: string): Promise<VehicleRow> {
  const row = await findVehicle(tx, sql`id = ${id}::uuid`)
  if (!row) throw new AppError('not_found')
  return row
}

/** Undefined: this hardware is in no vehicle. */
export const lockVehicleOf = (tx: Tx, hardwareId: string): Promise<VehicleRow | undefined> =>
  findVehicle(tx, sql`hardware_id = ${hardwareId}`)

async function findVehicle(tx: Tx, where: ReturnType<typeof sql>): Promise<VehicleRow | undefined> {
  const { rows } = await sql<VehicleRow>`
    select id, code, fleet_id, hardware_id, state, state_since, state_seq, comment, version from rental_devices where ${where} for update`.execute(
    tx,
  )
  return rows[0]
}

interface NewState {
  state: 'available' | 'reserved' | 'on_trip' | 'maintenance' | 'deactivated'
  /** In server time. */
  since: string
  /** Of the message that says so; null: staff decided it, and the next message may change it. */
  seq: number | null
}

export async function setVehicleState(tx: Tx, journal: Journal, vehicle: VehicleRow, next: NewState): Promise<void> {
  await sql`update rental_devices set state = ${next.state}, state_seq = coalesce(${next.seq}::bigint, state_seq),
    state_since = case when state = ${next.state} then state_since else ${next.since}::timestamptz end where id = ${vehicle.id}::uuid`.execute(
    tx,
  )
  publishVehicle(journal, vehicle)
}

/** The lock keeps two who write at once from both finding it free. */
async function assertCodeUnique(tx: Tx, id: string, code: string): Promise<void> {
  await lockName(tx, 'rental_devices', code)
  const { rows } = await sql`select 1 from rental_devices where code = ${code} and id <> ${id}::uuid`.execute(tx)
  if (rows.length > 0) throw new AppError('rental_code_taken', { field: 'code' })
}

/** Hardware that the caller does not see in stock is unknown to them; a vehicle takes only hardware made for vehicles. */
async function assertHardwareFree(inside: Ctx, hardwareId: string): Promise<void> {
  const named = { field: 'hardware_id', hardware_id: hardwareId }
  const { rows } = await sql<{ type: string; is_used: boolean }>`
    select h.type, exists (select 1 from devices d where d.hardware_id = h.hardware_id)
      or exists (select 1 from rental_devices v where v.hardware_id = h.hardware_id) as is_used
    from hardware h where h.hardware_id = ${hardwareId} for update`.execute(inside.db)
  const [hardware] = rows
  const [isSeen] = await hasRights(inside, [['hardware', 'GETUNASSIGNED']], { type: 'hardware', id: hardwareId })
  if (!hardware || !isSeen) throw new AppError('unknown_hardware', named)
  if (hardware.is_used) throw new AppError('hardware_already_assigned', named)
  if (hardware.type !== 'rental_device')
    throw new AppError('hardware_of_other_type', {
      ...named,
      hardware_type: hardware.type,
      device_type: 'rental_device',
    })
}
