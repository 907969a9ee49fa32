import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { runningServerUrl } from '@wheelhouse/db/embedded/embedded.ts'
import { restoreBackup } from './backup/restore-backup.ts'
import { databaseItem } from './backup/state-items.ts'
import { StartError, readSettings } from './settings.ts'
import { takeStateFolder } from './state-folder.ts'
import { explained } from './with-database.ts'

/** `npm run restore -- FILE`: replaces the installation of the state folder with that of a backup, while it does not run. */
await explained(async () => {
  const [given] = process.argv.slice(2).filter((one) => one !== '--yes')
  if (!given) throw new StartError('Usage: npm run restore -- FILE [--yes]')
  const path = resolve(process.env.INIT_CWD ?? '.', given)
  if (!existsSync(path)) throw new StartError(`There is no file ${path}.`)
  const { databaseUrl, dataDir } = readSettings(process.env)
  if (databaseUrl)
    throw new StartError(
      'The database of DATABASE_URL is restored with pg_restore, and wheelhouse.key and the photos beside it (docs/OPERATIONS.md, Backup).',
    )
  const folder = takeStateFolder(dataDir)
  try {
    if (runningServerUrl(join(dataDir, databaseItem)))
      throw new StartError(
        'The database still runs although its start was killed: start Wheelhouse once and stop it with Ctrl-C.',
      )
    if (existsSync(join(dataDir, databaseItem)) && !process.argv.includes('--yes')) await confirm(dataDir)
    const { facts, aside } = await restoreBackup(dataDir, path)
    process.stdout.write(`The installation of ${facts.made_at} is in ${dataDir}.\n`)
    process.stdout.write(`What was there before is in ${aside}: delete it when you no longer need it.\n`)
  } finally {
    folder.release()
  }
})

async function confirm(dataDir: string): Promise<void> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await terminal.question(
    `The installation in ${dataDir} will be replaced and kept aside. Type "restore" to continue: `,
  )
  terminal.close()
  if (answer.trim() !== 'restore') throw new StartError('Nothing was restored.')
}
