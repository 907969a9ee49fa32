import { demonstrationOf } from './demonstration.ts'
import { seedDatabase } from './demonstration-seed.ts'
import { step } from './progress.ts'
import { StartError } from './settings.ts'
import { withDatabase } from './with-database.ts'

/** `npm run seed`: makes the demonstration data in an empty embedded database, as the first `npm start` would. */
await withDatabase(async (database, settings, say) => {
  if (settings.databaseUrl) throw new StartError('Demonstration data go into an empty embedded database only; unset DATABASE_URL.')
  let isNew = false
  const isDemonstration = await demonstrationOf(database.pool, settings, () => {
    isNew = true
    return step(say, 'Making the demonstration data', () => seedDatabase(database, settings.dataDir))
  })
  if (!isDemonstration) throw new StartError(`The database in ${settings.dataDir} is not empty; set WHEELHOUSE_DATA to an empty folder.`)
  say(isNew ? 'The demonstration data are made.' : 'The demonstration data are there already.')
})
