import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { DeviceType } from '@wheelhouse/contract/devices/devices.ts'
import { AppError } from '@wheelhouse/contract/errors.ts'
import { wireCommand } from '@wheelhouse/device-protocol/commands.ts'
import type { Ctx, Tx } from '../../platform/context.ts'
import { deviceHealth, healthJoins } from '../hardware-state/health.ts'
import type { PlacedDevice } from '../hardware-state/placed-hardware.ts'

/** What a command is sent to: the hardware of a device, or hardware in stock. */
export interface Target {
  type: DeviceType
  hardware_id: string | null
  /** Null in stock. */
  device: PlacedDevice | null
  delete_pending: boolean
  has_camera: boolean
  health: string
  is_sleeping: boolean
  interval_s: number
}

/** A target with hardware to send to. */
export type ReachableTarget = Target & { hardware_id: string }

export type Moment = Pick<Ctx, 'clock' | 'config'>

interface Row extends Omit<Target, 'device'> {
  device_id: string | null
  location_id: string | null
  number: number | null
}

const columns = (ctx: Moment) => sql`d.id as device_id, d.location_id, d.number, coalesce(d.type, h.type) as type,
  h.hardware_id, coalesce(d.delete_pending, false) as delete_pending, coalesce(l.has_camera, false) as has_camera,
  ${deviceHealth(ctx)} as health, l.power_save <> 'none' as is_sleeping, heartbeat_interval_s(l.power_save) as interval_s`

const targetIn = (row: Row): Target => {
  const { device_id, location_id, number, ...rest } = row
  const device =
    device_id && location_id && number !== null ? { id: device_id, location_id, number, type: row.type } : null
  return { ...rest, device }
}

async function one(tx: Tx, query: RawBuilder<Row>): Promise<Target> {
  const { rows } = await query.execute(tx)
  if (!rows[0]) throw new AppError('not_found')
  return targetIn(rows[0])
}

/** What is deleted takes none. */
export const deviceTarget = (tx: Tx, ctx: Moment, deviceId: string): Promise<Target> =>
  one(
    tx,
    sql<Row>`select ${columns(ctx)} from devices d join locations l on l.id = d.location_id ${healthJoins}
      where d.id = ${deviceId}::uuid and d.deleted_at is null`,
  )

/** Those of these devices that are not deleted. */
export async function deviceTargets(tx: Tx, ctx: Moment, deviceIds: readonly string[]): Promise<Target[]> {
  const { rows } =
    await sql<Row>`select ${columns(ctx)} from devices d join locations l on l.id = d.location_id ${healthJoins}
    where d.id = any(${[...deviceIds]}::uuid[]) and d.deleted_at is null`.execute(tx)
  return rows.map(targetIn)
}

/** Where it is built in now; what is in stock is on mains power. */
export const hardwareTarget = (tx: Tx, ctx: Moment, hardwareId: string): Promise<Target> =>
  one(
    tx,
    sql<Row>`select ${columns(ctx)} from hardware h left join devices d on d.hardware_id = h.hardware_id
      left join hardware_state hs on hs.hardware_id = h.hardware_id left join hardware_state cs on cs.hardware_id = h.controller_id
      left join locations p on p.id = d.location_id
      left join lateral (select coalesce(p.has_camera, false) as has_camera, coalesce(p.power_save, 'none') as power_save) l on true
      where h.hardware_id = ${hardwareId}`,
  )

const usualLimitMs = 30_000

/** Values: hardware time-out. 30 s by setting, longer ones by their own, sleeping hardware by its wake interval. */
export function timeLimitMs(ctx: Moment, name: string, target: Pick<Target, 'is_sleeping' | 'interval_s'>): number {
  const own = wireCommand(name)?.time_limit_ms ?? usualLimitMs
  const awake = own > usualLimitMs ? own : ctx.config.command_timeout_s * 1000
  return target.is_sleeping ? Math.max(awake, (target.interval_s + ctx.config.command_after_wake_s) * 1000) : awake
}
