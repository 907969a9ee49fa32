import { sql } from 'kysely'
import type { DeviceType } from '@wheelhouse/contract/devices/devices.ts'
import { qrSheetDevicesAtMost } from '@wheelhouse/contract/qr-sheets/qr-sheets.ts'
import type { printQrSheet } from '@wheelhouse/contract/qr-sheets/qr-sheets.ts'
import type { QueryOf } from '@wheelhouse/contract/route.ts'
import type { Ctx } from '../../platform/context.ts'
import { deviceName } from '../hardware-state/placed-hardware.ts'
import type { QrLabel } from './sheet.ts'

interface Row {
  qr_code: string
  number: number
  type: DeviceType
  alias: string
  code: string
  label: string
}

/** In the order on the ground, in which they are put on. */
export async function labelsOf(ctx: Ctx, locationId: string, query: QueryOf<typeof printQrSheet>): Promise<QrLabel[]> {
  const these = query.device_id ? sql`d.id = any(${query.device_id}::uuid[])` : sql`true`
  const pending = query.pending === 'true' ? sql`d.qr_update_pending` : sql`true`
  const { rows } = await sql<Row>`
    select d.qr_code, d.number, d.type, d.alias, l.code, l.label from devices d join locations l on l.id = d.location_id
    where d.location_id = ${locationId}::uuid and d.qr_code is not null and d.deleted_at is null and not d.delete_pending and ${these} and ${pending}
    order by d.row_number, d.place, d.type, d.number, d.id limit ${qrSheetDevicesAtMost}`.execute(ctx.db)
  return rows.map(({ qr_code, number, type, alias, code, label }) => ({
    qr_code,
    address: `${ctx.config.console_url}/deep-link/search?code=${qr_code}`,
    device_code: `${code}/${String(number).padStart(2, '0')}`,
    device_name: [deviceName({ type, number }), alias].filter(Boolean).join(' · '),
    location_label: label,
  }))
}
