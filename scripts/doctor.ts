import { runningServerUrl } from '@wheelhouse/db/embedded/embedded.ts'
import { openPool } from '@wheelhouse/db/database.ts'
import type { Pool } from '@wheelhouse/db/database.ts'
import { join } from 'node:path'
import { describeDevice } from './doctor-device.ts'
import { explainMay } from './doctor-may.ts'
import { StartError, readSettings } from './settings.ts'
import type { StartSettings } from './settings.ts'
import { explained } from './with-database.ts'

/**
 * `npm run doctor -- device HARDWARE_ID`: what the database knows of one piece of hardware.
 * `npm run doctor -- may EMAIL ACTION TYPE [ID]`: why a person may or may not do something.
 * It only reads, beside the installation that runs.
 */
const usage = `npm run doctor -- device HARDWARE_ID
npm run doctor -- may EMAIL ACTION TYPE [ID]`

type Examine = (pool: Pool) => Promise<string[]>

export function examinationOf([verb, ...given]: readonly string[]): Examine {
  const [hardwareId] = given
  if (verb === 'device' && hardwareId !== undefined && given.length === 1)
    return (pool) => describeDevice(pool, hardwareId)
  if (verb === 'may' && (given.length === 3 || given.length === 4)) return (pool) => explainMay(pool, given)
  throw new StartError(`These arguments are not understood. Usage:\n${usage}`)
}

function urlOf({ databaseUrl, dataDir }: StartSettings): string {
  const url = databaseUrl ?? runningServerUrl(join(dataDir, 'postgres'))
  if (url === undefined)
    throw new StartError(`No database runs on the state folder ${dataDir}: start Wheelhouse, or set DATABASE_URL.`)
  const reading = new URL(url)
  reading.searchParams.set('options', '-c default_transaction_read_only=on')
  return reading.href
}

async function main(): Promise<void> {
  const examine = examinationOf(process.argv.slice(2))
  const pool = openPool(urlOf(readSettings(process.env)), { max: 2, applicationName: 'wheelhouse doctor' })
  try {
    process.stdout.write(`${(await examine(pool)).join('\n')}\n`)
  } finally {
    await pool.end()
  }
}

if (import.meta.main) await explained(main)
