import { sql } from 'kysely'
import * as z from 'zod'
import type { WorkPlanPeriod } from '@wheelhouse/contract/work-plans/work-plans.ts'
import type { Tx } from '../../platform/context.ts'
import { doEachAlone } from '../../platform/each-alone.ts'
import { jobKind } from '../../platform/jobs.ts'
import type { JobCtx } from '../../platform/jobs.ts'
import { openJournal, publishChange, withJournal } from '../../journal/journal.ts'
import { insertPlannedEntries } from '../maintenance-log/planned-entries.ts'
import type { PlannedEntry } from '../maintenance-log/planned-entries.ts'
import { lastPlanRun } from './plan-runs.ts'
import { covers, planTimeZone } from './queries.ts'

/** Every minute: the runs of recurring jobs that are due, each once, whatever the number of processes. */
export const runRecurringJobs = jobKind({
  name: 'work-plans.recurring',
  payload: z.object({}),
  cron: '* * * * *',
  time_limit_s: 300,
})

interface RecurringJob extends Omit<PlannedEntry, 'plan_id' | 'plan' | 'location_id' | 'device'> {
  id: string
  name: string
  organization_id: string
  schedule: number
  starts_at: string
  period: WorkPlanPeriod
  every: number
  active_since: string
  time_zone: string
  last_number: number | null
}

/** After a stop only the last run of each job is made up for: one entry for the weekly inspection, however long the stop was. */
export async function runDueJobs(ctx: JobCtx): Promise<void> {
  await doEachAlone(ctx, runRecurringJobs.name, await activeJobs(ctx), async (job) => {
    const run = lastPlanRun(job, ctx.clock.now())
    if (run === null || (job.last_number !== null && run.number <= job.last_number)) return
    if (run.at > Date.parse(job.active_since)) await makeEntries(ctx, job, run)
  })
}

async function activeJobs({ db }: JobCtx): Promise<RecurringJob[]> {
  const { rows } = await sql<RecurringJob>`
    select p.id, p.name, p.organization_id, p.description, p.type, p.priority, p.resource, p.schedule, p.starts_at, p.period, p.every,
      p.active_since, ${planTimeZone} as time_zone,
      (select max(r.number) from work_plan_runs r where r.plan_id = p.id and r.schedule = p.schedule) as last_number
    from work_plans p where p.kind = 'recurring' and p.status = 'active' order by p.id`.execute(db)
  return rows
}

async function makeEntries(ctx: JobCtx, job: RecurringJob, run: { number: number; at: number }): Promise<void> {
  const journal = openJournal(ctx.clock.now(), ctx.correlation_id)
  await withJournal(ctx.db, journal, async (tx) => {
    const done_at = journal.at.toISOString()
    if (!(await claimRun(tx, job, run, done_at))) return
    const places = await placesOf(tx, job.id)
    const { id: plan_id, name: plan, description, type, priority, resource } = job
    const entries = places.map((location_id) => ({
      plan_id,
      plan,
      location_id,
      device: null,
      description,
      type,
      priority,
      resource,
    }))
    if (entries.length > 0) await insertPlannedEntries(ctx, tx, journal, entries)
    await sql`update work_plan_runs set entries = ${entries.length} where plan_id = ${job.id}::uuid
      and schedule = ${job.schedule} and number = ${run.number}`.execute(tx)
    publishChange(journal, 'work_plan', job.id, null, { through: { type: 'organization', id: job.organization_id } })
  })
}

/** The row of the run is the claim. A job that was changed or switched off since it was read is left to its next minute. */
async function claimRun(
  tx: Tx,
  { id, schedule, active_since }: RecurringJob,
  { number, at }: { number: number; at: number },
  done_at: string,
): Promise<boolean> {
  const { rows } =
    await sql`select 1 from work_plans where id = ${id}::uuid and status = 'active' and schedule = ${schedule}
    and active_since = ${active_since}::timestamptz for share`.execute(tx)
  if (rows.length === 0) return false
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('work_plan_runs')
    .values({ plan_id: id, schedule, number, run_at: new Date(at).toISOString(), done_at, entries: 0 })
    .onConflict((conflict) => conflict.constraint('one_run_a_number').doNothing())
    .executeTakeFirstOrThrow()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Nobody works at a location that is obsolete. */
async function placesOf(tx: Tx, planId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select l.id from work_plans p join locations l on ${covers}
    where p.id = ${planId}::uuid and l.status <> 'obsolete' order by l.code`.execute(tx)
  return rows.map(({ id }) => id)
}
