import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Device } from '@wheelhouse/contract/devices/devices.ts'
import { AppError } from '@wheelhouse/contract/errors.ts'
import type { Ctx, Db, Tx } from '../../platform/context.ts'
import { assertVersion } from '../../http/versions.ts'
import { answeredDevice } from './device-replies.ts'
import { bulkAction } from '../background-jobs/bulk.ts'
import { cancelCommandsOf } from '../commands/command-results.ts'
import { sendSystemCommand } from '../commands/system-commands.ts'
import { personActor, systemActor } from '../../journal/audit.ts'
import type { Actor } from '../../journal/audit.ts'
import { publishChange, withJournal, openJournal } from '../../journal/journal.ts'
import type { Journal } from '../../journal/journal.ts'
import { write } from '../../journal/write.ts'
import { removeFromGroups } from '../../authz/group-membership.ts'
import { lockDevice, deviceEvents, deviceRowColumns, recordEdit } from './locked-rows.ts'
import { endAssignments } from './placement.ts'
import type { DeviceRow } from './locked-rows.ts'

/** What tells hardware that its device is given up: it is to hold no session and no key any more. */
const farewell = 'sync_device_session'

/**
 * Deletes a device without hardware at once, and any other when its hardware confirms. A second request leaves a
 * pending deletion as it is.
 */
export function deleteDevice(ctx: Ctx, id: string, version?: number): Promise<null> {
  return write(ctx, async (tx, journal) => {
    const device = await lockDevice(tx, id)
    if (device.delete_pending) return null
    if (await hasOpenSession(tx, id)) throw new AppError('session_in_device', { device_id: id })
    assertVersion(device.version, version)
    if (device.hardware_id === null) {
      await remove(tx, journal, device, personActor(ctx), null)
      return null
    }
    const askedAt = journal.at.toISOString()
    await sql`update devices set delete_pending = true, delete_asked_at = ${askedAt}::timestamptz, version = version + 1 where id = ${id}::uuid`.execute(
      tx,
    )
    await sendSystemCommand(tx, journal, ctx, id, farewell)
    recordEdit(ctx, journal, device, {
      verb: 'delete_pending',
      before: { delete_pending: false },
      after: { delete_pending: true },
    })
    return null
  })
}

export const deleteDevices = bulkAction({
  name: 'device-edit.delete',
  title: 'Delete devices',
  type: 'device',
  needs: { device: ['DELETE'] },
  each: (ctx, id) => deleteDevice(ctx, id),
})

/**
 * The hardware was only commanded to hold no session and no key, which was already so. Nothing has to be undone there.
 */
export function keepDevice(ctx: Ctx, id: string, version: number): Promise<Device> {
  return write(ctx, async (tx, journal, inside) => {
    const device = await lockDevice(tx, id)
    if (!device.delete_pending) return answeredDevice(inside, id)
    assertVersion(device.version, version)
    await sql`update devices set delete_pending = false, delete_asked_at = null, version = version + 1 where id = ${id}::uuid`.execute(
      tx,
    )
    recordEdit(ctx, journal, device, {
      verb: 'kept',
      before: { delete_pending: true },
      after: { delete_pending: false },
    })
    return answeredDevice(inside, id)
  })
}

async function hasOpenSession(tx: Tx, deviceId: string): Promise<boolean> {
  const { rows } =
    await sql`select id from parking_sessions where device_id = ${deviceId}::uuid and status <> 'ended' limit 1`.execute(
      tx,
    )
  return rows.length > 0
}

type How = 'confirmed' | 'time_limit' | null

/** The row stays for what happened in it; its hardware goes to stock, its code and alias may be given again. */
async function remove(tx: Tx, journal: Journal, device: DeviceRow, actor: Actor, how: How): Promise<void> {
  const { id, type, number, alias, qr_code, hardware_id } = device
  if (hardware_id !== null) await cancelCommandsOf(tx, journal, [hardware_id])
  await sql`update devices set deleted_at = ${journal.at.toISOString()}::timestamptz, delete_pending = false, hardware_id = null,
    hardware_assigned_at = null, qr_code = null, former_qr_code = null, qr_update_pending = false where id = ${id}::uuid`.execute(
    tx,
  )
  if (hardware_id !== null) await endAssignments(tx, journal, actor, [hardware_id])
  await removeFromGroups(tx, { type: 'device', id })
  deviceEvents(journal, actor, device, {
    verb: 'deleted',
    before: { type, number, alias, qr_code, hardware_id },
    after: how && { how },
  })
  if (hardware_id !== null) publishChange(journal, 'hardware', hardware_id, device.location_id)
}

/** How long to wait before the command is repeated to hardware that did not answer. */
const againAfterMs = 15 * 60_000
const batch = 100

interface Pending extends DeviceRow {
  is_confirmed: boolean
  is_due: boolean
}

/**
 * Continues deletions that are confirmed or out of time while nothing is parked in the device, and repeats the command
 * to hardware that is silent. A reply that the hardware does not know the command counts as a confirmation, because the
 * hardware received it. Returns how many devices were deleted.
 */
export async function settleDeletions({ db, config, clock }: Pick<Ctx, 'db' | 'config' | 'clock'>): Promise<number> {
  const now = clock.now()
  const limit = new Date(now.getTime() - config.device_deletion_hours * 3_600_000)
  if (!(await hasPending(db))) return 0
  const journal = openJournal(now)
  return withJournal(db, journal, async (tx) => {
    const ready = await pending(tx, limit, sql<boolean>`(p.is_confirmed or p.is_due) and not p.is_taken`)
    for (const device of ready)
      await remove(tx, journal, device, systemActor, device.is_confirmed ? 'confirmed' : 'time_limit')
    const again = sql<boolean>`not (p.is_confirmed or p.is_due or p.is_under_way) and p.told_at <= ${new Date(now.getTime() - againAfterMs).toISOString()}::timestamptz`
    for (const { id } of await pending(tx, limit, again))
      await sendSystemCommand(tx, journal, { config, clock }, id, farewell)
    return ready.length
  })
}

async function hasPending(db: Db): Promise<boolean> {
  const { rows } = await sql`select id from devices where delete_pending limit 1`.execute(db)
  return rows.length > 0
}

async function pending(tx: Tx, limit: Date, where: RawBuilder<boolean>): Promise<Pending[]> {
  const { rows } = await sql<Pending>`
    select ${deviceRowColumns}, p.is_confirmed, p.is_due
    from devices d cross join lateral (
      select d.hardware_id is null or coalesce(c.status in ('success', 'unhandled'), false) as is_confirmed,
        d.delete_asked_at <= ${limit.toISOString()}::timestamptz as is_due, coalesce(c.status = 'in_progress', false) as is_under_way,
        coalesce(c.created_at, d.delete_asked_at) as told_at,
        exists (select 1 from parking_sessions s where s.device_id = d.id and s.status <> 'ended') as is_taken
      from (select 1) one left join lateral (select status, created_at from commands c where c.device_id = d.id and c.name = ${farewell} order by c.id desc limit 1) c on true
    ) p where d.delete_pending and ${where} order by d.delete_asked_at limit ${batch} for update of d skip locked`.execute(
    tx,
  )
  return rows
}

/**
 * With their location, which is deleted: devices made by mistake and deleted again, in which nothing ever happened. One that
 * a session, a command or an alarm names stays, and keeps the location.
 */
export async function forgetUnusedDevices(tx: Tx, id: string): Promise<void> {
  await sql`delete from devices d where d.location_id = ${id}::uuid and d.deleted_at is not null
    and not exists (select 1 from commands c where c.device_id = d.id)
    and not exists (select 1 from alarms a where a.location_id = d.location_id and a.device_id = d.id)
    and not exists (select 1 from parking_sessions s where s.device_id = d.id)`.execute(tx)
  await sql`delete from device_orders o where o.location_id = ${id}::uuid
    and not exists (select 1 from devices d where d.location_id = o.location_id)`.execute(tx)
}
