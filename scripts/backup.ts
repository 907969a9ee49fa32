import { resolve } from 'node:path'
import { makeBackup, missingFromBackup } from './backup/make-backup.ts'
import { StartError } from './settings.ts'
import { withDatabaseBeside } from './with-database.ts'

/** `npm run backup -- FILE`: database, files and keys of the embedded installation in one file, also while it runs. */
await withDatabaseBeside(async (database, settings, say) => {
  const [given] = process.argv.slice(2)
  if (!given) throw new StartError('Usage: npm run backup -- FILE, such as wheelhouse.backup')
  const path = resolve(process.env.INIT_CWD ?? '.', given)
  const began = performance.now()
  const bytes = await makeBackup(database, settings, path)
  say(
    `${path} holds everything (${(bytes / 1e6).toFixed(1)} MB, ${((performance.now() - began) / 1000).toFixed(1)} s).`,
  )
  for (const sentence of missingFromBackup(process.env)) say(sentence)
  say('It opens every account and lock, like the state folder itself: store it encrypted. To try it: npm run restore.')
})
