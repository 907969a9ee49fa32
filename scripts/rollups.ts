import { rebuildRollups } from '../apps/server/src/features/rollups/refresh.ts'
import { openDatabase } from '@wheelhouse/db/database.ts'
import { StartError } from './settings.ts'
import { withDatabaseBeside } from './with-database.ts'

/** `npm run rollups -- --rebuild`: counts all figures again, also while the service runs, which keeps serving the old ones of each day until then. */
await withDatabaseBeside(async ({ pool }, _settings, say) => {
  if (process.argv[2] !== '--rebuild') throw new StartError('Usage: npm run rollups -- --rebuild')
  const began = performance.now()
  let shown = began
  await rebuildRollups(
    openDatabase(pool),
    () => new Date(),
    (days) => {
      if (performance.now() - shown < 5_000) return
      shown = performance.now()
      say(`  ${days} days of places`)
    },
  )
  say(`All figures have been counted again in ${((performance.now() - began) / 1000).toFixed(1)} s.`)
})
