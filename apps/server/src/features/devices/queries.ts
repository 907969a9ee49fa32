import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { plainDeviceFields } from '@wheelhouse/contract/devices/device-fields.ts'
import type { Device } from '@wheelhouse/contract/devices/devices.ts'
import type { Ctx } from '../../platform/context.ts'
import { rowIsVisible } from '../../authz/visible.ts'
import { deviceHealth, healthJoins } from '../hardware-state/health.ts'

const devicesAtMost = 1_000

export async function devicesOf(ctx: Ctx, locationId: string): Promise<Device[]> {
  return select(ctx, sql<boolean>`d.location_id = ${locationId}::uuid`)
}

export async function deviceById(ctx: Ctx, deviceId: string): Promise<Device | undefined> {
  const [device] = await select(ctx, sql<boolean>`d.id = ${deviceId}::uuid`)
  return device
}

/** When a pending deletion goes without the word of the hardware. */
const deleteBy = ({ config }: Ctx) =>
  sql`case when d.delete_pending then d.delete_asked_at + make_interval(secs => ${config.device_deletion_hours * 3_600}) end`

const plainColumns = sql.join(plainDeviceFields.map((name) => sql.ref(`d.${name}`)))

/** The vehicle in a dock is shown only with session GET, and its rider only if the caller may see that rider. */
async function select(ctx: Ctx, where: RawBuilder<boolean>): Promise<Device[]> {
  const isSessionVisible = rowIsVisible(ctx, 'session', 'GET', 'location', sql`o.location_id`)
  const { rows } = await sql<Omit<Device, 'session'> & Record<`session_${string}`, string | null>>`
    select d.id, d.location_id, l.code as location_code, d.number, d.type, d.row_label, d.row_number, d.place, ${plainColumns},
      d.qr_code, d.qr_update_pending, d.former_qr_code, d.delete_pending, d.delete_asked_at, ${deleteBy(ctx)} as delete_by, d.hardware_id, h.controller_id, c.mesh_id,
      coalesce(hs.dock_state, 'unknown') as dock_state, hs.dock_state_since,
      ${deviceHealth(ctx)} as heartbeat_health, hs.last_heartbeat_at, greatest(hs.seq, hs.dock_state_seq, 0) as seq, hs.rssi_dbm, hs.wifi_ssid,
      hs.wifi_rssi_dbm, hs.supply_mv, hs.firmware_name, hs.firmware_version, hs.pcb_version, hs.protocol_version,
      array(select a.reason from alarms a where a.hardware_id = d.hardware_id and a.cleared_at is null order by a.reason limit 20) as alarms,
      d.created_at, d.version,
      s.id as session_id, s.started_at as session_started_at, k.type as session_key_type, u.id as session_user_id, u.name as session_user_name
    from devices d join locations l on l.id = d.location_id ${healthJoins}
    left join controllers c on c.hardware_id = h.controller_id
    left join lateral (select * from parking_sessions o where o.device_id = d.id and o.status <> 'ended' and ${isSessionVisible}
      order by o.started_at limit 1) s on true
    left join access_keys k on k.id = s.access_key_id
    left join users u on u.id = s.user_id and ${rowIsVisible(ctx, 'user', 'GET', 'user', sql`u.id`)}
    where ${where} and d.deleted_at is null order by d.row_number, d.place, d.type, d.number, d.id limit ${devicesAtMost}`.execute(
    ctx.db,
  )
  return rows.map(withSession)
}

function withSession(row: Omit<Device, 'session'> & Record<`session_${string}`, string | null>): Device {
  const { session_id, session_started_at, session_key_type, session_user_id, session_user_name, ...device } = row
  const session =
    session_id && session_started_at
      ? {
          id: session_id,
          started_at: session_started_at,
          key_type: session_key_type ?? null,
          user_id: session_user_id ?? null,
          user_name: session_user_name ?? null,
        }
      : null
  return { ...device, session }
}
