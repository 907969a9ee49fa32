import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { newQrCode } from '@wheelhouse/contract/deep-link/deep-link.ts'
import type { Device } from '@wheelhouse/contract/devices/devices.ts'
import { AppError } from '@wheelhouse/contract/errors.ts'
import type { Ctx, Tx } from '../../platform/context.ts'
import { assertVersion } from '../../http/versions.ts'
import { answeredDevice } from './device-replies.ts'
import { bulkAction } from '../background-jobs/bulk.ts'
import { changedFields } from '../../journal/journal.ts'
import { write } from '../../journal/write.ts'
import { lockName } from '../../platform/locks.ts'
import { lockLastingDevice, lockLocationOf, assertLocationUsable, recordEdit } from './locked-rows.ts'
import type { DeviceRow } from './locked-rows.ts'

type Label = Pick<DeviceRow, 'qr_code' | 'former_qr_code' | 'qr_update_pending'>

/** The sticker that is on the device already: nothing is pending afterwards. */
export function setQrCode(ctx: Ctx, id: string, code: string | null, version?: number): Promise<Device> {
  return relabel(ctx, id, version, async (tx) => {
    if (code !== null) await assertCodeUnique(tx, code, id)
    return { qr_code: code, former_qr_code: null, qr_update_pending: false }
  })
}

/** A new one, pending until its sticker is on; until then the old sticker still leads here. */
export function generateQrCode(ctx: Ctx, id: string, replace: boolean): Promise<Device> {
  return relabel(ctx, id, undefined, async (_tx, device) => {
    if (device.qr_code !== null && !replace) return device
    // Of two changes in a row the sticker that is on is the one before both.
    const former_qr_code = device.qr_update_pending ? device.former_qr_code : device.qr_code
    // 45 bits by chance: were one drawn twice, its unique constraint would refuse it.
    return { qr_code: newQrCode(randomInt), former_qr_code, qr_update_pending: true }
  })
}

export const generateQrCodes = bulkAction<{ replace: boolean }>({
  name: 'device-edit.generate-qr-codes',
  title: 'Generate QR codes',
  type: 'device',
  needs: { device: ['SETDEEPLINK'] },
  each: (ctx, id, { replace }) => generateQrCode(ctx, id, replace),
})

/** Somebody stands before the device and scanned what is on it. */
export function confirmQrCode(ctx: Ctx, id: string, scanned: string, version: number): Promise<Device> {
  return relabel(ctx, id, version, async (_tx, device) => {
    if (device.qr_code !== scanned) throw new AppError('qr_code_differs', { field: 'qr_code' })
    return { qr_code: scanned, former_qr_code: null, qr_update_pending: false }
  })
}

type LabelOf = (tx: Tx, device: DeviceRow) => Promise<Label>

function relabel(ctx: Ctx, id: string, version: number | undefined, labelOf: LabelOf): Promise<Device> {
  return write(ctx, async (tx, journal, inside) => {
    const location = await lockLocationOf(tx, id)
    const device = await lockLastingDevice(tx, id)
    const { qr_code, former_qr_code, qr_update_pending } = await labelOf(tx, device)
    const label = { qr_code, former_qr_code, qr_update_pending }
    const edit = changedFields({ ...device }, label)
    // Taking a code away is part of retiring it.
    if (edit && qr_code !== null) assertLocationUsable(location)
    assertVersion(device.version, version)
    if (!edit) return answeredDevice(inside, id)
    await tx
      .updateTable('devices')
      .set((row) => ({ ...label, version: row('version', '+', 1) }))
      .where('id', '=', id)
      .execute()
    recordEdit(ctx, journal, device, { verb: 'qr_code', ...edit })
    return answeredDevice(inside, id)
  })
}

/** Neither on another device nor on its old sticker. The lock keeps two who set the same from both finding it free. */
async function assertCodeUnique(tx: Tx, code: string, deviceId: string): Promise<void> {
  await lockName(tx, 'qr_codes', code)
  const { rows } = await sql`
    select id from devices where (qr_code = ${code} or former_qr_code = ${code}) and id <> ${deviceId}::uuid limit 1`.execute(
    tx,
  )
  if (rows.length > 0) throw new AppError('qr_code_taken', { field: 'qr_code' })
}
