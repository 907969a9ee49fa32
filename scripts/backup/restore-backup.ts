import { createWriteStream } from 'node:fs'
import { chown, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { openPool } from '@wheelhouse/db/database.ts'
import { accountFor } from '@wheelhouse/db/embedded/embedded-account.ts'
import type { Account } from '@wheelhouse/db/embedded/embedded-account.ts'
import { dataFolder, renameAround } from '@wheelhouse/db/embedded/embedded-places.ts'
import { postgresVersion, startPostgres } from '@wheelhouse/db/embedded/embedded.ts'
import { readMigrations } from '@wheelhouse/db/migrate.ts'
import { StartError } from '../settings.ts'
import { factsName, readArchive, textOf } from './archive.ts'
import type { ArchiveEntry, BackupFacts } from './archive.ts'
import { finishRestore, readyFolder, stagedFolder } from './finish-restore.ts'
import { platform } from './make-backup.ts'
import { allItems, databaseItem } from './state-items.ts'

/**
 * Unpacks and checks a backup beside the installation, opens its database once, and only then replaces what is there. The
 * caller holds the lock of the state folder. Returns where the former installation was put.
 */
export async function restoreBackup(state: string, path: string): Promise<{ facts: BackupFacts; aside: string }> {
  const staged = stagedFolder(state)
  await rm(staged, { recursive: true, force: true })
  await mkdir(staged, { mode: process.getuid?.() === 0 ? 0o711 : 0o700 })
  try {
    const facts = await unpack(staged, path)
    await openOnce(staged, facts, path)
    renameAround(databaseItem, staged, readyFolder(state))
    return { facts, aside: finishRestore(state) ?? state }
  } catch (error) {
    await rm(staged, { recursive: true, force: true })
    throw error
  }
}

async function unpack(staged: string, path: string): Promise<BackupFacts> {
  const account = accountFor(join(staged, databaseItem))
  // Where the database's account cannot enter the state folder, the data is elsewhere and a link leads there.
  const data = dataFolder(join(staged, databaseItem), account)
  let facts: BackupFacts | undefined
  await readArchive(path, async (entry) => {
    if (facts === undefined) {
      facts = await readFacts(entry, path)
      return save(join(staged, factsName), Readable.from([JSON.stringify(facts)]))
    }
    const [item = ''] = entry.name.split('/')
    if (!allItems.includes(item)) throw new StartError(`${path} holds ${item}, which this version does not know.`)
    const isData = item === databaseItem
    await saveEntry(
      entry,
      isData ? join(data, entry.name.slice(item.length)) : join(staged, entry.name),
      isData ? account : {},
    )
  })
  if (facts === undefined) throw new StartError(`${path} is not a backup of Wheelhouse.`)
  return facts
}

async function readFacts({ name, bytes }: ArchiveEntry, path: string): Promise<BackupFacts> {
  if (name !== factsName) throw new StartError(`${path} is not a backup of Wheelhouse.`)
  const facts = JSON.parse(await textOf(bytes)) as BackupFacts
  if (facts.format !== 1 || !readMigrations().some((one) => one.name === facts.migration))
    throw new StartError(`${path} was made by a newer version of Wheelhouse; restore it with that one.`)
  if (facts.postgres !== postgresVersion || facts.platform !== platform)
    throw new StartError(
      `${path} holds data of PostgreSQL ${facts.postgres} on ${facts.platform}, and this is PostgreSQL ${postgresVersion} on ${platform}: restore it on a machine of that kind.`,
    )
  return facts
}

async function saveEntry({ isFolder, bytes }: ArchiveEntry, path: string, { uid, gid }: Account): Promise<void> {
  if (isFolder) await mkdir(path, { recursive: true, mode: 0o700 })
  else await save(path, bytes)
  if (uid !== undefined && gid !== undefined) await chown(path, uid, gid)
}

const save = (path: string, bytes: AsyncIterable<Buffer | string>): Promise<void> =>
  pipeline(bytes, createWriteStream(path, { mode: 0o600, flags: 'wx', flush: true }))

/** Recovers the copy and reads from it, so that a backup that does not open replaces nothing. */
async function openOnce(staged: string, { migration }: BackupFacts, path: string): Promise<void> {
  const server = await startPostgres({ dataDir: join(staged, databaseItem) }).catch((error: Error) => {
    throw new StartError(`The database in ${path} does not open, so nothing was restored. ${error.message}`)
  })
  const pool = openPool(server.url, { max: 1, statementTimeoutMs: 0, applicationName: 'wheelhouse restore' })
  try {
    const { rows } = await pool.query<{ name: string }>('select max(name) as name from schema_migrations')
    if (rows[0]?.name !== migration)
      throw new StartError(`The database in ${path} is not the one that it names, so nothing was restored.`)
  } finally {
    await pool.end()
    await server.stop()
  }
}
