import { openDatabase, openPool } from '@wheelhouse/db/database.ts'
import { uuidv7 } from '@wheelhouse/db/ids.ts'
import { runMakeReport } from '../../apps/server/src/features/reports/making.ts'
import { readConfig } from '../../apps/server/src/platform/config.ts'
import { createLog } from '../../apps/server/src/platform/log.ts'

/** Makes reports as the job does, in a separate process, so that its memory is that of the report and of nothing else. */

export interface MadeReport {
  ms: number
  /** How far the memory of the process rose above what it was before. */
  grown_mb: number
}

const pool = openPool(process.env.DATABASE_URL ?? '', {
  max: 4,
  statementTimeoutMs: 0,
  applicationName: 'wheelhouse bench report',
})
const ctx = {
  db: openDatabase(pool),
  clock: { now: () => new Date() },
  config: readConfig(process.env),
  log: createLog('warn'),
  correlation_id: uuidv7(),
  signal: new AbortController().signal,
}
const sampledEveryMs = 20

async function make(report_id: string): Promise<MadeReport> {
  const before = process.memoryUsage.rss()
  let highest = before
  const sampler = setInterval(() => (highest = Math.max(highest, process.memoryUsage.rss())), sampledEveryMs)
  const began = performance.now()
  await runMakeReport({ report_id, attempt: 1 }, ctx)
  const ms = performance.now() - began
  clearInterval(sampler)
  return { ms, grown_mb: (highest - before) / 2 ** 20 }
}

process.on(
  'message',
  ({ report_id }: { report_id: string }) => void make(report_id).then((made) => process.send?.(made)),
)
process.on('disconnect', () => process.exit(0))
process.on('SIGTERM', () => process.exit(0))
process.send?.({ port: 0 })
