import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { AppError } from '@wheelhouse/contract/errors.ts'
import { ReportPreview } from '@wheelhouse/contract/reports/reports.ts'
import type { Report, ReportBody } from '@wheelhouse/contract/reports/reports.ts'
import { timeframeOf } from '@wheelhouse/contract/reports/timeframes.ts'
import { requireCreate } from '../../authz/authorize.ts'
import { addToGroup, initialGroupOf } from '../../authz/group-membership.ts'
import { assertVersion } from '../../http/versions.ts'
import { personActor } from '../../journal/audit.ts'
import type { Journal } from '../../journal/journal.ts'
import { write } from '../../journal/write.ts'
import type { Ctx, Tx } from '../../platform/context.ts'
import { lockName } from '../../platform/locks.ts'
import { stored } from '../../platform/stored.ts'
import { makeReport } from './making.ts'
import { findReport, mayHaveFile, reportList } from './queries.ts'
import type { ReportRow } from './queries.ts'
import { recordReportEvent } from './report-events.ts'

const atOnceAPerson = 5

export function createReport(ctx: Ctx, body: ReportBody): Promise<Report> {
  return write(ctx, async (tx, journal, inside) => {
    const { organization_id, id: personId } = ctx.person
    const groupId = await initialGroupOf(tx, organization_id)
    await requireCreate(inside, 'report', groupId, 'CREATE_REPORT')
    await assertTurn(ctx, tx)
    const id = uuidv7()
    const at = journal.at.toISOString()
    const timeframe = timeframeOf(body, journal.at)
    await tx
      .insertInto('reports')
      .values({
        id,
        organization_id,
        ...body,
        timeframe,
        status: 'pending',
        run_by: personId,
        repeats_by: body.repeats_monthly ? personId : null,
        created_by: personId,
        created_at: at,
        updated_at: at,
      })
      .execute()
    await addToGroup(tx, { type: 'report', id }, groupId)
    recordReportEvent(
      journal,
      personActor(ctx),
      { id, description: body.description },
      { verb: 'created', after: body },
    )
    await ctx.jobs.send(tx, makeReport, { report_id: id, attempt: 1, run_by: ctx.person.id })
    return reportList.get(inside, id)
  })
}

/** Each run keeps a connection and a file open, so one person's reports leave room for others. */
async function assertTurn({ person }: Ctx, tx: Tx): Promise<void> {
  await lockName(tx, 'reports', person.id)
  const { under_way } = await tx
    .selectFrom('reports')
    .select((row) => row.fn.countAll<number>().as('under_way'))
    .where('run_by', '=', person.id)
    .where('status', 'in', ['pending', 'running'])
    .executeTakeFirstOrThrow()
  if (under_way >= atOnceAPerson) throw new AppError('too_many_reports')
}

const isRunning = ({ status }: ReportRow): boolean => status === 'pending' || status === 'running'

/** The same days and locations with the rights of who runs it now; the former file is replaced when the new one is complete. */
export function runAgain(ctx: Ctx, id: string): Promise<Report> {
  return write(ctx, async (tx, journal, inside) => {
    const report = await lockReport(tx, id)
    if (isRunning(report)) throw new AppError('report_is_running')
    await assertTurn(ctx, tx)
    await sql`update reports set status = 'pending', attempt = attempt + 1, run_by = ${ctx.person.id}::uuid, failure = null, bytes = null, expires_at = null,
      ended_at = null, started_at = null, preview = null, rows_done = 0, updated_at = ${journal.at.toISOString()}::timestamptz where id = ${id}::uuid`.execute(
      tx,
    )
    recordReportEvent(journal, personActor(ctx), report, { verb: 'run_again' })
    await ctx.jobs.send(tx, makeReport, {
      report_id: id,
      attempt: report.attempt + 1,
      run_by: ctx.person.id,
    })
    return reportList.get(inside, id)
  })
}

export function cancelRun(ctx: Ctx, id: string): Promise<Report> {
  return write(ctx, async (tx, journal, inside) => {
    const report = await lockReport(tx, id)
    if (!isRunning(report)) throw new AppError('report_is_not_running')
    const at = journal.at.toISOString()
    await tx
      .updateTable('reports')
      .set({ status: 'failed', failure: 'cancelled', ended_at: at, updated_at: at })
      .where('id', '=', id)
      .execute()
    recordReportEvent(journal, personActor(ctx), report, { verb: 'cancelled' })
    return reportList.get(inside, id)
  })
}

/** Repeats run with the rights of who switched them on. */
export function setRepeat(ctx: Ctx, id: string, repeats_monthly: boolean, version: number): Promise<Report> {
  return write(ctx, async (tx, journal, inside) => {
    const report = await lockReport(tx, id)
    assertVersion(report.version, version)
    if (report.repeats_monthly === repeats_monthly) return reportList.get(inside, id)
    const repeats_by = repeats_monthly ? ctx.person.id : null
    await tx
      .updateTable('reports')
      .set((row) => ({
        repeats_monthly,
        repeats_by,
        version: row('version', '+', 1),
        updated_at: journal.at.toISOString(),
      }))
      .where('id', '=', id)
      .execute()
    recordReportEvent(journal, personActor(ctx), report, {
      verb: 'repeat_changed',
      before: { repeats_monthly: report.repeats_monthly },
      after: { repeats_monthly },
    })
    return reportList.get(inside, id)
  })
}

/** A month's repeat of a report: the same choice, the month before, visible to the same people. */
export async function repeatReport(
  tx: Tx,
  journal: Journal,
  report: ReportRow,
  days: { from_day: string; to_day: string },
): Promise<string | null> {
  const id = uuidv7()
  const at = journal.at.toISOString()
  const { rows } = await sql<{ id: string }>`
    insert into reports (id, organization_id, description, type, format, location_ids, tags, of_organization_id, timeframe, from_day, to_day, status,
      repeat_of, run_by, created_by, created_at, updated_at)
    select ${id}::uuid, organization_id, description, type, format, location_ids, tags, of_organization_id, 'last_month', ${days.from_day}::date, ${days.to_day}::date, 'pending',
      id, repeats_by, created_by, ${at}::timestamptz, ${at}::timestamptz from reports where id = ${report.id}::uuid
    on conflict (repeat_of, from_day) where repeat_of is not null do nothing returning id`.execute(tx)
  if (!rows[0]) return null
  const groups = await tx
    .selectFrom('resource_group_members')
    .select('group_id')
    .where('resource_type', '=', 'report')
    .where('resource_id', '=', report.id)
    .execute()
  for (const { group_id } of groups) await addToGroup(tx, { type: 'report', id }, group_id)
  return id
}

export async function lockReport(tx: Tx, id: string): Promise<ReportRow> {
  const report = await findReport(tx, id, sql`for update`)
  if (!report) throw new AppError('not_found')
  return report
}

export async function previewOf(ctx: Ctx, id: string): Promise<ReportPreview> {
  const report = await findReport(ctx.db, id)
  if (!report) throw new AppError('not_found')
  // Nobody is named in a preview, so people are no condition of it.
  if (!(await mayHaveFile(ctx.db, ctx.person.id, { ...report, has_people: false })))
    throw new AppError('report_covers_more')
  const { preview } = await ctx.db
    .selectFrom('reports')
    .select('preview')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (preview === null) throw new AppError('report_not_ready')
  return stored(ReportPreview, preview)
}
