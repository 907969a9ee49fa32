import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { dockTypes } from '@wheelhouse/contract/devices/devices.ts'
import type { DeepLinkTarget, Reading } from '@wheelhouse/contract/deep-link/deep-link.ts'
import type { Ctx } from '../../platform/context.ts'
import { stockIsVisible } from '../../authz/hardware-visible.ts'
import { rowIsVisible } from '../../authz/visible.ts'

/** What of it the caller may see: one, none, or two where an alias is not unique. */
export async function targetsOf(ctx: Ctx, reading: Reading): Promise<DeepLinkTarget[]> {
  const { rows } = await sql<DeepLinkTarget>`${statementOf(ctx, reading)}`.execute(ctx.db)
  return rows
}

function statementOf(ctx: Ctx, reading: Reading): RawBuilder<unknown> {
  switch (reading.kind) {
    case 'device_number':
      // Numbers count for each type separately: a bike is parked in the dock, not in the controller with the same
      // number.
      return sql`${devices} join locations l on l.id = d.location_id
        where l.code = ${reading.location_code} and d.number = ${reading.number} and d.deleted_at is null and ${isDeviceVisible(ctx)}
        order by d.type = any(${dockTypes}::text[]) desc, d.type limit 1`
    case 'location_code':
      return locations(ctx, sql`l.code = ${reading.code}`)
    case 'qr_code':
      return sql`${devices} where (d.qr_code = ${reading.code} or d.former_qr_code = ${reading.code}) and ${isDeviceVisible(ctx)} limit 1`
    case 'hardware_id':
      return sql`(${devices} where d.hardware_id = ${reading.hardware_id} and ${isDeviceVisible(ctx)}) union all
        (${vehicles(ctx, sql`v.hardware_id = ${reading.hardware_id}`)}) union all (${stock(ctx, reading.hardware_id)}) limit 1`
    case 'vehicle_code':
      return vehicles(ctx, sql`v.code = ${reading.code}`)
    case 'id':
      return sql`(${devices} where d.id = ${reading.id}::uuid and d.deleted_at is null and ${isDeviceVisible(ctx)}) union all
        (${vehicles(ctx, sql`v.id = ${reading.id}::uuid`)}) union all
        (${locations(ctx, sql`l.id = ${reading.id}::uuid`)}) union all
        (select 'user', u.id::text, null::uuid from users u where u.id = ${reading.id}::uuid and ${rowIsVisible(ctx, 'user', 'GET', 'user', sql`u.id`)})`
    case 'alias':
      return sql`${devices} where lower(d.alias) = lower(${reading.alias}) and d.alias <> '' and d.deleted_at is null and ${isDeviceVisible(ctx)} limit 2`
  }
}

const devices = sql`select 'device' as type, d.id::text as id, d.location_id from devices d`

/** A device belongs to its location's groups and to any it was added to itself (rights: model). */
const isDeviceVisible = (ctx: Ctx): RawBuilder<boolean> =>
  sql<boolean>`(${rowIsVisible(ctx, 'device', 'GET', 'location', sql`d.location_id`)} or ${rowIsVisible(ctx, 'device', 'GET', 'device', sql`d.id`)})`

const locations = (ctx: Ctx, where: RawBuilder<unknown>) =>
  sql`select 'location' as type, l.id::text as id, l.id as location_id from locations l where ${where} and ${rowIsVisible(ctx, 'location', 'GET', 'location', sql`l.id`)} limit 1`

const vehicles = (ctx: Ctx, where: RawBuilder<unknown>) =>
  sql`select 'rental_device' as type, v.id::text as id, null::uuid as location_id from rental_devices v
    where ${where} and ${rowIsVisible(ctx, 'rental_device', 'GET', 'rental_fleet', sql`v.fleet_id`)} limit 1`

/** What is built in is found through its device or its vehicle. */
const stock = (ctx: Ctx, hardwareId: string) =>
  sql`select 'hardware' as type, h.hardware_id as id, null::uuid as location_id from hardware h where h.hardware_id = ${hardwareId}
    and not exists (select 1 from devices d where d.hardware_id = h.hardware_id)
    and not exists (select 1 from rental_devices v where v.hardware_id = h.hardware_id) and ${stockIsVisible(ctx)}`
