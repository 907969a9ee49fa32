import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { AppError } from '@wheelhouse/contract/errors.ts'
import type { WorkPlanBody, WorkPlanDetails, WorkPlanStatus } from '@wheelhouse/contract/work-plans/work-plans.ts'
import type { Ctx, Tx } from '../../platform/context.ts'
import { assertVersion } from '../../http/versions.ts'
import { personActor } from '../../journal/audit.ts'
import { addAuditRecord, changedFields, publishChange } from '../../journal/journal.ts'
import type { EventDetails, Journal } from '../../journal/journal.ts'
import { write } from '../../journal/write.ts'
import { rowIsVisible } from '../../authz/visible.ts'
import type { FormerParts } from '../lock-targets/former-parts.ts'
import { holdLocations } from '../lock-targets/judge-targets.ts'
import { covers, planById } from './queries.ts'
import type { PlanRef } from './queries.ts'

function recordPlan(
  ctx: Ctx,
  journal: Journal,
  { id, name, organization_id }: { id: string; name: string; organization_id: string },
  details: EventDetails<'work-plans'>,
): void {
  addAuditRecord(journal, {
    actor: personActor(ctx),
    feature: 'work-plans',
    resource_type: 'work_plan',
    resource_id: id,
    resource_name: name,
    visible_through_id: null,
    ...details,
  })
  publishChange(journal, 'work_plan', id, null, { through: { type: 'organization', id: organization_id } })
}

/** What means nothing for the kind is not stored: a template has no calendar, and only a rule has triggers. */
const columnsOf = ({ location_ids: _, ...body }: WorkPlanBody) => ({
  ...body,
  ...(body.kind === 'recurring' ? {} : { starts_at: null, period: null, every: 1 }),
  triggers: body.kind === 'rule' ? [...new Set(body.triggers)] : [],
})

export function createPlan(ctx: Ctx, organization_id: string, body: WorkPlanBody): Promise<WorkPlanDetails> {
  return write(ctx, async (tx, journal, inside) => {
    await holdLocations(tx, body)
    const id = uuidv7()
    const at = journal.at.toISOString()
    await tx
      .insertInto('work_plans')
      .values({ id, organization_id, ...columnsOf(body), active_since: at, created_at: at, updated_at: at })
      .execute()
    await setLocations(inside, tx, id, body.location_ids)
    await assertReachesOwn(inside, tx, id)
    const ref = { organization_id, work_plan_id: id }
    const after = await lockPlan(tx, ref)
    recordPlan(ctx, journal, after, { verb: 'created', after: factsOf(after) })
    return planById(inside, ref)
  })
}

export function updatePlan(ctx: Ctx, ref: PlanRef, body: WorkPlanBody, version: number): Promise<WorkPlanDetails> {
  return write(ctx, async (tx, journal, inside) => {
    await holdLocations(tx, body)
    const before = await lockPlan(tx, ref)
    assertVersion(before.version, version)
    await setLocations(inside, tx, before.id, body.location_ids)
    await tx.updateTable('work_plans').set(columnsOf(body)).where('id', '=', before.id).execute()
    await finishEdit(inside, tx, journal, before)
    return planById(inside, ref)
  })
}

export function switchPlan(ctx: Ctx, ref: PlanRef, status: WorkPlanStatus, version: number): Promise<WorkPlanDetails> {
  return write(ctx, async (tx, journal, inside) => {
    const before = await lockPlan(tx, ref)
    assertVersion(before.version, version)
    await tx.updateTable('work_plans').set({ status }).where('id', '=', before.id).execute()
    await finishEdit(inside, tx, journal, before)
    return planById(inside, ref)
  })
}

/** Entries that it made stay in the log. */
export function deletePlan(ctx: Ctx, ref: PlanRef, version: number): Promise<null> {
  return write(ctx, async (tx, journal) => {
    const before = await lockPlan(tx, ref)
    assertVersion(before.version, version)
    await tx.deleteFrom('work_plans').where('id', '=', before.id).execute()
    recordPlan(ctx, journal, before, { verb: 'deleted', before: factsOf(before) })
    return null
  })
}

/**
 * Planned work of organizations that left a location makes no entries there any more. A plan of chosen locations that has
 * none left is disabled, because without any it would be for all of them.
 */
export async function removeLocationOfFormer(ctx: Ctx, tx: Tx, journal: Journal, former: FormerParts): Promise<void> {
  const { location_id, organization_ids } = former
  const { rows } = await sql<{ id: string; organization_id: string }>`
    select p.id, p.organization_id from work_plans p
      join work_plan_locations x on x.plan_id = p.id and x.location_id = ${location_id}::uuid
    where p.organization_id = any(${[...organization_ids]}::uuid[]) order by p.id`.execute(tx)
  for (const { id, organization_id } of rows) {
    const before = await lockPlan(tx, { organization_id, work_plan_id: id })
    await sql`delete from work_plan_locations
      where plan_id = ${id}::uuid and location_id = ${location_id}::uuid`.execute(tx)
    if (before.codes.length === 1)
      await tx.updateTable('work_plans').set({ status: 'disabled' }).where('id', '=', id).execute()
    await recordEdit(ctx, tx, journal, before)
  }
}

type Locked = Awaited<ReturnType<typeof lockPlan>>

async function lockPlan(tx: Tx, { organization_id, work_plan_id }: PlanRef) {
  const row = await tx
    .selectFrom('work_plans as p')
    .select([
      ...(['p.id', 'p.organization_id', 'p.kind', 'p.status', 'p.name', 'p.description', 'p.type'] as const),
      ...(['p.priority', 'p.resource', 'p.starts_at', 'p.period', 'p.every', 'p.triggers', 'p.version'] as const),
      sql<string[]>`array(select l.code from work_plan_locations x join locations l on l.id = x.location_id
        where x.plan_id = p.id order by l.code)`.as('codes'),
    ])
    .where('p.id', '=', work_plan_id)
    .where('p.organization_id', '=', organization_id)
    .forUpdate('p')
    .executeTakeFirst()
  if (!row) throw new AppError('not_found')
  return row
}

/** People who read the event need not see each location, so it says how many there are. */
const factsOf = ({ id: _, organization_id: _organization, version: _version, codes, ...facts }: Locked) => ({
  ...facts,
  locations: codes.length === 0 ? 'all' : codes.length,
})

async function finishEdit(inside: Ctx, tx: Tx, journal: Journal, before: Locked): Promise<void> {
  const after = await recordEdit(inside, tx, journal, before)
  // Switching off makes no entries, so it needs no right over the locations.
  if (after.status === 'active' || before.status === 'disabled') await assertReachesOwn(inside, tx, before.id)
}

/** Records what differs. A new calendar, new triggers and a new start begin after this moment and make up for nothing. */
async function recordEdit(ctx: Ctx, tx: Tx, journal: Journal, before: Locked): Promise<Locked> {
  const after = await lockPlan(tx, { organization_id: before.organization_id, work_plan_id: before.id })
  const edit = changedFields(factsOf(before), factsOf(after))
  if (!edit && !changedFields({ codes: before.codes }, { codes: after.codes })) return after
  const calendar = changedFields(calendarOf(before), calendarOf(after))
  const isSwitchedOn = before.status === 'disabled' && after.status === 'active'
  await tx
    .updateTable('work_plans')
    .set((row) => ({
      ...(calendar ? { schedule: row('schedule', '+', 1) } : {}),
      ...(calendar || isSwitchedOn ? { active_since: journal.at.toISOString() } : {}),
      updated_at: journal.at.toISOString(),
      version: row('version', '+', 1),
    }))
    .where('id', '=', before.id)
    .execute()
  recordPlan(ctx, journal, after, {
    verb: verbOf(before, after),
    ...(edit ?? { before: null, after: { locations: factsOf(after).locations } }),
  })
  return after
}

const calendarOf = ({ kind, starts_at, period, every, triggers }: Locked) => ({
  kind,
  starts_at,
  period,
  every,
  triggers,
})

function verbOf(before: Locked, after: Locked) {
  if (before.status === after.status) return 'updated'
  return after.status === 'active' ? 'activated' : 'disabled'
}

/** A location that the writer does not see is not found; those that are there already and not seen stay. */
async function setLocations(inside: Ctx, tx: Tx, planId: string, wanted: readonly string[]): Promise<void> {
  const ids = [...new Set(wanted)]
  const isSeen = rowIsVisible(inside, 'location', 'GET', 'location', sql`l.id`)
  const { rows } = await sql<{ seen: number }>`select count(*) as seen from locations l
    where l.id = any(${ids}::uuid[]) and ${isSeen}`.execute(tx)
  if (rows[0]?.seen !== ids.length) throw new AppError('not_found', { field: 'location_ids' })
  await sql`delete from work_plan_locations x using locations l where l.id = x.location_id
    and x.plan_id = ${planId}::uuid and x.location_id <> all(${ids}::uuid[]) and ${isSeen}`.execute(tx)
  await sql`insert into work_plan_locations (plan_id, location_id)
    select ${planId}::uuid, unnest(${ids}::uuid[]) on conflict do nothing`.execute(tx)
}

/**
 * A recurring job and a rule write into the log of locations, so the right over the organization alone is not enough. A
 * template writes nothing.
 */
async function assertReachesOwn(inside: Ctx, tx: Tx, planId: string): Promise<void> {
  const isHeld = rowIsVisible(inside, 'location', 'UPDATE_MAINTENANCE_LOG_ENTRIES', 'location', sql`l.id`)
  const { rows } = await sql`select 1 from work_plans p join locations l on ${covers}
    where p.id = ${planId}::uuid and p.kind <> 'template' and not ${isHeld} limit 1`.execute(tx)
  if (rows.length > 0)
    throw new AppError(
      'forbidden',
      { missing: 'UPDATE_MAINTENANCE_LOG_ENTRIES on location', field: 'location_ids' },
      'This planned work covers locations where you may not write log entries',
    )
}
