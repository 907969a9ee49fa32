import { sql } from 'kysely'
import { deviceTypeLabels } from '@wheelhouse/contract/devices/devices.ts'
import { AppError } from '@wheelhouse/contract/errors.ts'
import type { LaunchCheck } from '@wheelhouse/contract/locations/location-status.ts'
import type { Ctx } from '../../platform/context.ts'
import { contactSince, healthJoins, inContact } from '../hardware-state/health.ts'

interface DeviceRow {
  id: string
  type: keyof typeof deviceTypeLabels
  number: number
  has_hardware: boolean
  /** The controller of its mesh is built in somewhere: two locations may share one. */
  has_controller: boolean
  in_contact: boolean
}

const toldAtMost = 20
const namedAtMost = 5

/** What a launch asks (screens: launch): in the order in which it is put right. Devices that are being deleted are left out. */
export async function launchChecksOf(ctx: Ctx, id: string): Promise<LaunchCheck[]> {
  const location = await ctx.db
    .selectFrom('locations')
    .select(['address', 'latitude'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!location) throw new AppError('not_found')
  const devices = await devicesOf(ctx, id)
  const equipped = devices.filter((one) => one.has_hardware)
  const bare = devices.filter((one) => !one.has_hardware)
  const orphaned = equipped.filter((one) => !one.has_controller)
  const silent = equipped.filter((one) => !one.in_contact)
  const none = devices.length === 0
  return [
    check('devices', none ? 'There are no devices' : ''),
    check('hardware', none ? 'No hardware is assigned' : counted(bare, devices, 'no hardware'), bare),
    check(
      'controllers',
      equipped.length === 0 ? 'No controller is assigned' : counted(orphaned, devices, 'a controller in stock'),
      orphaned,
    ),
    check('health', equipped.length === 0 ? 'No device has reported' : counted(silent, devices, 'no contact'), silent),
    check('address', location.address === '' ? 'There is no address' : ''),
    check('coordinates', location.latitude === null ? 'The place is not on the map' : ''),
  ]
}

const check = (name: LaunchCheck['name'], missing: string, devices: DeviceRow[] = []): LaunchCheck => ({
  name,
  is_met: missing === '',
  missing,
  devices: devices.slice(0, toldAtMost).map(({ id, type, number }) => ({
    id,
    type,
    number,
  })),
})

/** "2 of 12 devices have no hardware: Dock 03, Dock 07". */
function counted(some: DeviceRow[], all: DeviceRow[], what: string): string {
  if (some.length === 0) return ''
  const names = some
    .slice(0, namedAtMost)
    .map(({ type, number }) => `${deviceTypeLabels[type]} ${String(number).padStart(2, '0')}`)
  const more = some.length > namedAtMost ? ' and others' : ''
  const verb = some.length === 1 ? 'has' : 'have'
  return `${some.length} of ${all.length} devices ${verb} ${what}: ${names.join(', ')}${more}`
}

async function devicesOf(ctx: Ctx, id: string): Promise<DeviceRow[]> {
  const { rows } = await sql<DeviceRow>`
    select d.id, d.type, d.number, d.hardware_id is not null as has_hardware, ${inContact(contactSince(ctx))} as in_contact,
      exists (select from devices c where c.hardware_id = h.controller_id and c.deleted_at is null and not c.delete_pending) as has_controller
    from devices d join locations l on l.id = d.location_id ${healthJoins}
    where d.location_id = ${id}::uuid and d.deleted_at is null and not d.delete_pending order by d.row_number, d.place, d.id limit 1000`.execute(
    ctx.db,
  )
  return rows
}
