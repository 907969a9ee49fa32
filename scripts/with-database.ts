import { join } from 'node:path'
import { openPool } from '@wheelhouse/db/database.ts'
import { runningServerUrl } from '@wheelhouse/db/embedded/embedded.ts'
import { traceOf } from '@wheelhouse/db/thrown.ts'
import { openMainDatabase } from './main-database.ts'
import type { MainDatabase } from './main-database.ts'
import type { Say } from './progress.ts'
import { StartError, readSettings } from './settings.ts'
import type { StartSettings } from './settings.ts'
import { takeStateFolder } from './state-folder.ts'

const say: Say = (line) => void process.stdout.write(`${line}\n`)

type Work = (database: MainDatabase, settings: StartSettings, say: Say) => Promise<void>

/** Uses the database of a running service, or else opens it alone: for tasks that disturb nobody. */
export async function withDatabaseBeside(work: Work): Promise<void> {
  let isAlone = false
  await explained(async () => {
    const settings = readSettings(process.env)
    const url = settings.databaseUrl ?? runningServerUrl(join(settings.dataDir, 'postgres'))
    isAlone = url === undefined
    if (url === undefined) return
    const database = settings.databaseUrl ? await openMainDatabase(settings, say) : runningDatabase(url)
    try {
      await work(database, settings, say)
    } finally {
      await database.close()
    }
  })
  if (isAlone) await withDatabase(work)
}

/** The service that runs it has migrated it. */
function runningDatabase(url: string): MainDatabase {
  const pool = openPool(url, { max: 2, applicationName: 'wheelhouse task' })
  return { url, pool, close: () => pool.end() }
}

/** Opens and migrates the database for one task while nothing else uses the state folder, and closes it afterwards. */
export async function withDatabase(work: Work): Promise<void> {
  await explained(async () => {
    const settings = readSettings(process.env)
    const folder = takeStateFolder(settings.dataDir)
    try {
      const database = await openMainDatabase(settings, say)
      try {
        await work(database, settings, say)
      } finally {
        await database.close()
      }
    } finally {
      folder.release()
    }
  })
}

/** Says why it failed in one sentence, and ends with code 1. */
export async function explained(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    process.stderr.write(`${error instanceof StartError ? error.message : traceOf(error)}\n`)
    process.exitCode = 1
  }
}
