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

/**
 * For a device `i` of a change set: whether the person may read configurations where it was built in when the change was planned.
 * Of what was in stock this is true only for those who may read them everywhere.
 */
export function deviceVisible(ctx: { person: { id: string } }): RawBuilder<boolean> {
  const through = (type: 'location' | 'device' | 'rental_fleet', column: RawBuilder<unknown>) =>
    visiblePredicate(visibleSet(ctx, 'hardware', 'GET_PARAMS', type), column)
  return sql<boolean>`(${through('location', sql`i.location_id`)} or ${through('device', sql`i.device_id`)}
    or ${through('rental_fleet', sql`i.fleet_id`)})`
}

/** A change set is seen by those who may read the configuration of one of its devices, and by its planner. */
export function changeSetVisible(ctx: { person: { id: string } }, alias: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(${alias}.planned_by = ${ctx.person.id}::uuid
    or exists (select 1 from change_set_devices i where i.change_set_id = ${alias}.id and ${deviceVisible(ctx)}))`
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
  const place = await onlyPlaceOf(tx, id)
  addAuditRecord(journal, {
    actor: ctx ? personActor(ctx) : systemActor,
    feature: 'change-sets',
    resource_type: 'change_set',
    resource_id: id,
    resource_name: name,
    visible_through_id: place?.type === 'location' ? place.id : null,
    verb,
    before,
    after,
    reason,
  })
  await publishChangeSet(tx, journal, id)
}

interface Place {
  type: 'location' | 'rental_fleet'
  id: string
}

/** The location or the fleet of all its devices that are built in; null where there are several, or none. */
async function onlyPlaceOf(tx: Tx, id: string): Promise<Place | null> {
  const { rows } = await sql<Place>`
    select distinct case when location_id is null then 'rental_fleet' else 'location' end as type, coalesce(location_id, fleet_id) as id
    from change_set_devices where change_set_id = ${id}::uuid and coalesce(location_id, fleet_id) is not null limit 2`.execute(
    tx,
  )
  return rows.length === 1 ? (rows[0] ?? null) : null
}

/** Readers at its only location or in its only fleet follow it live, else its planner; other readers ask again while it is under way. */
export async function publishChangeSet(tx: Tx, journal: Journal, id: string): Promise<void> {
  const place = await onlyPlaceOf(tx, id)
  if (place?.type === 'location') return publishChange(journal, 'change_set', id, place.id)
  if (place) return publishChange(journal, 'change_set', id, null, { through: place })
  const { rows } = await sql<{
    planned_by: string
  }>`select planned_by from change_sets where id = ${id}::uuid`.execute(tx)
  if (rows[0]) publishChange(journal, 'change_set', id, null, { person_id: rows[0].planned_by })
}
