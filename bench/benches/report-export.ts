import type { ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { uuidv7 } from '@wheelhouse/db/ids.ts'
import { scaleText } from '@wheelhouse/db/scale/sizes.ts'
import { ledger, must } from '../bench.ts'
import type { Bench, Options } from '../bench.ts'
import type { Filled, Fixtures } from '../fixtures.ts'
import { interleaved } from '../measure.ts'
import type { MadeReport } from '../peers/report-maker.ts'
import { detailedRows } from '../peers/report-queries.ts'
import { fillFigures } from '../rollup-rows.ts'
import { installationKey, launch, nextMessage, ready, stopped } from '../server.ts'

/** As many days as a report may have. A database of two years of sessions has half of them in a year. */
const longest = 366
const dayMs = 86_400_000
const growthAtMostMb = 50

interface Days {
  from: string
  to: string
}
const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

export const reportExport: Bench = {
  name: 'report-export',
  fault: 'makes the report of a single day',
  async run(fixtures, options) {
    const book = ledger('report-export', fixtures)
    for (const sessions of options.scales) {
      const filled = await fixtures.filled({ sessions })
      await fillFigures(filled, fixtures.say)
      const child = await startMaker(fixtures, filled)
      try {
        for (const format of ['csv', 'xlsx'] as const)
          await measure(
            book,
            { filled, child, format, copied: join(fixtures.folder, 'postgres', 'copied.csv') },
            options,
          )
      } finally {
        await stopped(child)
      }
    }
    return book.lines
  },
}

interface Measuring {
  filled: Filled
  child: ChildProcess
  format: 'csv' | 'xlsx'
  /** Where PostgreSQL copies the same rows to: a folder into which it may write. */
  copied: string
}

async function measure(
  book: ReturnType<typeof ledger>,
  { filled, child, format, copied }: Measuring,
  options: Options,
) {
  const made = Date.parse(filled.scale.made_at)
  const days = { from: dayOf(made - longest * dayMs), to: dayOf(made) }
  const lastDay = { from: days.to, to: days.to }
  // The first one compiles the code and opens the connections.
  await makeReport(child, filled, lastDay, format)
  const grown: number[] = []
  const rows = { ours: 0, copied: 0 }
  const subject = async () => {
    const one = await makeReport(child, filled, options.isFaulty ? lastDay : days, format)
    grown.push(one.grown_mb)
    rows.ours = one.rows
    return (one.rows / one.ms) * 1_000
  }
  const peer = async () => {
    const began = performance.now()
    const copy = `copy (${detailedRows(days.from, days.to)}) to '${copied}' with (format csv)`
    rows.copied = (await filled.pool.query(copy)).rowCount ?? 0
    return (rows.copied / (performance.now() - began)) * 1_000
  }
  const figures = await interleaved(options.rounds, subject, peer)
  must(rows.ours === rows.copied && rows.ours > 0, `The report has ${rows.ours} rows, and the database ${rows.copied}`)
  const description = { size: `${scaleText(rows.ours)} rows`, unit: 'rows/s' }
  const aim = format === 'csv' ? { aim: { is: 'at least' as const, ratio: 0.3 } } : {}
  const what = `detailed parking as ${format}`
  book.add({ ...description, ...aim, what, peerName: 'COPY of the same query' }, figures)
  const memory = { what: `memory while ${format} is made`, unit: 'MB', peerName: '' }
  const isBounded = { is: 'under' as const, value: growthAtMostMb }
  book.add({ ...description, ...memory, aim: isBounded }, { subject: grown, peer: [], load: figures.load })
}

async function startMaker(fixtures: Fixtures, { url }: Filled): Promise<ChildProcess> {
  const env = {
    PATH: process.env.PATH,
    DATABASE_URL: url,
    WHEELHOUSE_DATA: join(fixtures.folder, 'state'),
    WHEELHOUSE_KEY: installationKey,
  }
  const child = launch(
    join(import.meta.dirname, '..', 'peers', 'report-maker.ts'),
    env,
    join(fixtures.folder, 'report.log'),
  )
  await ready(child, 'The maker of reports')
  return child
}

interface Made extends MadeReport {
  rows: number
}

async function makeReport(
  child: ChildProcess,
  { pool, scale }: Filled,
  { from, to }: Days,
  format: string,
): Promise<Made> {
  const report_id = uuidv7()
  await pool.query(
    `insert into reports (id, description, type, format, location_ids, timeframe, from_day, to_day, status, run_by, created_by, created_at, updated_at)
     values ($1, 'Measured report', 'detailed_parking', $2, (select array_agg(id) from locations), 'own', $3, $4, 'pending', $5, $5, now(), now())`,
    [report_id, format, from, to, scale.people.everything.id],
  )
  const answer = nextMessage<MadeReport>(child)
  child.send({ report_id })
  const made = await answer
  const { rows } = await pool.query<{ status: string; failure: string | null; rows_done: number }>(
    'select status, failure, rows_done from reports where id = $1',
    [report_id],
  )
  must(rows[0]?.status === 'ready', `The report ended as ${rows[0]?.status}: ${rows[0]?.failure}`)
  return { ...made, rows: rows[0]?.rows_done ?? 0 }
}
