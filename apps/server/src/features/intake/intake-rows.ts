import { sql } from 'kysely'
import type { IntakeState } from '@wheelhouse/contract/intake/intake.ts'
import type { Tx } from '../../platform/context.ts'
import { stockGroups } from '../../authz/rights.ts'
import type { Actor } from '../../journal/audit.ts'
import { addAuditRecord, publishChange } from '../../journal/journal.ts'
import type { EventDetails, Journal } from '../../journal/journal.ts'

export interface IntakeRow {
  id: string
  hardware_id: string
  state: IntakeState
  type: string
  mac_address: string
  mesh_id: string
  /** By id; null until that piece has started itself. */
  children: Record<string, { type: string; mac_address: string } | null>
  sealed_secret: string | null
}

const columns = sql`id, hardware_id, state, type, mac_address, mesh_id, children, sealed_secret`

export async function lockIntake(tx: Tx, id: string): Promise<IntakeRow | undefined> {
  const { rows } =
    await sql<IntakeRow>`select ${columns} from hardware_intakes where id = ${id}::uuid for update`.execute(tx)
  return rows[0]
}

export async function lockIntakeOf(tx: Tx, controllerId: string): Promise<IntakeRow | undefined> {
  const { rows } =
    await sql<IntakeRow>`select ${columns} from hardware_intakes where hardware_id = ${controllerId} for update`.execute(
      tx,
    )
  return rows[0]
}

export function recordIntakeEvent(
  journal: Journal,
  { id, hardware_id }: Pick<IntakeRow, 'id' | 'hardware_id'>,
  { actor, verb, before = null, after = null, reason = null }: EventDetails<'intake'> & { actor: Actor },
): void {
  addAuditRecord(journal, {
    actor,
    feature: 'intake',
    resource_type: 'intake',
    resource_id: id,
    resource_name: hardware_id,
    visible_through_id: null,
    verb,
    before,
    after,
    reason,
  })
}

/** Screens of people who see the stock show it at once. */
export async function publishIntake(tx: Tx, journal: Journal, id: string): Promise<void> {
  publishChange(journal, 'intake', id, null, { through: { type: 'hardware', id, group_ids: await stockGroups(tx) } })
}
