import { sql } from 'kysely'
import type { Tx } from '../../platform/context.ts'

interface Controller {
  hardware_id: string
  mesh_id: string
  secret_hash: string
}

/** False: there is such a controller already, and it stays as it is. */
export async function enterController(tx: Tx, controller: Controller, at: Date): Promise<boolean> {
  const { hardware_id, mesh_id, secret_hash } = controller
  const { rows } = await sql`insert into controllers (hardware_id, mesh_id, secret_hash, created_at)
    values (${hardware_id}, ${mesh_id}, ${secret_hash}, ${at.toISOString()}) on conflict do nothing returning hardware_id`.execute(
    tx,
  )
  return rows.length > 0
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
