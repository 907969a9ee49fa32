import { sql } from 'kysely'
import type { DeviceReadings, PlacedHardware } from '@wheelhouse/contract/hardware/hardware-history.ts'
import { hasRights } from '../../authz/authorize.ts'
import type { Ctx } from '../../platform/context.ts'
import { deviceHealth, healthJoins } from '../hardware-state/health.ts'
import { isUninitialized, updatedAt } from '../hardware-state/states.ts'
import { thresholdRead } from './hardware-list.ts'

const devicesOf = (locationId: string) => sql`devices d join locations l on l.id = d.location_id ${healthJoins}
  left join controllers m on m.hardware_id = h.controller_id where d.location_id = ${locationId}::uuid and d.deleted_at is null and d.hardware_id is not null
  order by d.row_number, d.place, d.type, d.number, d.id limit 1000`

const openAlarms = sql`array(select a.reason from alarms a where a.hardware_id = h.hardware_id and a.cleared_at is null order by a.raised_at, a.reason)`

/** Paused alarms and the threshold are settings: only for who holds GETSETTINGS here. */
export async function hardwareOf(ctx: Ctx, locationId: string): Promise<PlacedHardware[]> {
  const [seesSettings] = await hasRights(ctx, [['hardware', 'GETSETTINGS']], { type: 'location', id: locationId })
  const settings = seesSettings ? sql`, h.alarms_off_until, ${thresholdRead} as low_voltage_mv` : sql``
  const { rows } = await sql<PlacedHardware>`
    select d.id as device_id, h.hardware_id, h.type, h.controller_id, m.mesh_id, h.mac_address,
      hs.firmware_name, hs.firmware_version, hs.pcb_version, hs.protocol_version, hs.config_hash, d.hardware_assigned_at,
      ${updatedAt} as updated_at, ${isUninitialized} as is_uninitialized, ${openAlarms} as open_alarms${settings}
    from ${devicesOf(locationId)}`.execute(ctx.db)
  return rows
}

export async function readingsOf(ctx: Ctx, locationId: string): Promise<DeviceReadings[]> {
  const { rows } = await sql<DeviceReadings>`
    select d.id as device_id, ${deviceHealth(ctx)} as heartbeat_health, hs.last_heartbeat_at, hs.rssi_dbm, hs.wifi_ssid, hs.wifi_rssi_dbm, hs.supply_mv,
      hs.temperature_c, hs.uptime_s, hs.clock_off_s
    from ${devicesOf(locationId)}`.execute(ctx.db)
  return rows
}
