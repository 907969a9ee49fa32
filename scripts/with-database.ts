import { openMainDatabase } from './main-database.ts'
import type { MainDatabase } from './main-database.ts'
import type { Say } from './progress.ts'
import { StartError, readSettings } from './settings.ts'
import type { StartSettings } from './settings.ts'
import { takeStateFolder } from './state-folder.ts'

const say: Say = (line) => void process.stdout.write(`${line}\n`)

/** Opens and migrates the database for one task while nothing else uses the state folder, and closes it afterwards. */
export async function withDatabase(
  work: (database: MainDatabase, settings: StartSettings, say: Say) => Promise<void>,
): Promise<void> {
  try {
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
  } catch (error) {
    process.stderr.write(`${error instanceof StartError ? error.message : ((error as Error).stack ?? String(error))}\n`)
    process.exitCode = 1
  }
}
