import { sql } from 'kysely'
import type { Device } from '@wheelhouse/contract/devices/devices.ts'
import type {
  DeviceReadings,
  exportTechnicalTable,
  PlacedHardware,
} from '@wheelhouse/contract/hardware/hardware-history.ts'
import type { Ctx, Db } from '../../platform/context.ts'
import type { CsvColumns } from '../../lists/export.ts'
import type { ListInput, Page } from '../../lists/list-pages.ts'
import { hasRights } from '../../authz/authorize.ts'
import { hardwareOf, readingsOf } from './technical.ts'

type Named = Pick<Device, 'id' | 'location_code' | 'type' | 'number' | 'alias' | 'row_label'>

/** A device with what this caller may see of its hardware. */
interface TechnicalRow {
  device: Named
  hardware: PlacedHardware | undefined
  readings: DeviceReadings | undefined
}

/** A location holds a thousand devices at most: one page. */
export async function technicalTable(
  ctx: Ctx,
  { params: { location_id } }: ListInput<{ location_id: string }, unknown>,
): Promise<Page<TechnicalRow>> {
  const [maySeeHardware, maySeeReadings] = await hasRights(
    ctx,
    [
      ['hardware', 'GET'],
      ['location', 'GETMETRICS'],
    ],
    { type: 'location', id: location_id },
  )
  const [devices, hardware, readings] = await Promise.all([
    namesOf(ctx.db, location_id),
    maySeeHardware ? hardwareOf(ctx, location_id) : [],
    maySeeReadings ? readingsOf(ctx, location_id) : [],
  ])
  const [hardwareBy, readingsBy] = [byDevice(hardware), byDevice(readings)]
  const items = devices.map((device) => ({
    device,
    hardware: hardwareBy.get(device.id),
    readings: readingsBy.get(device.id),
  }))
  return { items, next: null, total: items.length, total_is_exact: true }
}

async function namesOf(db: Db, locationId: string): Promise<Named[]> {
  const { rows } = await sql<Named>`
    select d.id, l.code as location_code, d.type, d.number, d.alias, d.row_label from devices d join locations l on l.id = d.location_id
    where d.location_id = ${locationId}::uuid and d.deleted_at is null
    order by d.row_number, d.place, d.type, d.number, d.id limit 1000`.execute(db)
  return rows
}

const byDevice = <Row extends { device_id: string }>(rows: readonly Row[]): ReadonlyMap<string, Row> =>
  new Map(rows.map((row) => [row.device_id, row]))

export const technicalCells: CsvColumns<typeof exportTechnicalTable, TechnicalRow> = {
  device_id: ({ device }) => device.id,
  location_code: ({ device }) => device.location_code,
  device_type: ({ device }) => device.type,
  device_number: ({ device }) => device.number,
  alias: ({ device }) => device.alias,
  row_label: ({ device }) => device.row_label,
  heartbeat_health: ({ readings }) => readings?.heartbeat_health ?? null,
  last_heartbeat_at: ({ readings }) => readings?.last_heartbeat_at ?? null,
  rssi_dbm: ({ readings }) => readings?.rssi_dbm ?? null,
  wifi_ssid: ({ readings }) => readings?.wifi_ssid ?? null,
  wifi_rssi_dbm: ({ readings }) => readings?.wifi_rssi_dbm ?? null,
  supply_mv: ({ readings }) => readings?.supply_mv ?? null,
  temperature_c: ({ readings }) => readings?.temperature_c ?? null,
  uptime_s: ({ readings }) => readings?.uptime_s ?? null,
  clock_off_s: ({ readings }) => readings?.clock_off_s ?? null,
  hardware_id: ({ hardware }) => hardware?.hardware_id ?? null,
  type: ({ hardware }) => hardware?.type ?? null,
  controller_id: ({ hardware }) => hardware?.controller_id ?? null,
  mesh_id: ({ hardware }) => hardware?.mesh_id ?? null,
  mac_address: ({ hardware }) => hardware?.mac_address ?? null,
  firmware_name: ({ hardware }) => hardware?.firmware_name ?? null,
  firmware_version: ({ hardware }) => hardware?.firmware_version ?? null,
  pcb_version: ({ hardware }) => hardware?.pcb_version ?? null,
  protocol_version: ({ hardware }) => hardware?.protocol_version ?? null,
  config_hash: ({ hardware }) => hardware?.config_hash ?? null,
  hardware_assigned_at: ({ hardware }) => hardware?.hardware_assigned_at ?? null,
  updated_at: ({ hardware }) => hardware?.updated_at ?? null,
  is_uninitialized: ({ hardware }) => hardware?.is_uninitialized ?? null,
  open_alarms: ({ hardware }) => hardware?.open_alarms.join(', ') ?? null,
  alarms_off_until: ({ hardware }) => hardware?.alarms_off_until ?? null,
  low_voltage_mv: ({ hardware }) => hardware?.low_voltage_mv ?? null,
}
