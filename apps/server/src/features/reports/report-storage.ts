import type { Readable } from 'node:stream'
import { sql } from 'kysely'
import { openFiles } from '../../platform/files.ts'
import type { Config } from '../../platform/config.ts'
import type { JobCtx } from '../../platform/jobs.ts'
import { findReport } from './queries.ts'
import type { ReportRow } from './queries.ts'

const folder = 'reports'
type Attempt = Pick<ReportRow, 'id' | 'format' | 'attempt'>

/**
 * Each attempt has a separate file. A cancelled attempt that ends late would otherwise replace the file of the next one,
 * and readers would get rows for which their rights were never checked.
 */
export const reportFile = ({ id, format, attempt }: Attempt): string => `${folder}/${id}-${attempt}.${format}`

/** Earlier versions had one name for all attempts. The last of these files expires seven days after the update. */
const formerFile = ({ id, format }: Attempt): string => `${folder}/${id}.${format}`

export async function openReport(config: Config, report: ReportRow): Promise<Readable | null> {
  const files = openFiles(config)
  return (await files.stream(reportFile(report))) ?? files.stream(formerFile(report))
}

/** An attempt that was followed by another, or that has failed, never becomes the current one again. */
const isNeeded = (report: Pick<ReportRow, 'attempt' | 'status'> | undefined, attempt: number | undefined): boolean =>
  report?.attempt === attempt && ['pending', 'running', 'ready'].includes(report?.status ?? '')

/** After an attempt: its file where it came too late, and those from before it. */
export async function removeObsolete(
  { db, config, log }: Pick<JobCtx, 'db' | 'config' | 'log'>,
  attempt: Attempt,
): Promise<void> {
  const report = await findReport(db, attempt.id)
  const attempts = [attempt, { ...attempt, attempt: attempt.attempt - 1 }].filter(
    (one) => !isNeeded(report, one.attempt),
  )
  for (const name of [...attempts.map(reportFile), formerFile(attempt)])
    await openFiles(config)
      .remove(name)
      // The report does not depend on it, and the hourly job removes what is left.
      .catch((err: unknown) => log.warn({ err, file: name }, 'the file of another attempt could not be removed'))
}

const nameForm = new RegExp(`^${folder}/([\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12})(?:-(\\d+))?\\.`)

/** Files of reports that have expired, and of attempts that were killed before they could remove their files. */
export async function removeLeftFiles({ db, config, signal }: Pick<JobCtx, 'db' | 'config' | 'signal'>): Promise<void> {
  const files = openFiles(config)
  for await (const names of files.names(folder)) {
    const stored = names.flatMap((name) => {
      const [, id, attempt] = nameForm.exec(name) ?? []
      return id === undefined ? [] : [{ name, id, attempt }]
    })
    const ids = stored.map(({ id }) => id)
    const { rows } = await sql<Pick<ReportRow, 'id' | 'attempt' | 'status'>>`
      select id, attempt, status from reports where id = any(${ids}::uuid[])`.execute(db)
    const reports = new Map(rows.map((row) => [row.id, row]))
    for (const { name, id, attempt } of stored) {
      const report = reports.get(id)
      if (!isNeeded(report, attempt === undefined ? report?.attempt : Number(attempt))) await files.remove(name)
    }
    if (signal.aborted) return
  }
}
