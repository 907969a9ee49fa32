import { sql } from 'kysely'
import { unassignedHardware } from '@wheelhouse/contract/hardware/hardware.ts'
import { normalizedHardwareId } from '@wheelhouse/contract/hardware/hardware-ids.ts'
import type { Hardware } from '@wheelhouse/contract/hardware/hardware.ts'
import type { Ctx } from '../../platform/context.ts'
import { bool, collated, instant, int, orNull, text, uuid, word } from '../../lists/columns.ts'
import { age, anyOf, anyOfBy, contains, searchBy, yesNo } from '../../lists/list-filters.ts'
import { listQuery } from '../../lists/list-query.ts'
import { deviceHealth } from '../hardware-state/health.ts'
import { requireHardwareVisible } from '../../authz/authorize.ts'
import { holdsInStock } from '../../authz/rights.ts'
import { isUninitialized, updatedAt } from '../hardware-state/states.ts'

/** From the best to the worst, as people sort it. */
const healthOrder = sql`array['healthy', 'late', 'offline', 'long_offline', 'no_data']`
const meshId = sql`coalesce(m.mesh_id, '00000000')`

/** Health as on a device; what stands nowhere is on mains power. */
const joins = sql`left join controllers m on m.hardware_id = h.controller_id left join hardware_state hs on hs.hardware_id = h.hardware_id
  left join hardware_state cs on cs.hardware_id = h.controller_id left join devices d on d.hardware_id = h.hardware_id
  left join lateral (select coalesce((select power_save from locations where id = d.location_id), 'none') as power_save) l on true`

/** Built into no device and no vehicle. Found in the indexes of ids alone; only what is left is joined to what is known of it. */
const inStock = sql`select s.* from (select h.hardware_id from hardware h
  where not exists (select from devices d where d.hardware_id = h.hardware_id)
    and not exists (select from rental_devices v where v.hardware_id = h.hardware_id) offset 0) ids join hardware s on s.hardware_id = ids.hardware_id`

/** Ids are asked for as they are printed, in groups. */
function searchConditions(q: string) {
  const digits = normalizedHardwareId(q)
  const inText = [sql`h.comment`, sql`hs.firmware_name`, sql`m.mesh_id::text`].map((column) => contains(column, q))
  return /^[0-9A-F]+$/.test(digits) ? [...inText, contains(sql`h.hardware_id`, digits)] : inText
}

/** A reader sees all of it or none: it belongs to one group (rights: model). */
export const stockList = listQuery(unassignedHardware, {
  from: () => sql`(${inStock}) h ${joins}`,
  rowsFrom: () => sql`hardware h ${joins}`,
  id: sql`h.hardware_id`,
  idCast: 'text',
  visibleBy: [],
  where: ({ person }) => holdsInStock(person, 'hardware', 'GETUNASSIGNED'),
  columns: ({ ctx }) => ({
    id: word(sql`h.hardware_id`),
    type: word(sql`h.type`),
    controller_id: word(sql`h.controller_id`),
    mesh_id: word(meshId),
    mac_address: word(sql`h.mac_address`),
    comment: text(sql`h.comment`),
    firmware_name: orNull(text(sql`hs.firmware_name`)),
    firmware_version: orNull(word(sql`hs.firmware_version`)),
    pcb_version: orNull(word(sql`hs.pcb_version`)),
    protocol_version: orNull(word(sql`hs.protocol_version`)),
    rssi_dbm: orNull(int(sql`hs.rssi_dbm`)),
    supply_mv: orNull(int(sql`hs.supply_mv`)),
    heartbeat_health: word(deviceHealth(ctx)),
    last_heartbeat_at: orNull(instant(sql`hs.last_heartbeat_at`)),
    created_at: instant(sql`h.created_at`),
    updated_at: instant(updatedAt),
    is_uninitialized: bool(isUninitialized),
    device_id: orNull(uuid(sql`d.id`)),
    location_id: orNull(uuid(sql`d.location_id`)),
  }),
  filters: ({ ctx }) => ({
    q: searchBy(searchConditions),
    type: anyOf(sql`h.type`),
    mesh_id: anyOfBy(
      (ids: readonly string[]) => sql<boolean>`m.mesh_id = any(${ids.map((id) => id.toUpperCase())}::text[])`,
      sql<boolean>`m.mesh_id is null`,
    ),
    health: anyOf(deviceHealth(ctx)),
    uninitialized: anyOf(yesNo(isUninitialized)),
    last_heartbeat_at: age(sql`hs.last_heartbeat_at`),
  }),
  sorts: ({ ctx }) => ({
    mesh_id: { by: sql`m.mesh_id::text`, cast: 'text' },
    heartbeat_health: { by: sql`array_position(${healthOrder}, ${deviceHealth(ctx)})`, cast: 'int' },
    firmware_name: { by: collated(sql`hs.firmware_name`), cast: 'text' },
  }),
})

export async function hardwareById(ctx: Ctx, id: string): Promise<Hardware> {
  await requireHardwareVisible(ctx, id)
  return stockList.get(ctx, id)
}
