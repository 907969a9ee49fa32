import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { logPriorities } from '@wheelhouse/contract/maintenance-log/entry-rules.ts'
import { previewedPlanRuns, workPlans } from '@wheelhouse/contract/work-plans/work-plans.ts'
import type { LogTemplate, WorkPlanDetails } from '@wheelhouse/contract/work-plans/work-plans.ts'
import type { Ctx } from '../../platform/context.ts'
import { bool, instant, int, json, orNull, text, uuid, word } from '../../lists/columns.ts'
import { age, anyOf, search } from '../../lists/list-filters.ts'
import { listQuery } from '../../lists/list-query.ts'
import type { RowContext } from '../../lists/list-query.ts'
import { nextPlanRuns } from './plan-runs.ts'

/** Whose clock a recurring job `p` follows: that of the working hours, else of most locations of the organization. */
export const planTimeZone = sql<string>`coalesce((select h.time_zone from maintenance_hours h where h.organization_id = p.organization_id),
  (select l.time_zone from locations l where p.organization_id in (l.owner_id, l.operator_id)
    group by l.time_zone order by count(*) desc, l.time_zone limit 1), 'UTC')`

const hasLocations = sql<boolean>`exists (select 1 from work_plan_locations x where x.plan_id = p.id)`

/** Whether a plan `p` covers a location `l`. */
export const covers = sql<boolean>`case when ${hasLocations}
  then exists (select 1 from work_plan_locations x where x.plan_id = p.id and x.location_id = l.id)
  else (p.organization_id in (l.owner_id, l.operator_id)) is true end`

const placeIn = (values: readonly string[], column: RawBuilder<unknown>) => ({
  by: sql`array_position(${[...values]}::text[], ${column})`,
  cast: 'int' as const,
})

/** A plan is seen with its organization, by people who hold the right to the maintenance log there. */
export const planList = listQuery(workPlans, {
  from: () => sql`work_plans p join organizations o on o.id = p.organization_id`,
  id: sql`p.id`,
  visibleBy: [
    { type: 'organization', column: sql`p.organization_id` },
    { type: 'organization', action: 'GET_MAINTENANCE_LOG_ENTRIES', column: sql`p.organization_id` },
  ],
  columns: ({ visible }) => ({
    id: uuid(sql`p.id`),
    kind: word(sql`p.kind`),
    status: word(sql`p.status`),
    name: text(sql`p.name`),
    description: text(sql`p.description`),
    type: word(sql`p.type`),
    priority: word(sql`p.priority`),
    resource: word(sql`p.resource`),
    organization_id: uuid(sql`p.organization_id`),
    organization_name: text(sql`o.name`),
    time_zone: word(planTimeZone),
    starts_at: orNull(word(sql`p.starts_at`)),
    period: orNull(word(sql`p.period`)),
    every: int(sql`p.every`),
    triggers: json(sql`p.triggers`),
    covers_all: bool(sql`not ${hasLocations}`),
    locations: json(
      sql`(select coalesce(json_agg(json_build_object('id', l.id, 'code', l.code, 'label', l.label) order by l.code), '[]'::json)
        from work_plan_locations x join locations l on l.id = x.location_id
        where x.plan_id = p.id and ${visible('location', sql`l.id`)})`,
    ),
    // Of the locations whose log the reader may read.
    entries: int(sql`(select count(*) from maintenance_log_entries e where e.plan_id = p.id
      and ${visible('location', sql`e.location_id`, 'GET_MAINTENANCE_LOG_ENTRIES')})`),
    last_entry_at: orNull(
      instant(sql`(select e.created_at from maintenance_log_entries e where e.plan_id = p.id
        and ${visible('location', sql`e.location_id`, 'GET_MAINTENANCE_LOG_ENTRIES')} order by e.created_at desc limit 1)`),
    ),
    created_at: instant(sql`p.created_at`),
    updated_at: instant(sql`p.updated_at`),
    version: int(sql`p.version`),
  }),
  filters: () => ({
    q: search(sql`p.name`, sql`p.description`),
    kind: anyOf(sql`p.kind`),
    status: anyOf(sql`p.status`),
    priority: anyOf(sql`p.priority`),
    organization_id: anyOf(sql`p.organization_id`, 'uuid'),
    created_at: age(sql`p.created_at`),
  }),
  sorts: () => ({ priority: placeIn(logPriorities, sql`p.priority`) }),
})

export interface PlanRef {
  organization_id: string
  work_plan_id: string
}

/** Reads a plan of exactly this organization, because the right was checked on the organization in the address. */
export const assertPlan = (ctx: RowContext, { organization_id, work_plan_id }: PlanRef) =>
  planList.get(ctx, work_plan_id, sql<boolean>`p.organization_id = ${organization_id}::uuid`)

export async function planById(ctx: Ctx, ref: PlanRef): Promise<WorkPlanDetails> {
  const plan = await assertPlan(ctx, ref)
  return { ...plan, next_runs: nextPlanRuns(plan, ctx.clock.now(), previewedPlanRuns) }
}

const templatesAtMost = 100

/** Their text was written for the people who work at the location, so the right there is enough to read them. */
export async function templatesAt({ db }: Ctx, locationId: string): Promise<LogTemplate[]> {
  const { rows } = await sql<LogTemplate>`
    select p.id, p.name, p.description, p.type, p.priority, p.resource
    from locations l join work_plans p on p.organization_id in (l.owner_id, l.operator_id) or exists
      (select 1 from work_plan_locations x where x.plan_id = p.id and x.location_id = l.id)
    where l.id = ${locationId}::uuid and p.kind = 'template' and p.status = 'active' and ${covers}
    order by p.name collate "und-x-icu", p.id limit ${templatesAtMost}`.execute(db)
  return rows
}
