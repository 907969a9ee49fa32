import { sql } from 'kysely'
import * as z from 'zod'
import type { LogPriority } from '@wheelhouse/contract/maintenance-log/entry-rules.ts'
import type { Config } from '../../platform/config.ts'
import { jobKind } from '../../platform/jobs.ts'
import type { JobCtx } from '../../platform/jobs.ts'
import { systemActor } from '../../journal/audit.ts'
import { openJournal, withJournal } from '../../journal/journal.ts'
import { recordEntry } from './entry-events.ts'
import { isOpen } from './queries.ts'

const hourMs = 3_600_000

/** Values: the time that a priority allows, counted from the creation of the entry. */
export const dueBy = ({ maintenance }: Pick<Config, 'maintenance'>, priority: LogPriority, from: Date): string =>
  new Date(from.getTime() + maintenance.due_hours[priority] * hourMs).toISOString()

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
        returning id, number, location_id, due_at`.execute(tx)
      for (const { due_at, ...entry } of rows)
        recordEntry(journal, systemActor, entry, { verb: 'overdue', after: { due_at } })
      return rows.length
    })
  }
}
