import { parseArgs } from 'node:util'
import { seedScale } from '@wheelhouse/db/scale/scale.ts'
import { ScaleError, readScale } from '@wheelhouse/db/scale/sizes.ts'
import { messageOf } from '@wheelhouse/db/thrown.ts'
import { demonstrationOf } from './demonstration.ts'
import { seedDatabase } from './demonstration-seed.ts'
import type { MainDatabase } from './main-database.ts'
import { step } from './progress.ts'
import type { Say } from './progress.ts'
import { StartError } from './settings.ts'
import type { StartSettings } from './settings.ts'
import { installationKeyOf } from './state-folder.ts'
import { withDatabase } from './with-database.ts'

// A process that began it, as the browser stories do, may be killed.
if (process.channel) {
  process.on('disconnect', () => process.exit(1))
  // Who listens keeps the channel open, and so the process.
  process.channel.unref()
}

/**
 * `npm run seed`: creates the demonstration data in an empty embedded database, like the first `npm start`. `npm run
 * seed -- --scale 1M`: fills the embedded database, or that of DATABASE_URL, with that many sessions and a matching
 * field, for measurements. `--history-days 30` adds a month of heartbeats in hours for every device: 72 million rows at
 * full size. `--replace` first deletes all existing data.
 */
await withDatabase(async (database, settings, say) => {
  const { scale, replace, historyDays } = readArguments()
  if (scale === undefined) return demonstration(database, settings, say)
  const began = performance.now()
  const elapsed = (): string => `${((performance.now() - began) / 1000).toFixed(1)} s`
  const report = (line: string): void => say(`  ${elapsed().padStart(8)}  ${line}`)
  try {
    const { people } = await seedScale({
      pool: database.pool,
      sessions: readScale(scale),
      installationKey: installationKeyOf(settings.dataDir),
      historyDays,
      isReplacing: replace,
      report,
    })
    say(`Done in ${elapsed()}. What the known people see (table installation, key scale):`)
    for (const { id, name, email } of Object.values(people)) say(`  ${id}  ${email.padEnd(32)}${name}`)
  } catch (error) {
    throw error instanceof ScaleError ? new StartError(error.message) : error
  }
})

function readArguments(): { scale: string | undefined; replace: boolean; historyDays: number } {
  try {
    const { values } = parseArgs({
      options: {
        scale: { type: 'string' },
        replace: { type: 'boolean', default: false },
        'history-days': { type: 'string', default: '2' },
      },
    })
    if (values.replace && values.scale === undefined) throw new Error('--replace requires --scale')
    const historyDays = Number(values['history-days'])
    if (!(Number.isInteger(historyDays) && historyDays >= 0 && historyDays <= 30))
      throw new Error('--history-days is a number from 0 to 30')
    return { scale: values.scale, replace: values.replace, historyDays }
  } catch (error) {
    throw new StartError(`${messageOf(error)}. Usage: npm run seed [-- --scale 1M [--replace] [--history-days 2]]`)
  }
}

async function demonstration(database: MainDatabase, settings: StartSettings, say: Say): Promise<void> {
  if (settings.databaseUrl)
    throw new StartError('Demonstration data require an empty embedded database; unset DATABASE_URL.')
  let isNew = false
  const isDemonstration = await demonstrationOf(database.pool, settings, () => {
    isNew = true
    return step(say, 'Making the demonstration data', () => seedDatabase(database, settings.dataDir))
  })
  if (!isDemonstration)
    throw new StartError(`The database in ${settings.dataDir} is not empty; set WHEELHOUSE_DATA to an empty folder.`)
  say(isNew ? 'The demonstration data have been created.' : 'The demonstration data already exist.')
}
