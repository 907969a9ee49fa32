import { sql } from 'kysely'
import type { DeviceBody } from '@wheelhouse/contract/devices/device-edit.ts'
import type { Device } from '@wheelhouse/contract/devices/devices.ts'
import { AppError } from '@wheelhouse/contract/errors.ts'
import type { Ctx, Tx } from '../../platform/context.ts'
import { answeredDevice } from './device-replies.ts'
import { assertVersion } from '../../http/versions.ts'
import { changedFields } from '../../journal/journal.ts'
import { write } from '../../journal/write.ts'
import { lockLastingDevice, lockLocationOf, assertLocationUsable, recordEdit } from './locked-rows.ts'

export function updateDevice(ctx: Ctx, id: string, body: DeviceBody, version: number): Promise<Device> {
  return write(ctx, async (tx, journal, inside) => {
    const location = await lockLocationOf(tx, id)
    const device = await lockLastingDevice(tx, id)
    const edit = changedFields({ ...device }, body)
    if (edit) assertLocationUsable(location)
    assertVersion(device.version, version)
    if (!edit) return answeredDevice(inside, id)
    await assertAliasUnique(tx, device.location_id, body.alias, id)
    await tx
      .updateTable('devices')
      .set((row) => ({ ...body, version: row('version', '+', 1) }))
      .where('id', '=', id)
      .execute()
    recordEdit(ctx, journal, device, { verb: 'updated', ...edit })
    return answeredDevice(inside, id)
  })
}

/** Call it with the location locked; otherwise two writers could both find the alias free. */
export async function assertAliasUnique(
  tx: Tx,
  locationId: string,
  alias: string,
  deviceId: string | null,
): Promise<void> {
  if (alias === '') return
  const { rows } = await sql<{ id: string }>`
    select id from devices where location_id = ${locationId}::uuid and lower(alias) = lower(${alias}) and deleted_at is null
      and id is distinct from ${deviceId}::uuid limit 1`.execute(tx)
  if (rows.length > 0) throw new AppError('alias_taken', { field: 'alias' })
}
