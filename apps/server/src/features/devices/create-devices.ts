import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { devicesInLocation, highestDeviceNumber } from '@wheelhouse/contract/devices/device-edit.ts'
import type { CreateDevicesBody, NextDeviceNumber } from '@wheelhouse/contract/devices/device-edit.ts'
import { plainOf } from '@wheelhouse/contract/devices/device-fields.ts'
import { newQrCode } from '@wheelhouse/contract/deep-link/deep-link.ts'
import type { Device } from '@wheelhouse/contract/devices/devices.ts'
import { AppError } from '@wheelhouse/contract/errors.ts'
import type { Ctx, Db, Tx } from '../../platform/context.ts'
import { answeredDevices } from './device-replies.ts'
import { write } from '../../journal/write.ts'
import { assertAliasUnique } from './edit-device.ts'
import { lockLocation, assertLocationUsable, recordEdit } from './locked-rows.ts'

export function createDevices(ctx: Ctx, locationId: string, body: CreateDevicesBody): Promise<Device[]> {
  return write(ctx, async (tx, journal, inside) => {
    assertLocationUsable(await lockLocation(tx, locationId))
    await assertCapacity(tx, locationId, body.amount)
    const first = await firstNumber(tx, locationId, body)
    if (body.alias !== '') await assertAliasUnique(tx, locationId, body.alias, null)
    const ground = await groundFor(tx, locationId, body.row_label)
    // The plain fields of the body: every new device has them.
    const plain = plainOf(body)
    const made = Array.from({ length: body.amount }, (_, n) => ({
      id: uuidv7(),
      location_id: locationId,
      number: first + n,
      type: body.type,
      ...plain,
      row_label: body.row_label,
      row_number: ground.row_number,
      place: ground.place + n,
      hardware_id: null,
      created_at: journal.at.toISOString(),
      qr_code: body.has_qr_codes ? newQrCode(randomInt) : null,
      qr_update_pending: body.has_qr_codes,
    }))
    await tx.insertInto('devices').values(made).execute()
    const written = Object.fromEntries(Object.entries(plain).filter(([, value]) => Boolean(value)))
    for (const { id, number, qr_code } of made) {
      const { type, row_label } = body
      const after = { type, number, row_label, qr_code, ...written }
      recordEdit(ctx, journal, { id, location_id: locationId, number, type }, { verb: 'created', after })
    }
    return answeredDevices(
      inside,
      locationId,
      made.map(({ id }) => id),
    )
  })
}

async function assertCapacity(tx: Tx, locationId: string, amount: number): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from devices where location_id = ${locationId}::uuid and deleted_at is null`.execute(tx)
  if ((rows[0]?.count ?? 0) + amount > devicesInLocation) throw new AppError('too_many_devices', { field: 'amount' })
}

/**
 * Behind the highest; where it has no room behind it, the lowest that are free side by side. Deleted devices count: what
 * happened in dock 7 happened in that dock 7 for ever.
 */
export async function nextNumbersOf(db: Db, locationId: string, amount: number): Promise<NextDeviceNumber[]> {
  const { rows } = await sql<NextDeviceNumber>`
    select type, case when max(number) + ${amount}::int <= ${highestDeviceNumber}::int then max(number) + 1
      else min(before + 1) filter (where number - before > ${amount}::int) end as number
    from (select type, number, lag(number, 1, 0) over (partition by type order by number) as before from devices
      where location_id = ${locationId}::uuid) given group by type order by type`.execute(db)
  return rows
}

async function firstNumber(
  tx: Tx,
  locationId: string,
  { type, amount, first_number }: CreateDevicesBody,
): Promise<number> {
  if (first_number === undefined) {
    const next = (await nextNumbersOf(tx, locationId, amount)).find((one) => one.type === type)?.number
    if (next === null) throw new AppError('device_numbers_used_up', { field: 'amount' })
    return next ?? 1
  }
  const last = first_number + amount - 1
  if (last > highestDeviceNumber) throw new AppError('device_numbers_used_up', { field: 'first_number' })
  const { rows } = await sql<{ taken: number | null }>`
    select min(number) as taken from devices where location_id = ${locationId}::uuid and type = ${type}
      and number between ${first_number}::int and ${last}::int`.execute(tx)
  const taken = rows[0]?.taken ?? null
  if (taken !== null) throw new AppError('device_number_taken', { field: 'first_number', number: taken })
  return first_number
}

/** Behind the last of the row of that name, or in a new row behind all others. */
async function groundFor(tx: Tx, locationId: string, label: string): Promise<{ row_number: number; place: number }> {
  const { rows } = await sql<{ row_number: number; row_label: string; last: number }>`
    select row_number, max(row_label) as row_label, max(place) as last from devices
    where location_id = ${locationId}::uuid and deleted_at is null group by row_number order by row_number desc`.execute(
    tx,
  )
  const row = rows.find(({ row_label }) => row_label === label)
  return row
    ? { row_number: row.row_number, place: row.last + 1 }
    : { row_number: (rows[0]?.row_number ?? 0) + 1, place: 1 }
}
