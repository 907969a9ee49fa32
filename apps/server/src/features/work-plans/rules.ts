import { sql } from 'kysely'
import * as z from 'zod'
import { shownAt } from '@wheelhouse/contract/wall-clock.ts'
import type { WorkPlanTrigger } from '@wheelhouse/contract/work-plans/work-plans.ts'
import type { Tx } from '../../platform/context.ts'
import { doEachAlone } from '../../platform/each-alone.ts'
import { jobKind } from '../../platform/jobs.ts'
import type { JobCtx } from '../../platform/jobs.ts'
import { openJournal, publishChange, withJournal } from '../../journal/journal.ts'
import type { Journal } from '../../journal/journal.ts'
import { deviceName } from '../hardware-state/placed-hardware.ts'
import { endPlannedEntries, insertPlannedEntries } from '../maintenance-log/planned-entries.ts'
import type { PlannedEntry } from '../maintenance-log/planned-entries.ts'
import { isOpen } from '../maintenance-log/open-entries.ts'
import { covers } from './queries.ts'

/**
 * Every minute: rules answer what is wrong now. Reading what is open, rather than being called by the gateway, costs a device
 * nothing, and an alarm that is over within the minute makes no work.
 */
export const runRules = jobKind({
  name: 'work-plans.rules',
  payload: z.object({}),
  cron: '* * * * *',
  time_limit_s: 120,
})

interface Rule extends Omit<PlannedEntry, 'plan_id' | 'plan' | 'location_id' | 'device'> {
  id: string
  name: string
  organization_id: string
}

/** An outage or an alarm that a rule has not answered yet. */
interface Cause {
  id: string
  trigger: WorkPlanTrigger
  location_id: string
  time_zone: string
  began_at: string
  device: PlannedEntry['device']
}

export async function answerCauses(ctx: JobCtx): Promise<void> {
  const { rows } = await sql<{
    id: string
  }>`select id from work_plans where kind = 'rule' and status = 'active' order by id`.execute(ctx.db)
  await doEachAlone(ctx, runRules.name, rows, ({ id }) => {
    const journal = openJournal(ctx.clock.now(), ctx.correlation_id)
    return withJournal(ctx.db, journal, (tx) => answerByRule(ctx, tx, journal, id))
  })
  await closeAnswered(ctx)
}

/** The lock on the rule lets one process at a time answer for it; the other one finds the causes answered. */
async function answerByRule(ctx: JobCtx, tx: Tx, journal: Journal, id: string): Promise<void> {
  const { rows } = await sql<Rule>`select id, name, organization_id, description, type, priority, resource
    from work_plans where id = ${id}::uuid and kind = 'rule' and status = 'active' for update`.execute(tx)
  const [rule] = rows
  if (!rule) return
  const causes = await unansweredCauses(tx, id)
  if (causes.length === 0) return
  const known = await openEntriesOf(tx, id)
  const fresh = [...Map.groupBy(causes, placeOf).entries()].filter(([place]) => !known.has(place))
  const made = await insertPlannedEntries(
    ctx,
    tx,
    journal,
    fresh.map(([, together]) => entryOf(rule, together)),
  )
  for (const [index, [place]] of fresh.entries()) known.set(place, made[index] ?? '')
  await tx
    .insertInto('work_plan_causes')
    .values(
      causes.map((cause) => ({
        plan_id: id,
        cause_id: cause.id,
        entry_id: known.get(placeOf(cause)) ?? null,
        seen_at: journal.at.toISOString(),
      })),
    )
    .execute()
  publishChange(journal, 'work_plan', id, null, { through: { type: 'organization', id: rule.organization_id } })
}

/** Several causes at one device are one job: a lock that sends three alarms is visited once. */
const placeOf = ({ location_id, device }: Pick<Cause, 'location_id' | 'device'>): string =>
  `${location_id} ${device?.id ?? ''}`

const causesAtOnce = 500

async function unansweredCauses(tx: Tx, ruleId: string): Promise<Cause[]> {
  const { rows } = await sql<Cause>`
    with cause as (
      select o.id, 'outage' as trigger, o.location_id, o.device_id, o.began_at, o.confirmed_at as at from outages o
      where o.cleared_at is null and o.confirmed_at is not null and o.folded_into is null
      union all
      select a.id, a.reason, a.location_id, a.device_id, a.raised_at, a.raised_at from alarms a
      where a.cleared_at is null and a.location_id is not null)
    select c.id, c.trigger, c.location_id, l.time_zone, c.began_at,
      case when d.id is not null then json_build_object('id', d.id, 'type', d.type, 'number', d.number) end as device
    from work_plans p join cause c on c.trigger = any(p.triggers) and c.at > p.active_since
      join locations l on l.id = c.location_id left join devices d on d.id = c.device_id
    where p.id = ${ruleId}::uuid and ${covers}
      and not exists (select 1 from work_plan_causes k where k.plan_id = p.id and k.cause_id = c.id)
    order by c.at, c.id limit ${causesAtOnce}`.execute(tx)
  return rows
}

/** Open entries of a rule by the place and device that they are about. */
async function openEntriesOf(tx: Tx, ruleId: string): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; place: string }>`
    select e.id, concat(e.location_id, ' ', (select t.device_id from maintenance_log_targets t where t.entry_id = e.id limit 1)) as place
    from maintenance_log_entries e where e.plan_id = ${ruleId}::uuid and ${isOpen}`.execute(tx)
  return new Map(rows.map(({ id, place }) => [place, id]))
}

/** Files, calendars and exports show the text alone, so it says what happened and where. */
function entryOf({ id, name, organization_id: _, ...work }: Rule, causes: readonly Cause[]): PlannedEntry {
  const { location_id = '', device = null } = causes[0] ?? {}
  return {
    ...work,
    plan_id: id,
    plan: name,
    location_id,
    device,
    description: `${work.description}\n\n${causes.map(causeLine).join('\n')}`,
  }
}

function causeLine({ trigger, device, began_at, time_zone }: Cause): string {
  const what = trigger === 'outage' ? 'outage' : `alarm ${trigger.replaceAll('_', ' ')}`
  const since = new Date(shownAt(Date.parse(began_at), time_zone)).toISOString().slice(0, 16).replace('T', ' ')
  return `${device ? deviceName(device) : 'Whole location'}: ${what} since ${since} (${time_zone}).`
}

const closedAtOnce = 200

/** Marks the causes that are over, and ends the entries of which none is left. */
async function closeAnswered(ctx: JobCtx): Promise<void> {
  for (let count = closedAtOnce; count === closedAtOnce && !ctx.signal.aborted;) {
    const journal = openJournal(ctx.clock.now(), ctx.correlation_id)
    count = await withJournal(ctx.db, journal, async (tx) => {
      const { rows } = await sql<{ entry_id: string | null }>`
        update work_plan_causes set ended_at = ${journal.at.toISOString()}::timestamptz
        where (plan_id, cause_id) in (select k.plan_id, k.cause_id from work_plan_causes k where k.ended_at is null
          and not exists (select 1 from outages o where o.id = k.cause_id and o.cleared_at is null)
          and not exists (select 1 from alarms a where a.id = k.cause_id and a.cleared_at is null)
          order by k.cause_id limit ${closedAtOnce} for update skip locked)
        returning entry_id`.execute(tx)
      const ids = rows.flatMap(({ entry_id }) => (entry_id === null ? [] : [entry_id]))
      await endPlannedEntries(tx, journal, await withoutCause(tx, ids), 'The cause of this entry is over.')
      return rows.length
    })
  }
}

async function withoutCause(tx: Tx, entryIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select e.id from unnest(${[...new Set(entryIds)]}::uuid[]) as e(id)
    where not exists (select 1 from work_plan_causes k where k.entry_id = e.id and k.ended_at is null)`.execute(tx)
  return rows.map(({ id }) => id)
}
