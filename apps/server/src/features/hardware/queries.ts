import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { AppError } from '@wheelhouse/contract/errors.ts'
import { normalizedHardwareId } from '@wheelhouse/contract/hardware/hardware.ts'
import type { Hardware, HardwareFilter, HardwareQuery, hardwareSorts } from '@wheelhouse/contract/hardware/hardware.ts'
import type { Ctx } from '../../platform/context.ts'
import type { ListInput, Page } from '../../lists/list-pages.ts'
import { contains, collated, sortedPage } from '../../lists/keyset.ts'
import type { SortColumn } from '../../lists/keyset.ts'
import { deviceHealth } from '../hardware-state/health.ts'
import { requireHardwareVisible } from '../../authz/authorize.ts'
import { holdsInStock } from '../../authz/rights.ts'
import { isUninitialized, updatedAt } from '../hardware-state/states.ts'

type Sort = (typeof hardwareSorts)[number]

/** From the best to the worst, as people sort it. */
const healthOrder = sql`array['healthy', 'late', 'offline', 'long_offline', 'no_data']`

const sortsOf = (ctx: Ctx): Record<Sort, SortColumn> => ({
  id: { by: sql`h.hardware_id`, kind: 'text' },
  type: { by: sql`h.type`, kind: 'text' },
  mesh_id: { by: sql`m.mesh_id::text`, kind: 'text' },
  firmware_name: { by: collated(sql`hs.firmware_name`), kind: 'text' },
  firmware_version: { by: sql`hs.firmware_version`, kind: 'text' },
  pcb_version: { by: sql`hs.pcb_version`, kind: 'text' },
  heartbeat_health: { by: sql`array_position(${healthOrder}, ${deviceHealth(ctx)})`, kind: 'int' },
  last_heartbeat_at: { by: sql`hs.last_heartbeat_at`, kind: 'timestamptz' },
  comment: { by: collated(sql`nullif(h.comment, '')`), kind: 'text' },
  created_at: { by: sql`h.created_at`, kind: 'timestamptz' },
  updated_at: { by: updatedAt, kind: 'timestamptz' },
})

/** Health as on a device; what stands nowhere is on mains power. */
const joins = sql`left join controllers m on m.hardware_id = h.controller_id left join hardware_state hs on hs.hardware_id = h.hardware_id
  left join hardware_state cs on cs.hardware_id = h.controller_id left join devices d on d.hardware_id = h.hardware_id
  left join lateral (select coalesce((select power_save from locations where id = d.location_id), 'none') as power_save) l on true`

const columns = (
  ctx: Ctx,
) => sql`h.hardware_id as id, h.type, h.controller_id, coalesce(m.mesh_id, '00000000') as mesh_id, h.mac_address, h.comment,
  hs.firmware_name, hs.firmware_version, hs.pcb_version, hs.protocol_version, hs.rssi_dbm, hs.supply_mv,
  ${deviceHealth(ctx)} as heartbeat_health, hs.last_heartbeat_at, h.created_at, ${updatedAt} as updated_at,
  ${isUninitialized} as is_uninitialized, d.id as device_id, d.location_id`

function filterOf(ctx: Ctx, { q, type, mesh_id, health }: HardwareFilter): RawBuilder<boolean> {
  const parts: RawBuilder<boolean>[] = [sql<boolean>`true`]
  if (q) parts.push(wordsOf(q))
  if (type) parts.push(sql<boolean>`h.type = any(${type}::text[])`)
  if (mesh_id) parts.push(sql<boolean>`m.mesh_id = any(${mesh_id.map((id) => id.toUpperCase())}::text[])`)
  if (health) parts.push(sql<boolean>`${deviceHealth(ctx)} = any(${health}::text[])`)
  return sql<boolean>`(${sql.join(parts, sql` and `)})`
}

/** Ids are asked for as they are printed, in groups. */
function wordsOf(q: string): RawBuilder<boolean> {
  const digits = normalizedHardwareId(q)
  const columnsAsked = [
    contains(sql`h.comment`, q),
    contains(sql`hs.firmware_name`, q),
    contains(sql`m.mesh_id::text`, q),
  ]
  if (/^[0-9A-F]+$/.test(digits)) columnsAsked.push(contains(sql`h.hardware_id`, digits))
  return sql<boolean>`(${sql.join(columnsAsked, sql` or `)})`
}

/** Found in the two indexes of ids alone; only what is left is joined to what is known of it. */
const inStock = sql`select s.* from (select h.hardware_id from hardware h
  where not exists (select from devices d where d.hardware_id = h.hardware_id) offset 0) ids join hardware s on s.hardware_id = ids.hardware_id`

/** All or none of it is seen: it belongs to one group (rights: model). */
export async function unassignedPage(ctx: Ctx, { query }: ListInput<unknown, HardwareQuery>): Promise<Page<Hardware>> {
  const sees = holdsInStock(sql`${ctx.person.id}::uuid`, 'hardware', 'GETUNASSIGNED')
  const list = {
    sorts: sortsOf(ctx),
    id: sql`h.hardware_id`,
    id_kind: 'text',
    where: sql<boolean>`${sees} and ${filterOf(ctx, query)}`,
    from: sql`(${inStock}) h ${joins}`,
    rows: sql`left join (hardware h ${joins}) on h.hardware_id = page.id`,
    columns: columns(ctx),
  } as const
  return sortedPage<Hardware, Sort>(ctx.db, list, query)
}

export async function hardwareById(ctx: Ctx, id: string): Promise<Hardware> {
  await requireHardwareVisible(ctx, id)
  const { rows } =
    await sql<Hardware>`select ${columns(ctx)} from hardware h ${joins} where h.hardware_id = ${id}`.execute(ctx.db)
  if (!rows[0]) throw new AppError('not_found')
  return rows[0]
}
