import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/context.ts'

interface Controller {
  hardware_id: string
  mesh_id: string
  secret_hash: string
}

/** False: there is such a controller already, and it stays as it is. One whose secret was revoked takes the new one. */
export async function enterController(tx: Tx, controller: Controller, at: Date): Promise<boolean> {
  const { hardware_id, mesh_id, secret_hash } = controller
  const { rows } = await sql`insert into controllers (hardware_id, mesh_id, secret_hash, created_at)
    values (${hardware_id}, ${mesh_id}, ${secret_hash}, ${at.toISOString()})
    on conflict (hardware_id) do update set secret_hash = excluded.secret_hash where controllers.secret_hash is null
    returning hardware_id`.execute(tx)
  return rows.length > 0
}

/** Undefined: no controller has this id. Its secret is null when it was revoked. */
export async function lockControllerSecret(
  tx: Tx,
  controllerId: string,
): Promise<{ secret_hash: string | null } | undefined> {
  const { rows } = await sql<{ secret_hash: string | null }>`
    select secret_hash from controllers where hardware_id = ${controllerId} for update`.execute(tx)
  return rows[0]
}

/** Null revokes it. */
export async function setControllerSecret(tx: Tx, controllerId: string, hash: string | null): Promise<void> {
  await sql`update controllers set secret_hash = ${hash} where hardware_id = ${controllerId}`.execute(tx)
}

export async function revokedControllers(db: Db): Promise<string[]> {
  const { rows } = await sql<{ hardware_id: string }>`
    select hardware_id from controllers where secret_hash is null`.execute(db)
  return rows.map(({ hardware_id }) => hardware_id)
}

interface Piece {
  hardware_id: string
  controller_id: string
  type: string
  mac_address: string
}

/** Known hardware stays with its controller: a start message that names it does not move it. */
export async function enterHardware(tx: Tx, piece: Piece, at: Date): Promise<void> {
  const { hardware_id, controller_id, type, mac_address } = piece
  await sql`insert into hardware (hardware_id, controller_id, type, mac_address, created_at)
    values (${hardware_id}, ${controller_id}, ${type}, ${mac_address}, ${at.toISOString()}) on conflict do nothing`.execute(
    tx,
  )
}
