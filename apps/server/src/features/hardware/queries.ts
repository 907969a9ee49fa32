import { sql } from 'kysely'
import { unassignedHardware } from '@wheelhouse/contract/hardware/hardware.ts'
import type { Hardware } from '@wheelhouse/contract/hardware/hardware.ts'
import type { Ctx } from '../../platform/context.ts'
import { age, anyOf, anyOfBy, yesNo } from '../../lists/list-filters.ts'
import { listQuery } from '../../lists/list-query.ts'
import { deviceHealth } from '../hardware-state/health.ts'
import { requireHardwareVisible } from '../../authz/authorize.ts'
import { holdsInStock } from '../../authz/rights.ts'
import { isUninitialized } from '../hardware-state/states.ts'
import { hardwareColumns, hardwareSearch, hardwareSorts } from './hardware-columns.ts'

/** Health as on a device; what stands nowhere is on mains power. */
const joins = sql`left join controllers m on m.hardware_id = h.controller_id left join hardware_state hs on hs.hardware_id = h.hardware_id
  left join hardware_state cs on cs.hardware_id = h.controller_id left join devices d on d.hardware_id = h.hardware_id
  left join lateral (select coalesce((select power_save from locations where id = d.location_id), 'none') as power_save) l on true`

/** Built into no device and no vehicle. Found in the indexes of ids alone; only what is left is joined to what is known of it. */
const inStock = sql`select s.* from (select h.hardware_id from hardware h
  where not exists (select from devices d where d.hardware_id = h.hardware_id)
    and not exists (select from rental_devices v where v.hardware_id = h.hardware_id) offset 0) ids join hardware s on s.hardware_id = ids.hardware_id`

/** A reader sees all of it or none: it belongs to one group (rights: model). */
export const stockList = listQuery(unassignedHardware, {
  from: () => sql`(${inStock}) h ${joins}`,
  rowsFrom: () => sql`hardware h ${joins}`,
  id: sql`h.hardware_id`,
  idCast: 'text',
  visibleBy: [],
  where: ({ person }) => holdsInStock(person, 'hardware', 'GETUNASSIGNED'),
  columns: ({ ctx }) => hardwareColumns(ctx),
  filters: ({ ctx }) => ({
    q: hardwareSearch(sql`h.comment`, sql`hs.firmware_name`, sql`m.mesh_id::text`),
    type: anyOf(sql`h.type`),
    mesh_id: anyOfBy(
      (ids: readonly string[]) => sql<boolean>`m.mesh_id = any(${ids.map((id) => id.toUpperCase())}::text[])`,
      sql<boolean>`m.mesh_id is null`,
    ),
    health: anyOf(deviceHealth(ctx)),
    uninitialized: anyOf(yesNo(isUninitialized)),
    last_heartbeat_at: age(sql`hs.last_heartbeat_at`),
  }),
  sorts: ({ ctx }) => hardwareSorts(ctx),
})

export async function hardwareById(ctx: Ctx, id: string): Promise<Hardware> {
  await requireHardwareVisible(ctx, id)
  return stockList.get(ctx, id)
}
