import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { readScale, scaleText } from '@wheelhouse/db/scale/sizes.ts'
import { traceOf } from '@wheelhouse/db/thrown.ts'
import { BrokenSubject } from './bench.ts'
import type { Bench, Options } from './bench.ts'
import { coldStart } from './benches/cold-start.ts'
import { commandRoundTrip } from './benches/command-round-trip.ts'
import { databaseOutage } from './benches/database-outage.ts'
import { dashboardYear } from './benches/dashboard-year.ts'
import { findUser } from './benches/find-user.ts'
import { firstLoad } from './benches/first-load.ts'
import { healthRecompute } from './benches/health-recompute.ts'
import { heartbeatHistory } from './benches/heartbeat-history.ts'
import { heartbeatIngest } from './benches/heartbeat-ingest.ts'
import { liveFanout } from './benches/live-fanout.ts'
import { locationList } from './benches/location-list.ts'
import { lockEvents } from './benches/lock-events.ts'
import { map } from './benches/map.ts'
import { moneyLists } from './benches/money-lists.ts'
import { noisyNeighbour } from './benches/noisy-neighbour.ts'
import { permissionBatch } from './benches/permission-batch.ts'
import { permissionCheck } from './benches/permission-check.ts'
import { reportExport } from './benches/report-export.ts'
import { routeChange } from './benches/route-change.ts'
import { listDeep, listFirst, listSelectivity } from './benches/session-lists.ts'
import { tableScroll } from './benches/table-scroll.ts'
import { openFixtures, root } from './fixtures.ts'
import type { Fixtures } from './fixtures.ts'
import type { Measured } from './measure.ts'
import { textTable, writtenInto } from './table.ts'

export const benches: readonly Bench[] = [
  listFirst,
  listDeep,
  listSelectivity,
  locationList,
  moneyLists,
  reportExport,
  dashboardYear,
  findUser,
  permissionCheck,
  permissionBatch,
  heartbeatIngest,
  lockEvents,
  heartbeatHistory,
  healthRecompute,
  commandRoundTrip,
  noisyNeighbour,
  liveFanout,
  databaseOutage,
  coldStart,
  firstLoad,
  routeChange,
  tableScroll,
  map,
]

export interface RunOptions extends Options {
  name: string
  folder: string
  isWritten: boolean
  /** The command as typed, for the page. */
  command: string
}

export const usage = `Usage: npm run bench -- NAME [--scale 10k,1M] [--rounds 5] [--seconds 1] [--connections 4] [--fault] [--write]
  NAME is all, or one of ${benches.map(({ name }) => name).join(', ')}.
  --fault plants a fault that makes the subject fast and wrong; the benchmark has to notice it.
  --write puts the lines into docs/PERFORMANCE.md.`

/**
 * Runs the requested benchmarks and returns whether all succeeded: a missed aim is reported but is not a failure, a
 * broken subject is.
 */
export async function runBenches(options: RunOptions, say: (line: string) => void): Promise<boolean> {
  const chosen = benches.filter(({ name }) => options.name === 'all' || options.name === name)
  if (chosen.length === 0) throw new Error(usage)
  const began = performance.now()
  const fixtures = await openFixtures(options.folder, say)
  const lines: Measured[] = []
  const broken: string[] = []
  try {
    for (const bench of chosen) {
      const failure = await runOne(bench, fixtures, options, lines)
      if (failure !== null) broken.push(`${bench.name}: ${failure}`)
    }
  } finally {
    await fixtures.close()
  }
  say(`\n${textTable(lines)}\n\n${minutes(began)} min, ${machineText()}`)
  for (const failure of broken) say(`BROKEN: ${failure}`)
  if (options.isWritten && !options.isFaulty) write(lines, options)
  return broken.length === 0
}

/** Returns what broke, or null. With a planted fault it is the other way round. */
async function runOne(
  bench: Bench,
  fixtures: Fixtures,
  options: RunOptions,
  lines: Measured[],
): Promise<string | null> {
  const began = performance.now()
  fixtures.say(`\n== ${bench.name}${options.isFaulty ? `, with a planted fault: ${bench.fault}` : ''}`)
  try {
    const measurements = await bench.run(fixtures, options)
    if (options.isFaulty) return 'the planted fault was not noticed'
    lines.push(...measurements)
    fixtures.say(`== ${bench.name}: ${minutes(began)} min`)
    return null
  } catch (error) {
    if (!(error instanceof BrokenSubject)) return traceOf(error)
    if (!options.isFaulty) return error.message
    fixtures.say(`  The fault was noticed: ${error.message}`)
    return null
  }
}

const minutes = (began: number): string => ((performance.now() - began) / 60_000).toFixed(1)

const machineText = (): string =>
  `${availableParallelism()} processors (${cpus()[0]?.model.trim() ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version.slice(1)}`

const page = join(root, 'docs', 'PERFORMANCE.md')

function write(lines: readonly Measured[], options: RunOptions): void {
  const head = `Last run: ${machineText()}; \`${options.command}\`, ${options.rounds} rounds, lists on ${options.scales.map(scaleText).join(' and ')} sessions.`
  writeFileSync(page, writtenInto(readFileSync(page, 'utf8'), lines, { head, names: benches.map(({ name }) => name) }))
}

export const readScales = (text: string): number[] => text.split(',').map(readScale)
