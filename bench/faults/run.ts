import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { traceOf } from '@wheelhouse/db/thrown.ts'
import { BrokenSubject } from '../bench.ts'
import { openIdentity } from '../identity.ts'
import { brokerKill } from './broker-kill.ts'
import { databaseKill } from './database-kill.ts'
import { NotPossible } from './fault.ts'
import type { Fault, FaultFixtures } from './fault.ts'
import { fullDisk } from './full-disk.ts'
import { serverKill } from './server-kill.ts'
import { slowLinks } from './slow-links.ts'

export const faults: readonly Fault[] = [serverKill, databaseKill, brokerKill, slowLinks, fullDisk]

export interface RunOptions {
  name: string
  folder: string
  /** Null: as often as each fault says. */
  times: number | null
  isFaulty: boolean
}

export const usage = `Usage: npm run faults -- NAME [--times N] [--fault]
  NAME is all, or one of ${faults.map(({ name, usualTimes }) => `${name} (${usualTimes} times)`).join(', ')}.
  --times 200 makes the fault 200 times.
  --fault plants a defect in what is tested; the run has to notice it.`

/** Makes the requested faults; returns whether the product survived all of them. */
export async function runFaults(options: RunOptions, say: (line: string) => void): Promise<boolean> {
  const chosen = faults.filter(({ name }) => options.name === 'all' || options.name === name)
  if (chosen.length === 0) throw new Error(usage)
  const identity = await openIdentity()
  const broken: string[] = []
  try {
    for (const fault of chosen) {
      const folder = join(options.folder, fault.name)
      rmSync(folder, { recursive: true, force: true })
      const failure = await runOne(fault, { folder, identity, say }, options)
      if (failure === null) rmSync(folder, { recursive: true, force: true })
      else broken.push(`${fault.name}: ${failure} (logs: ${folder})`)
    }
  } finally {
    await identity.close()
  }
  for (const failure of broken) say(`BROKEN: ${failure}`)
  return broken.length === 0
}

/** Returns what broke, or null. With a planted defect it is the other way round. */
async function runOne(fault: Fault, fixtures: FaultFixtures, options: RunOptions): Promise<string | null> {
  const { say } = fixtures
  const { isFaulty } = options
  const began = performance.now()
  say(`\n== ${fault.name}${isFaulty ? `, with a planted defect: ${fault.planted}` : ''}`)
  try {
    const done = await fault.run(fixtures, { times: options.times ?? fault.usualTimes, isFaulty })
    if (isFaulty) return 'the planted defect was not noticed'
    say(`  ${done}.\n== ${fault.name}: SURVIVED in ${((performance.now() - began) / 1_000).toFixed(0)} s`)
    return null
  } catch (error) {
    if (error instanceof NotPossible) {
      say(`== ${fault.name}: NOT RUN, ${error.message}`)
      return null
    }
    if (!(error instanceof BrokenSubject)) return traceOf(error)
    if (!isFaulty) return error.message
    say(`  The planted defect was noticed: ${error.message}`)
    return null
  }
}
