import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { ChangeSetKind, ChangeSetStatus, HaltReason } from '@wheelhouse/contract/change-sets/change-sets.ts'
import type { Action } from '@wheelhouse/contract/access.ts'
import type { ParameterValues } from '@wheelhouse/contract/hardware-config/hardware-config.ts'
import { AppError } from '@wheelhouse/contract/errors.ts'
import type { Ctx, Tx } from '../../platform/context.ts'
import { visiblePredicate, visibleSet } from '../../authz/visible.ts'
import { personActor, systemActor } from '../../journal/audit.ts'
import { addAuditRecord, publishChange } from '../../journal/journal.ts'
import type { EventDetails, Journal } from '../../journal/journal.ts'

export interface ChangeSetRow {
  id: string
  name: string
  kind: ChangeSetKind
  status: ChangeSetStatus
  halt: HaltReason | null
  comment: string
  params: ParameterValues | null
  template_id: string | null
  template_version: number | null
  channel: string | null
  wave_size: number
  pause_s: number
  max_failed_percent: number
  healthy_within_s: number
  wave: number | null
  wave_ended_at: string | null
  planned_by: string
  started_by: string | null
  rolled_back_by: string | null
}

/** A change set is seen by those who may read the configuration of one of its devices, and by its planner. */
export function changeSetVisible(ctx: { person: { id: string } }, alias: RawBuilder<unknown>): RawBuilder<boolean> {
  const devices = visiblePredicate(visibleSet(ctx, 'hardware', 'GET_PARAMS', 'location'), sql`v.location_id`)
  return sql<boolean>`(${alias}.planned_by = ${ctx.person.id}::uuid
    or exists (select 1 from change_set_devices v where v.change_set_id = ${alias}.id and ${devices}))`
}

const columns = sql`s.id, s.name, s.kind, s.status, s.halt, s.comment, s.params, s.template_id, s.template_version, s.channel, s.wave_size,
  s.pause_s, s.max_failed_percent, s.healthy_within_s, s.wave, s.wave_ended_at, s.planned_by, s.started_by, s.rolled_back_by`

/** Locked for the transaction. To a caller who does not see it, it does not exist. */
export async function lockChangeSet(tx: Tx, ctx: Ctx, id: string): Promise<ChangeSetRow> {
  const { rows } = await sql<ChangeSetRow>`
    select ${columns} from change_sets s where s.id = ${id}::uuid and ${changeSetVisible(ctx, sql`s`)} for update`.execute(
    tx,
  )
  if (!rows[0]) throw new AppError('not_found')
  return rows[0]
}

/** Null while a person or another process has it. */
export async function takeChangeSet(tx: Tx, id: string): Promise<ChangeSetRow | null> {
  const { rows } = await sql<ChangeSetRow>`
    select ${columns} from change_sets s where s.id = ${id}::uuid and s.status in ('running', 'halted', 'stopping', 'rolling_back')
    for update skip locked`.execute(tx)
  return rows[0] ?? null
}

/** What sending and taking back ask on each device. */
export const actionOf = (kind: ChangeSetKind): Action => (kind === 'firmware' ? 'UPDATE' : 'SET_PARAMS')

/** Without a person the server did it. A change set at one location is part of the history there. */
export async function recordChangeSetEvent(
  tx: Tx,
  journal: Journal,
  { id, name }: Pick<ChangeSetRow, 'id' | 'name'>,
  { verb, before = null, after = null, reason = null, ctx }: EventDetails<'change-sets'> & { ctx: Ctx | null },
): Promise<void> {
  const locationId = await onlyLocationOf(tx, id)
  addAuditRecord(journal, {
    actor: ctx ? personActor(ctx) : systemActor,
    feature: 'change-sets',
    resource_type: 'change_set',
    resource_id: id,
    resource_name: name,
    visible_through_id: locationId,
    verb,
    before,
    after,
    reason,
  })
  await publishChangeSet(tx, journal, id)
}

async function onlyLocationOf(tx: Tx, id: string): Promise<string | null> {
  const { rows } = await sql<{ location_id: string | null; count: number }>`
    select min(location_id::text) as location_id, count(distinct location_id)::int as count from change_set_devices where change_set_id = ${id}::uuid`.execute(
    tx,
  )
  return rows[0]?.count === 1 ? rows[0].location_id : null
}

/** Readers at its only location follow it live, else its planner; other readers ask again while it is under way. */
export async function publishChangeSet(tx: Tx, journal: Journal, id: string): Promise<void> {
  const locationId = await onlyLocationOf(tx, id)
  if (locationId) return publishChange(journal, 'change_set', id, locationId)
  const { rows } = await sql<{
    planned_by: string
  }>`select planned_by from change_sets where id = ${id}::uuid`.execute(tx)
  if (rows[0]) publishChange(journal, 'change_set', id, null, { person_id: rows[0].planned_by })
}
