import { existsSync, statSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { postgresVersion } from '@wheelhouse/db/embedded/embedded.ts'
import type { MainDatabase } from '../main-database.ts'
import { StartError } from '../settings.ts'
import type { StartSettings } from '../settings.ts'
import { writeArchive } from './archive.ts'
import type { ArchiveWriter } from './archive.ts'
import { factsName } from './backup-facts.ts'
import type { BackupFacts } from './backup-facts.ts'
import { copyDatabase } from './database-copy.ts'
import { databaseItem, filesItem, keyItem, otherItems } from './state-items.ts'

export const platform = `${process.platform}-${process.arch}`

/** Writes everything that the installation is made of, while it runs, into one file. Returns its size in bytes. */
export async function makeBackup(
  { pool }: MainDatabase,
  { databaseUrl, dataDir }: Pick<StartSettings, 'databaseUrl' | 'dataDir'>,
  path: string,
): Promise<number> {
  if (databaseUrl)
    throw new StartError(
      'The database of DATABASE_URL is backed up with pg_dump, and wheelhouse.key and the photos beside it (docs/OPERATIONS.md, Backup).',
    )
  if (existsSync(path)) throw new StartError(`${path} exists already; a backup never replaces a file.`)
  const items = otherItems.filter((item) => existsSync(join(dataDir, item)))
  const facts: BackupFacts = {
    format: 1,
    made_at: new Date().toISOString(),
    migration: await newestMigration(pool),
    postgres: postgresVersion,
    platform,
    items: [databaseItem, ...items],
  }
  await writeArchive(path, async (archive) => {
    await archive.addText(factsName, JSON.stringify(facts))
    await copyDatabase(pool, join(dataDir, databaseItem), archive, databaseItem)
    // After the database, so that each photo of which it knows is there.
    for (const item of items) await addItem(archive, item, join(dataDir, item))
  })
  return statSync(path).size
}

async function newestMigration(pool: MainDatabase['pool']): Promise<string> {
  const { rows } = await pool.query<{ name: string }>('select max(name) as name from schema_migrations')
  return rows[0]?.name ?? ''
}

async function addItem(archive: ArchiveWriter, name: string, path: string): Promise<void> {
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return archive.addFile(name, path)
  await archive.addFolder(name)
  for (const entry of await readdir(path)) await addItem(archive, `${name}/${entry}`, join(path, entry))
}

/** What the file does not hold although the installation needs it. */
export function missingFromBackup(env: Record<string, string | undefined>): string[] {
  return [
    ...(env.WHEELHOUSE_KEY
      ? [`WHEELHOUSE_KEY is a setting, so the key is not in it (${keyItem} is not used): keep it safe.`]
      : []),
    ...(env.FILES_URL
      ? [`FILES_URL is set, so photos are not in it (${filesItem} is not used): back that place up too.`]
      : []),
  ]
}
