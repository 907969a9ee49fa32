import { withDatabase } from './with-database.ts'

/** `npm run migrate`: migrates the embedded database or the one of DATABASE_URL. */
await withDatabase(async (_database, _settings, say) => say('The database is up to date.'))
