import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { DockState } from '@wheelhouse/device-protocol/events.ts'
import { maxSeqJump } from '@wheelhouse/device-protocol/seq.ts'
import type { Tx } from '../../platform/context.ts'

/**
 * Spec section 3, last updated and uninitialized: of `hardware h`, its `hardware_state hs` and its controller `m`, which speaks
 * of the mesh for all in it, both are what the hardware itself says, or never said.
 */
export const updatedAt = sql`greatest(coalesce(hs.described_at, h.created_at), m.mesh_changed_at)`
export const isUninitialized = sql<boolean>`(hs.firmware_version is null)`

/** The hot row, locked for the transaction. It is created for hardware that never sent anything. */
export interface LockedState {
  seq: number
  dock_state: DockState
  dock_state_since: string | null
  dock_state_seq: number
  clock_off_s: number | null
}

export async function lockStates(tx: Tx, hardwareIds: readonly string[]): Promise<Map<string, LockedState>> {
  const found = await selectStates(tx, hardwareIds)
  const missing = hardwareIds.filter((id) => !found.has(id))
  if (missing.length === 0) return found
  await sql`insert into hardware_state (hardware_id) select * from unnest(${missing}::text[]) on conflict do nothing`.execute(
    tx,
  )
  return new Map([...found, ...(await selectStates(tx, missing))])
}

/** In the order of the heartbeats, which lock the same rows. */
async function selectStates(tx: Tx, hardwareIds: readonly string[]): Promise<Map<string, LockedState>> {
  const { rows } = await sql<LockedState & { hardware_id: string }>`
    select hardware_id, seq, dock_state, dock_state_since, dock_state_seq, clock_off_s from hardware_state
    where hardware_id = any(${[...hardwareIds]}::text[]) order by hardware_id for update`.execute(tx)
  return new Map(rows.map(({ hardware_id, ...state }) => [hardware_id, state]))
}

/** What a lock is now, `since` in server time as far as its clock is believed. */
export interface DockMove {
  hardware_id: string
  state: DockState
  since: string | null
  /** When the server received the move; null: the state stayed as it was. */
  received_at: string | null
  seq: number
}

/**
 * Since when the server knows the state of the lock `s`. A lock whose clock is some minutes slow says that a state began before it
 * did, so what ends after a while is measured from here. A server of an earlier version moves the state without its receipt.
 */
export const stateKnownSince = (s: string): RawBuilder<string | null> =>
  sql`greatest(${sql.ref(`${s}.dock_state_received_at`)}, ${sql.ref(`${s}.dock_state_since`)})`

export async function setDockStates(tx: Tx, moves: readonly DockMove[]): Promise<void> {
  if (moves.length === 0) return
  await sql`update hardware_state s set dock_state = m.state, dock_state_since = m.since, dock_state_seq = m.seq,
      dock_state_received_at = coalesce(m.received_at, s.dock_state_received_at)
    from json_to_recordset(${JSON.stringify(moves)}::json) as m(hardware_id text, state text, since timestamptz, received_at timestamptz, seq bigint)
    where s.hardware_id = m.hardware_id`.execute(tx)
}

interface Firmware {
  firmware_name: string
  firmware_version: string
  pcb_version: string
  protocol_version: string
  mac_address: string
}

/** False: the hardware has started again since. A start with a leaping counter does not keep out those after it. */
export async function isLatestStart(tx: Tx, hardwareId: string, seq: number): Promise<boolean> {
  const { rows } = await sql`update hardware_state set boot_seq = ${seq} where hardware_id = ${hardwareId}
    and (boot_seq <= ${seq} or boot_seq - ${seq}::bigint > ${maxSeqJump}::bigint) returning hardware_id`.execute(tx)
  return rows.length > 0
}

/** What the latest start reports. False: it is older than the last heartbeat and reports nothing new. */
export async function noteFirmware(
  tx: Tx,
  hardwareId: string,
  { seq, at }: { seq: number; at: Date },
  boot: Firmware,
): Promise<boolean> {
  const { rows } = await sql`
    with moved as (update hardware set mac_address = ${boot.mac_address} where hardware_id = ${hardwareId} and mac_address <> ${boot.mac_address}
      and exists (select 1 from hardware_state where hardware_id = ${hardwareId} and seq <= ${seq}) returning 1)
    update hardware_state set firmware_name = ${boot.firmware_name}, firmware_version = ${boot.firmware_version}, pcb_version = ${boot.pcb_version},
      protocol_version = ${boot.protocol_version},
      described_at = case when exists (select 1 from moved) or (firmware_name, firmware_version, pcb_version, protocol_version) is distinct from
        (${boot.firmware_name}, ${boot.firmware_version}, ${boot.pcb_version}, ${boot.protocol_version}) then ${at.toISOString()}::timestamptz else described_at end
      where hardware_id = ${hardwareId} and seq <= ${seq} returning hardware_id`.execute(tx)
  return rows.length > 0
}

/** All that speak through it are in its mesh, and none of their rows is written: heartbeats lock those in an order of their own. */
export async function noteMesh(tx: Tx, controllerId: string, meshId: string, at: Date): Promise<void> {
  await sql`update controllers set mesh_id = ${meshId}, mesh_changed_at = ${at.toISOString()}::timestamptz
    where hardware_id = ${controllerId} and mesh_id <> ${meshId}`.execute(tx)
}

/** A controller speaks for these from now on, in this mesh. */
export async function moveToMesh(
  tx: Tx,
  { controller_id, mesh_id, hardware_ids }: { controller_id: string; mesh_id: string; hardware_ids: readonly string[] },
  at: Date,
): Promise<void> {
  await sql`update hardware set controller_id = ${controller_id} where hardware_id = any(${[...hardware_ids]}::text[])`.execute(
    tx,
  )
  await noteMesh(tx, controller_id, mesh_id, at)
}

/** What a person wrote on it. */
export async function setComment(tx: Tx, hardwareId: string, comment: string): Promise<void> {
  await sql`update hardware set comment = ${comment}, version = version + 1 where hardware_id = ${hardwareId}`.execute(
    tx,
  )
}

/** Null: its alarms work. */
export async function setAlarmPause(tx: Tx, hardwareId: string, until: string | null): Promise<void> {
  await sql`update hardware set alarms_off_until = ${until}::timestamptz where hardware_id = ${hardwareId}`.execute(tx)
}

/** Locks the controller's row and sets whether it is connected; null: no such controller. */
export async function setOnline(
  tx: Tx,
  controllerId: string,
  isOnline: boolean,
  at: Date,
): Promise<{ was_online: boolean } | null> {
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
