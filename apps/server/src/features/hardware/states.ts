import { sql } from 'kysely'
import type { DockState } from '@wheelhouse/device-protocol/events.ts'
import type { Tx } from '../../http/context.ts'

/** The hot row, locked for the transaction; made when the hardware was never heard of. */
export interface LockedState {
  seq: number
  dock_state: DockState
  dock_state_since: string | null
  dock_state_seq: number
  clock_off_s: number | null
}

export async function lockState(tx: Tx, hardwareId: string): Promise<LockedState> {
  const found = await selectState(tx, hardwareId)
  if (found) return found
  await sql`insert into hardware_state (hardware_id) values (${hardwareId}) on conflict do nothing`.execute(tx)
  return (await selectState(tx, hardwareId)) as LockedState
}

async function selectState(tx: Tx, hardwareId: string): Promise<LockedState | undefined> {
  const { rows } = await sql<LockedState>`
    select seq, dock_state, dock_state_since, dock_state_seq, clock_off_s from hardware_state where hardware_id = ${hardwareId} for update`.execute(
    tx,
  )
  return rows[0]
}

/** The same state said again: only the counter moves. */
export async function confirmDockState(tx: Tx, hardwareId: string, seq: number): Promise<void> {
  await sql`update hardware_state set dock_state_seq = ${seq} where hardware_id = ${hardwareId}`.execute(tx)
}

/** `since` in server time. */
export async function setDockState(tx: Tx, hardwareId: string, state: DockState, since: string, seq: number): Promise<void> {
  await sql`update hardware_state set dock_state = ${state}, dock_state_since = ${since}::timestamptz, dock_state_seq = ${seq}
    where hardware_id = ${hardwareId}`.execute(tx)
}

interface Firmware {
  firmware_name: string
  firmware_version: string
  pcb_version: string
  protocol_version: string
  mac_address: string
}

/** What a start says of itself. False: it is older than the last heartbeat and tells nothing new. */
export async function noteFirmware(tx: Tx, hardwareId: string, seq: number, boot: Firmware): Promise<boolean> {
  const { rows } = await sql`
    update hardware_state set firmware_name = ${boot.firmware_name}, firmware_version = ${boot.firmware_version}, pcb_version = ${boot.pcb_version},
      protocol_version = ${boot.protocol_version} where hardware_id = ${hardwareId} and seq <= ${seq} returning hardware_id`.execute(tx)
  if (rows.length === 0) return false
  await sql`update hardware set mac_address = ${boot.mac_address} where hardware_id = ${hardwareId} and mac_address <> ${boot.mac_address}`.execute(
    tx,
  )
  return true
}

export async function noteMesh(tx: Tx, controllerId: string, meshId: string): Promise<void> {
  await sql`update controllers set mesh_id = ${meshId} where hardware_id = ${controllerId} and mesh_id <> ${meshId}`.execute(tx)
}

/** Locks the controller's row and sets whether it is connected; null: no such controller. */
export async function setOnline(tx: Tx, controllerId: string, isOnline: boolean, at: Date): Promise<{ was_online: boolean } | null> {
  const { rows } = await sql<{ was_online: boolean }>`
    select is_online as was_online from controllers where hardware_id = ${controllerId} for update`.execute(tx)
  const [controller] = rows
  if (!controller) return null
  if (controller.was_online !== isOnline)
    await sql`update controllers set is_online = ${isOnline}, online_at = ${at.toISOString()} where hardware_id = ${controllerId}`.execute(
      tx,
    )
  return controller
}
