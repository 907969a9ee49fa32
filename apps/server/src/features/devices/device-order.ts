import { sql } from 'kysely'
import type { DeviceOrder } from '@wheelhouse/contract/devices/device-edit.ts'
import { AppError } from '@wheelhouse/contract/errors.ts'
import type { Ctx, Db, Tx } from '../../platform/context.ts'
import { assertVersion } from '../../http/versions.ts'
import { personActor } from '../../journal/audit.ts'
import { publishChange, changedFields, addAuditRecord } from '../../journal/journal.ts'
import { write } from '../../journal/write.ts'
import { lockDevices, lockLocation, assertLocationUsable } from './locked-rows.ts'

type Rows = DeviceOrder['rows']

interface Standing {
  id: string
  row_number: number
  row_label: string
}

export async function deviceOrderOf(db: Db, locationId: string): Promise<DeviceOrder> {
  const { rows } = await sql<Standing>`
    select id, row_number, row_label from devices where location_id = ${locationId}::uuid and deleted_at is null
    order by row_number, place, type, number, id`.execute(db)
  const byRow = [...Map.groupBy(rows, ({ row_number }) => row_number).values()]
  return {
    version: await versionOf(db, locationId),
    rows: byRow.map((own) => ({ label: own[0]?.row_label ?? '', device_ids: own.map(({ id }) => id) })),
  }
}

async function versionOf(db: Db, locationId: string): Promise<number> {
  const { rows } = await sql<{
    version: number
  }>`select version from device_orders where location_id = ${locationId}::uuid`.execute(db)
  return rows[0]?.version ?? 1
}

export function setDeviceOrder(ctx: Ctx, locationId: string, rows: Rows, version: number): Promise<DeviceOrder> {
  return write(ctx, async (tx, journal) => {
    assertLocationUsable(await lockLocation(tx, locationId))
    const before = await deviceOrderOf(tx, locationId)
    assertVersion(before.version, version)
    assertSameDevices(before.rows, rows)
    const edit = changedFields({ rows: before.rows }, { rows })
    if (!edit) return before
    await place(tx, rows)
    await sql`insert into device_orders (location_id, version) values (${locationId}::uuid, 2)
      on conflict (location_id) do update set version = device_orders.version + 1`.execute(tx)
    const words = {
      resource_type: 'location',
      resource_id: locationId,
      resource_name: null,
      visible_through_id: locationId,
    }
    addAuditRecord(journal, {
      actor: personActor(ctx),
      feature: 'devices',
      verb: 'ordered',
      ...words,
      ...(await namedOrders(tx, before.rows, rows)),
    })
    publishChange(journal, 'location', locationId, locationId)
    for (const id of rows.flatMap(({ device_ids }) => device_ids)) publishChange(journal, 'device', id, locationId)
    return { version: version + 1, rows }
  })
}

/** Each device of the location once, and no other. */
function assertSameDevices(before: Rows, after: Rows): void {
  const idsIn = (rows: Rows): string => JSON.stringify(rows.flatMap(({ device_ids }) => device_ids).toSorted())
  if (idsIn(before) !== idsIn(after)) throw new AppError('devices_changed')
}

async function place(tx: Tx, rows: Rows): Promise<void> {
  const placed = rows.flatMap(({ label, device_ids }, row) =>
    device_ids.map((id, at) => ({ id, row_label: label, row_number: row + 1, place: at + 1 })),
  )
  // In the order of all who lock several: the statement itself would take them as it meets them.
  await lockDevices(
    tx,
    placed.map(({ id }) => id),
  )
  await sql`update devices d set row_label = o.row_label, row_number = o.row_number, place = o.place
    from json_to_recordset(${JSON.stringify(placed)}) as o(id uuid, row_label text, row_number int, place int)
    where d.id = o.id and (d.row_label, d.row_number, d.place) is distinct from (o.row_label, o.row_number, o.place)`.execute(
    tx,
  )
}

/** As people read it: "Wall: Dock 1, Dock 2". */
async function namedOrders(
  tx: Tx,
  before: Rows,
  after: Rows,
): Promise<{ before: Record<string, unknown>; after: Record<string, unknown> }> {
  const ids = after.flatMap(({ device_ids }) => device_ids)
  const { rows } = await sql<{ id: string; name: string }>`
    select id, type || ' ' || number as name from devices where id = any(${ids}::uuid[])`.execute(tx)
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  const read = (order: Rows) => ({
    order: order.map(({ label, device_ids }) => `${label || '—'}: ${device_ids.map((id) => names.get(id)).join(', ')}`),
  })
  return { before: read(before), after: read(after) }
}
