import type { Device, exportLocationDevices } from '@wheelhouse/contract/devices/devices.ts'
import type { Ctx } from '../../platform/context.ts'
import type { CsvColumns } from '../../lists/export.ts'
import type { ListInput, Page } from '../../lists/list-pages.ts'
import { devicesOf } from './queries.ts'

/** A location has at most a thousand: one page. */
export async function deviceRowsOf(
  ctx: Ctx,
  { params }: ListInput<{ location_id: string }, unknown>,
): Promise<Page<Device>> {
  const items = await devicesOf(ctx, params.location_id)
  return { items, next: null, total: items.length, total_is_exact: true }
}

export const deviceCells: CsvColumns<typeof exportLocationDevices, Device> = {
  id: (row) => row.id,
  location_code: (row) => row.location_code,
  type: (row) => row.type,
  number: (row) => row.number,
  row_label: (row) => row.row_label,
  row_number: (row) => row.row_number,
  place: (row) => row.place,
  alias: (row) => row.alias,
  comment: (row) => row.comment,
  qr_code: (row) => row.qr_code,
  qr_update_pending: (row) => row.qr_update_pending,
  delete_pending: (row) => row.delete_pending,
  dock_state: (row) => row.dock_state,
  dock_state_since: (row) => row.dock_state_since,
  heartbeat_health: (row) => row.heartbeat_health,
  last_heartbeat_at: (row) => row.last_heartbeat_at,
  hardware_id: (row) => row.hardware_id,
  controller_id: (row) => row.controller_id,
  mesh_id: (row) => row.mesh_id,
  firmware_name: (row) => row.firmware_name,
  firmware_version: (row) => row.firmware_version,
  pcb_version: (row) => row.pcb_version,
  created_at: (row) => row.created_at,
}
