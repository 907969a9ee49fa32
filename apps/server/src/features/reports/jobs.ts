import { sql } from 'kysely'
import * as z from 'zod'
import { daysOf } from '@wheelhouse/contract/reports/timeframes.ts'
import { systemActor } from '../../journal/audit.ts'
import { openJournal, withJournal } from '../../journal/journal.ts'
import { handle, jobKind } from '../../platform/jobs.ts'
import type { JobCtx } from '../../platform/jobs.ts'
import { makeReport, runMakeReport } from './making.ts'
import { findReport } from './queries.ts'
import { recordReportEvent } from './report-events.ts'
import { removeLeftFiles } from './report-storage.ts'
import { lockReport, repeatReport } from './reports.ts'

const nothing = z.strictObject({})
export const expireReports = jobKind({ name: 'reports.expire', payload: nothing, cron: '23 * * * *' })
export const repeatReports = jobKind({ name: 'reports.repeat', payload: nothing, cron: '20 4 * * *' })

/** A run that no process has touched for so long was given up by the queue. */
const givenUpAfterMs = 3 * 3_600_000
const atOnce = 100

/** What to do with it: its file is no longer kept, or its run was given up. */
const isDue = (now: Date) => sql<boolean>`((status = 'ready' and expires_at <= ${now.toISOString()}::timestamptz)
  or (status in ('pending', 'running') and updated_at <= ${new Date(now.getTime() - givenUpAfterMs).toISOString()}::timestamptz))`

/** The files go after the rows say so: a file without a row is found by nobody, a row without its file is a broken link. */
async function runExpire(ctx: JobCtx): Promise<void> {
  const now = ctx.clock.now()
  const due = await sql<{ id: string }>`select id from reports where ${isDue(now)} limit ${atOnce}`.execute(ctx.db)
  for (const { id } of due.rows) await expire(ctx, id, now)
  await removeLeftFiles(ctx)
}

/** It may have been run again, or have come to its end, since it was found. */
async function expire(ctx: JobCtx, id: string, now: Date): Promise<void> {
  const journal = openJournal(now, ctx.correlation_id)
  await withJournal(ctx.db, journal, async (tx) => {
    const locked = await lockReport(tx, id)
    const at = now.toISOString()
    const outcome =
      locked.status === 'ready'
        ? { status: 'expired', preview: null }
        : { status: 'failed', failure: 'internal', ended_at: at }
    const { numUpdatedRows } = await tx
      .updateTable('reports')
      .set({ ...outcome, updated_at: at })
      .where('id', '=', id)
      .where(isDue(now))
      .executeTakeFirst()
    if (numUpdatedRows > 0n)
      recordReportEvent(journal, systemActor, locked, { verb: locked.status === 'ready' ? 'expired' : 'failed' })
  })
}

/** Each day, so that a month whose first day was missed is made up for; the database refuses a second one. */
async function runRepeat(ctx: JobCtx): Promise<void> {
  const now = ctx.clock.now()
  const days = daysOf('last_month', now)
  const monthBegan = `${now.toISOString().slice(0, 7)}-01`
  const { rows } = await sql<{
    id: string
  }>`select r.id from reports r where r.repeats_monthly and r.created_at < ${monthBegan}::timestamptz
    and not exists (select from reports n where n.repeat_of = r.id and n.from_day = ${days.from_day}::date)
    order by r.id limit ${atOnce}`.execute(ctx.db)
  for (const { id } of rows) {
    const journal = openJournal(now, ctx.correlation_id)
    await withJournal(ctx.db, journal, async (tx) => {
      const report = await findReport(tx, id)
      if (!report?.repeats_by) return
      const repeated = await repeatReport(tx, journal, report, days)
      if (!repeated) return
      recordReportEvent(journal, systemActor, { ...report, id: repeated }, { verb: 'repeated', after: { ...days } })
      await ctx.jobs.send(tx, makeReport, { report_id: repeated, attempt: 1, run_by: report.repeats_by })
    })
  }
}

export const reportJobs = [
  handle(makeReport, runMakeReport),
  handle(expireReports, (_payload, ctx) => runExpire(ctx)),
  handle(repeatReports, (_payload, ctx) => runRepeat(ctx)),
]
