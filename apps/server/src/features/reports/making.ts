import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import * as z from 'zod'
import { codeOf } from '@wheelhouse/db/thrown.ts'
import type { ReportFailure, ReportPreview } from '@wheelhouse/contract/reports/reports.ts'
import { reportColumns } from '@wheelhouse/contract/reports/report-columns.ts'
import { hasRights } from '../../authz/authorize.ts'
import { systemActor } from '../../journal/audit.ts'
import { openJournal, withJournal } from '../../journal/journal.ts'
import type { Tx } from '../../platform/context.ts'
import { createLog } from '../../platform/log.ts'
import { openFiles } from '../../platform/files.ts'
import { jobKind } from '../../platform/jobs.ts'
import type { JobCtx } from '../../platform/jobs.ts'
import { finishRollups } from '../rollups/refresh.ts'
import { accountsKey, findReport, findRiderGroups, paymentsAreVisible, riderGroupsKey, visibleWith } from './queries.ts'
import type { ReportRow } from './queries.ts'
import { announceReport, recordReportEvent } from './report-events.ts'
import { readReport } from './report-file.ts'
import { removeObsolete, reportFile } from './report-storage.ts'
import { rightKey } from './row-source.ts'
import type { RowSource } from './row-source.ts'
import { rowSources } from './row-sources.ts'

/** A run of a report. An earlier run that comes late finds another attempt and does nothing. */
export const makeReport = jobKind({
  name: 'reports.make',
  payload: z.strictObject({ report_id: z.uuid(), attempt: z.int(), run_by: z.uuid().nullish() }),
  retries: 3,
  time_limit_s: 3_600,
  // The year of a large organization does not delay the short report of another person.
  at_once: 3,
  forWhom: ({ run_by }) => run_by ?? undefined,
})

/** A failure that the page explains. */
class ReportStop extends Error {
  readonly failure: ReportFailure
  constructor(failure: ReportFailure) {
    super(failure)
    this.failure = failure
  }
}
const noticeEveryMs = 1_000

type MakingCtx = Omit<JobCtx, 'jobs'>

export async function runMakeReport(run: z.output<typeof makeReport.payload>, ctx: MakingCtx): Promise<void> {
  const report = await beginRun(ctx, run)
  if (!report) return
  try {
    await assertMakerMay(ctx, report)
    // Figures of the last minute belong into a report of this month.
    await finishRollups(ctx.db, () => ctx.clock.now(), ctx.signal)
    await finishRun(ctx, report, await writeFile(ctx, report))
  } catch (error) {
    // The process is stopping: the queue gives the run to another one.
    if (ctx.signal.aborted) throw error
    await failRun(ctx, report, error)
  }
  await removeObsolete(ctx, report)
}

/** Makes what is pending without the queue: the reports of the demonstration. */
export async function makePendingReports(deps: Pick<JobCtx, 'db' | 'config' | 'clock'>): Promise<void> {
  const pending = await deps.db
    .selectFrom('reports')
    .select(['id', 'attempt'])
    .where('status', '=', 'pending')
    .execute()
  const ctx = { ...deps, log: createLog('warn'), correlation_id: uuidv7(), signal: new AbortController().signal }
  for (const { id, attempt } of pending) await runMakeReport({ report_id: id, attempt }, ctx)
}

async function beginRun(ctx: MakingCtx, { report_id, attempt }: { report_id: string; attempt: number }) {
  const journal = openJournal(ctx.clock.now(), ctx.correlation_id)
  return withJournal(ctx.db, journal, async (tx) => {
    const { rows } = await sql<{ id: string }>`
      update reports set status = 'running', started_at = ${journal.at.toISOString()}::timestamptz, updated_at = ${journal.at.toISOString()}::timestamptz, rows_done = 0
      where id = ${report_id}::uuid and attempt = ${attempt} and status in ('pending', 'running') returning id`.execute(
      tx,
    )
    if (!rows[0]) return undefined
    announceReport(journal, report_id)
    return findReport(tx, report_id)
  })
}

/** The maker may have left, or lost the right, since the report was asked for or last repeated. */
async function assertMakerMay(ctx: MakingCtx, report: ReportRow): Promise<void> {
  const maker = await ctx.db
    .selectFrom('console_users')
    .select('disabled_at')
    .where('id', '=', report.run_by)
    .executeTakeFirst()
  const [may] = await hasRights({ db: ctx.db, person: { id: report.run_by } }, [['report', 'CREATE_REPORT']], {
    type: 'report',
    id: report.id,
  })
  if (!may || !maker || maker.disabled_at !== null) throw new ReportStop('right_lost')
}

interface Made {
  covered_ids: string[]
  covered_by_right: Record<string, string[]>
  has_people: boolean
  rows: number
  bytes: number
  preview: ReportPreview
}

/** In one snapshot, so that the rows, the locations and the rights that chose them belong together. */
async function writeFile(ctx: MakingCtx, report: ReportRow): Promise<Made> {
  const transaction = ctx.db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  return transaction.execute(async (tx) => {
    await sql`set local statement_timeout = '15min'`.execute(tx)
    // A set of a million riders whom the maker sees must be hashed whole, or each row would search through it.
    await sql`set local work_mem = '128MB'`.execute(tx)
    const covered = await findCovered(tx, report)
    const isPersonal = Object.values<string>(reportColumns[report.type]).includes('personal')
    const reader = { db: tx, person: { id: report.run_by } }
    const [seesPeople = false] = isPersonal
      ? await hasRights(reader, [['user', 'GET']], { type: 'report', id: report.id })
      : []
    const maker = { person: { id: report.run_by } }
    const scope = {
      maker,
      placeIds: covered.covered_ids,
      placeIdsWith: covered.covered_by_right,
      accountIds: covered.covered_by_right[accountsKey] ?? [],
      from_day: report.from_day,
      to_day: report.to_day,
      now: ctx.clock.now(),
      moment: ctx,
    }
    const reading = readReport(tx, { ...report, has_people: seesPeople }, scope, progressOf(ctx, report))
    const bytes = await openFiles(ctx.config).putStream(reportFile(report), reading.bytes)
    const covered_by_right = { ...covered.covered_by_right, ...(seesPeople ? await ridersSeen(tx, report) : {}) }
    return {
      ...covered,
      covered_by_right,
      has_people: seesPeople,
      rows: reading.rows(),
      bytes,
      preview: reading.preview(),
    }
  })
}

/** The locations of the choice that the maker may see with the right of the type. */
async function findCovered(tx: Tx, report: ReportRow): Promise<Pick<Made, 'covered_ids' | 'covered_by_right'>> {
  const { right, moreRights = [] } = rowSources[report.type]
  const of = report.of_organization_id
  const { rows } = await sql<{ id: string; more: boolean[] }>`
    select l.id, array[${sql.join([...moreRights.map((one) => visibleWith(report.run_by, one, sql`l.id`)), sql`true`])}] as more from locations l
    where (l.id = any(${report.location_ids}::uuid[]) or l.public_tags && ${report.tags}::text[]
      or ${of}::uuid in (l.owner_id, l.operator_id, l.distributor_id, l.reseller_id)) and ${visibleWith(report.run_by, right, sql`l.id`)} order by l.id`.execute(
    tx,
  )
  const accounts = await findAccounts(tx, report)
  if (rows.length === 0 && accounts.length === 0) throw new ReportStop('no_locations')
  return {
    covered_ids: rows.map(({ id }) => id),
    covered_by_right: {
      ...Object.fromEntries(
        moreRights.map((more, index) => [rightKey(more), rows.filter((row) => row.more[index]).map(({ id }) => id)]),
      ),
      ...(accounts.length === 0 ? {} : { [accountsKey]: accounts }),
    },
  }
}

/** Riders are named whom the maker sees, which is not asked one by one again at a download. */
async function ridersSeen(tx: Tx, { type, run_by }: ReportRow): Promise<Record<string, string[]>> {
  return 'person' in reportColumns[type] ? { [riderGroupsKey]: await findRiderGroups(tx, run_by) } : {}
}

/** The fleets and subscriptions of the chosen organization of which the maker may see the payments. */
async function findAccounts(tx: Tx, { type, of_organization_id, run_by }: ReportRow): Promise<string[]> {
  const source: RowSource = rowSources[type]
  if (source.hasAccounts === undefined || of_organization_id === null) return []
  const { rows } = await sql<{ id: string }>`
    select a.id from (select id, organization_id from rental_fleets union all select id, organization_id from subscriptions) a
    where a.organization_id = ${of_organization_id}::uuid and ${paymentsAreVisible(run_by, sql`a.id`)} order by a.id`.execute(
    tx,
  )
  return rows.map(({ id }) => id)
}

/** Shows how far it is about once a second, and notices that it was cancelled. */
function progressOf(ctx: MakingCtx, { id, attempt }: ReportRow): (rows: number) => Promise<void> {
  let last = performance.now()
  return async (rows) => {
    if (ctx.signal.aborted) throw new Error('The process is stopping')
    if (performance.now() - last < noticeEveryMs) return
    last = performance.now()
    const journal = openJournal(ctx.clock.now(), ctx.correlation_id)
    const isRunning = await withJournal(ctx.db, journal, async (tx) => {
      const { numUpdatedRows } = await tx
        .updateTable('reports')
        .set({ rows_done: rows, updated_at: journal.at.toISOString() })
        .where('id', '=', id)
        .where('attempt', '=', attempt)
        .where('status', '=', 'running')
        .executeTakeFirst()
      if (numUpdatedRows > 0n) announceReport(journal, id)
      return numUpdatedRows > 0n
    })
    if (!isRunning) throw new ReportStop('cancelled')
  }
}

async function finishRun(ctx: MakingCtx, report: ReportRow, made: Made): Promise<void> {
  const journal = openJournal(ctx.clock.now(), ctx.correlation_id)
  const at = journal.at.toISOString()
  const expires_at = new Date(journal.at.getTime() + ctx.config.reports.link_s * 1000).toISOString()
  await withJournal(ctx.db, journal, async (tx) => {
    const { rows } = await sql<{ id: string }>`
      update reports set status = 'ready', failure = null, ended_at = ${at}::timestamptz, expires_at = ${expires_at}::timestamptz, updated_at = ${at}::timestamptz,
        rows_done = ${made.rows}, bytes = ${made.bytes}, has_people = ${made.has_people}, covered_ids = ${made.covered_ids}::uuid[],
        covered_by_right = ${JSON.stringify(made.covered_by_right)}::jsonb, preview = ${JSON.stringify(made.preview)}::jsonb
      where id = ${report.id}::uuid and attempt = ${report.attempt} and status = 'running' returning id`.execute(tx)
    if (!rows[0]) return
    journal.notices.push({ person_id: report.run_by, kind: 'report_ready', resource_id: report.id })
    recordReportEvent(journal, systemActor, report, {
      verb: 'made',
      after: { rows: made.rows, bytes: made.bytes, expires_at },
    })
  })
}

async function failRun(ctx: MakingCtx, report: ReportRow, error: unknown): Promise<void> {
  const failure = error instanceof ReportStop ? error.failure : failureOf(error)
  if (!(error instanceof ReportStop))
    ctx.log.error(
      { err: error, report_id: report.id, correlation_id: ctx.correlation_id },
      'a report could not be made',
    )
  const journal = openJournal(ctx.clock.now(), ctx.correlation_id)
  const at = journal.at.toISOString()
  await withJournal(ctx.db, journal, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('reports')
      .set({ status: 'failed', failure, ended_at: at, updated_at: at })
      .where('id', '=', report.id)
      .where('attempt', '=', report.attempt)
      .where('status', '=', 'running')
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return
    journal.notices.push({ person_id: report.run_by, kind: 'report_failed', resource_id: report.id })
    recordReportEvent(journal, systemActor, report, { verb: 'failed', after: { failure } })
  })
}

/** Faults of the file store have a system's code or name the bucket; anything else is a defect of the code. */
function failureOf(error: unknown): ReportFailure {
  const code = codeOf(error) ?? ''
  const isStorage = /^E[A-Z]+$/.test(code) || /bucket|fetch failed/.test(String(error))
  return isStorage ? 'storage' : 'internal'
}
