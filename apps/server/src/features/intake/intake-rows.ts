import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { IntakeState } from '@wheelhouse/contract/intake/intake.ts'
import type { Tx } from '../../platform/context.ts'
import { stockGroups } from '../../authz/rights.ts'
import type { Actor } from '../../journal/audit.ts'
import { addAuditRecord, publishChange } from '../../journal/journal.ts'
import type { EventDetails, Journal } from '../../journal/journal.ts'

/** What is kept: an entry is `extended` by what waits in it. */
type KeptState = Exclude<IntakeState, 'extended'>

/** `is_added`: the controller of a known mesh has named it, and it waits for a person; `is_refused`: a person has refused it. */
type Piece = Partial<Said> & { is_added?: true; is_refused?: true }
interface Said {
  type: string
  mac_address: string
}

export interface IntakeRow {
  id: string
  hardware_id: string
  state: KeptState
  type: string
  mac_address: string
  mesh_id: string
  /** By id; without a type until that piece has started itself. */
  children: Record<string, Piece | null>
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

/** It was added to a known mesh, and no person has accepted it. */
export const isLeftOut = (piece: Piece | null | undefined): boolean =>
  piece?.is_added === true || piece?.is_refused === true

/** What a piece said at its own start; undefined before. */
export const saidBy = (piece: Piece | null | undefined): Said | undefined =>
  piece?.type === undefined || piece.mac_address === undefined
    ? undefined
    : { type: piece.type, mac_address: piece.mac_address }

/** Neither entered nor announced by itself: what waits for a person, or was refused by one, enters through nobody else. */
export async function unknownOf(tx: Tx, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ hardware_id: string }>`
    select c as hardware_id from unnest(${[...ids]}::text[]) c where ${isUnknown(sql`c`)}`.execute(tx)
  return rows.map(({ hardware_id }) => hardware_id)
}

export const isUnknown = (id: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(not exists (select 1 from hardware h where h.hardware_id = ${id})
    and not exists (select 1 from hardware_intakes own where own.hardware_id = ${id}))`

export async function setPieces(tx: Tx, id: string, children: IntakeRow['children']): Promise<void> {
  await sql`update hardware_intakes set children = ${JSON.stringify(children)}::jsonb where id = ${id}::uuid`.execute(
    tx,
  )
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
