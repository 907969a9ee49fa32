import { sql } from 'kysely'
import * as z from 'zod'
import type { LogPriority } from '@wheelhouse/contract/maintenance-log/entry-rules.ts'
import { dueAfter } from '@wheelhouse/contract/maintenance-log/working-hours.ts'
import type { WorkingHoursBody } from '@wheelhouse/contract/maintenance-log/working-hours.ts'
import type { Config } from '../../platform/config.ts'
import type { Ctx, Db, Tx } from '../../platform/context.ts'
import { jobKind } from '../../platform/jobs.ts'
import type { JobCtx } from '../../platform/jobs.ts'
import { systemActor } from '../../journal/audit.ts'
import { openJournal, withJournal } from '../../journal/journal.ts'
import { recordEntry } from './entry-events.ts'
import type { LockedEntry } from './entry-events.ts'
import { isOpen } from './open-entries.ts'

type Hours = WorkingHoursBody | null

/** Values: the time that a priority allows, counted in the hours in which people work. */
export const dueBy = (
  { maintenance }: Pick<Config, 'maintenance'>,
  hours: Hours,
  priority: LogPriority,
  from: Date,
): string => new Date(dueAfter(hours, from.getTime(), maintenance.due_hours[priority], priority)).toISOString()

/** The hours of who does the work at each location: of its operator, else of its owner. A location without is not in the map. */
export async function workingHoursAt(db: Db, locationIds: readonly string[]): Promise<Map<string, WorkingHoursBody>> {
  const { rows } = await sql<WorkingHoursBody & { location_id: string }>`
    select distinct on (l.id) l.id as location_id, h.time_zone, h.days, h.opens, h.closes
    from locations l join maintenance_hours h on h.organization_id in (l.operator_id, l.owner_id)
    where l.id = any(${[...locationIds]}::uuid[])
    order by l.id, (h.organization_id = l.operator_id) is true desc`.execute(db)
  return new Map(rows.map(({ location_id, ...hours }) => [location_id, hours]))
}

export const hoursAt = async (db: Db, locationId: string): Promise<Hours> =>
  (await workingHoursAt(db, [locationId])).get(locationId) ?? null

/**
 * Due time of an edited entry: the chosen one, else the one that it has (decision 41). It is counted again where its priority
 * changes, or where a chosen one is taken away.
 */
export async function dueAfterEdit(
  tx: Tx,
  { config }: Pick<Ctx, 'config'>,
  before: LockedEntry,
  { due_at, priority }: { due_at: string | null; priority: LogPriority },
): Promise<string> {
  if (due_at !== null) return due_at
  if (!before.is_due_chosen && priority === before.priority) return before.due_at
  return dueBy(config, await hoursAt(tx, before.location_id), priority, await timeBegan(tx, before))
}

/** Since when its time counts: its last reopening, else its creation. */
async function timeBegan(tx: Tx, { id, created_at }: LockedEntry): Promise<Date> {
  const { rows } = await sql<{ at: string }>`select at from events
    where resource_id = ${id}::uuid and feature = 'maintenance-log' and verb = 'reopened' order by id desc limit 1`.execute(
    tx,
  )
  return new Date(rows[0]?.at ?? created_at)
}

/** Every minute: an entry past its due time is reported once. */
export const reportOverdue = jobKind({
  name: 'maintenance-log.overdue',
  payload: z.object({}),
  cron: '* * * * *',
  time_limit_s: 120,
})

const atOnce = 200

interface Overdue {
  id: string
  number: number
  location_id: string
  due_at: string
  assignee_id: string | null
}

/** The rows are claimed in the statement that marks them, so two processes never report the same entry. */
export async function runReportOverdue({ db, clock, correlation_id, signal }: JobCtx): Promise<void> {
  for (let count = atOnce; count === atOnce && !signal.aborted;) {
    const journal = openJournal(clock.now(), correlation_id)
    count = await withJournal(db, journal, async (tx) => {
      const at = journal.at.toISOString()
      const { rows } = await sql<Overdue>`update maintenance_log_entries set overdue_told_at = ${at}::timestamptz
        where id in (select e.id from maintenance_log_entries e where ${isOpen} and e.overdue_told_at is null
          and e.due_at < ${at}::timestamptz order by e.due_at limit ${atOnce} for update skip locked)
        returning id, number, location_id, due_at, assignee_id`.execute(tx)
      for (const { due_at, ...entry } of rows)
        recordEntry(journal, systemActor, entry, { verb: 'overdue', after: { due_at } })
      return rows.length
    })
  }
}
