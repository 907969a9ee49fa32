import type { Readable } from 'node:stream'
import { AppError } from '@wheelhouse/contract/errors.ts'
import { downloadReport } from '@wheelhouse/contract/reports/reports.ts'
import type { ReportLink } from '@wheelhouse/contract/reports/reports.ts'
import { personActor } from '../../journal/audit.ts'
import { openJournal, withJournal } from '../../journal/journal.ts'
import { write } from '../../journal/write.ts'
import { readToken, signedLink } from '../../http/signed-links.ts'
import type { Ctx, Tx } from '../../platform/context.ts'
import { findReport, mayHaveFile } from './queries.ts'
import type { ReportRow } from './queries.ts'
import { recordReportEvent } from './report-events.ts'
import { openReport } from './report-storage.ts'

const hasFile = (report: ReportRow, now: Date): report is ReportRow & { expires_at: string } =>
  report.status === 'ready' && report.expires_at !== null && Date.parse(report.expires_at) > now.getTime()

const machineLinkMs = 15 * 60_000

/**
 * Values: report link, 7 days, which is as long as the file is kept. It names whom it was given to. A service account asks for
 * one whenever it needs the file, so its link does not outlive a token that is revoked for long.
 */
export function createLink(ctx: Ctx, id: string): Promise<ReportLink> {
  return write(ctx, async (tx, journal) => {
    const report = await findReport(tx, id)
    if (!report) throw new AppError('not_found')
    if (!hasFile(report, journal.at)) throw new AppError('report_not_ready')
    if (!(await mayHaveFile(tx, ctx.person.id, report))) throw new AppError('report_covers_more')
    const until = Date.parse(report.expires_at)
    const ends_at = (await isMachine(tx, ctx.person.id)) ? Math.min(until, journal.at.getTime() + machineLinkMs) : until
    const link = signedLink(ctx.config, 'report', downloadReport, { id, holder: ctx.person.id, ends_at })
    const { expires_at } = link
    recordReportEvent(journal, personActor(ctx), report, { verb: 'link_given', after: { expires_at } })
    return link
  })
}

async function isMachine(tx: Tx, personId: string): Promise<boolean> {
  const row = await tx.selectFrom('console_users').select('kind').where('id', '=', personId).executeTakeFirst()
  return row?.kind === 'service'
}

export interface Download {
  bytes: Readable
  /** Of the file on the reader's disk. */
  name: string
  report: ReportRow
}

/**
 * Gives the file to who has the link, while the person to whom it was given may still have it. The download is recorded
 * before the first byte leaves.
 */
export async function openDownload(ctx: Omit<Ctx, 'person'>, token: string): Promise<Download> {
  const permission = readToken(ctx.config, 'report', token, ctx.clock.now())
  const report = await findReport(ctx.db, permission.id)
  const holder = await ctx.db
    .selectFrom('console_users')
    .select('name')
    .where('id', '=', permission.holder)
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
  if (!report || !holder || !hasFile(report, ctx.clock.now())) throw new AppError('not_found')
  if (!(await mayHaveFile(ctx.db, permission.holder, report))) throw new AppError('not_found')
  const bytes = await openReport(ctx.config, report)
  if (!bytes) throw new AppError('not_found')
  const journal = openJournal(ctx.clock.now(), ctx.correlation_id)
  await withJournal(ctx.db, journal, async () =>
    recordReportEvent(journal, { kind: 'person', id: permission.holder, name: holder.name }, report, {
      verb: 'downloaded',
    }),
  )
  return {
    bytes,
    report,
    name: `${report.type.replaceAll('_', '-')}-${report.from_day}-${report.to_day}.${report.format}`,
  }
}
