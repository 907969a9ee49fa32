import { createWriteStream, existsSync } from 'node:fs'
import { chown, mkdir, readdir, rename, rm, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { openPool } from '@wheelhouse/db/database.ts'
import { accountFor } from '@wheelhouse/db/embedded/embedded-account.ts'
import type { Account } from '@wheelhouse/db/embedded/embedded-account.ts'
import { createCluster } from '@wheelhouse/db/embedded/embedded-cluster.ts'
import { dataFolder, nativeFolder, renameAround } from '@wheelhouse/db/embedded/embedded-places.ts'
import { postgresVersion, startPostgres } from '@wheelhouse/db/embedded/embedded.ts'
import { readMigrations } from '@wheelhouse/db/migrate.ts'
import { StartError } from '../settings.ts'
import { readArchive, textOf } from './archive.ts'
import type { ArchiveEntry } from './archive.ts'
import { factsName, parseFacts } from './backup-facts.ts'
import type { BackupFacts } from './backup-facts.ts'
import { isUnpacked } from './data-files.ts'
import { finishRestore, readyFolder, stagedFolder } from './finish-restore.ts'
import { platform } from './make-backup.ts'
import { allItems, databaseItem } from './state-items.ts'

type FreeBytes = (folder: string) => Promise<number>

/**
 * Unpacks and checks a backup beside the installation, opens its database once, and only then replaces what is there. The
 * caller holds the lock of the state folder. Returns where the former installation was put.
 */
export async function restoreBackup(
  state: string,
  path: string,
  free: FreeBytes = freeBytes,
): Promise<{ facts: BackupFacts; aside: string }> {
  const staged = stagedFolder(state)
  await rm(staged, { recursive: true, force: true })
  await mkdir(staged, { mode: process.getuid?.() === 0 ? 0o711 : 0o700 })
  try {
    const account = accountFor(join(staged, databaseItem))
    // Where the database's account cannot enter the state folder, the data is elsewhere and a link leads there.
    const place = { staged, account, data: dataFolder(join(staged, databaseItem), account) }
    const facts = await unpack(place, path, roomKeeper(path, free))
    await openOnce(place, facts, path)
    renameAround(databaseItem, staged, readyFolder(state))
    return { facts, aside: finishRestore(state) ?? state }
  } catch (error) {
    await rm(staged, { recursive: true, force: true })
    throw error
  }
}

interface Place {
  staged: string
  /** Where the data files are unpacked, and to whom they belong. */
  data: string
  account: Account
}

async function unpack({ staged, data, account }: Place, path: string, takeRoom: TakeRoom): Promise<BackupFacts> {
  let named: BackupFacts | undefined
  await readArchive(path, async (entry) => {
    if (named === undefined) {
      named = await readFacts(entry, path)
      return
    }
    const [item = '', ...below] = entry.name.split('/')
    if (!allItems.includes(item)) throw new StartError(`${path} holds ${item}, which this version does not know.`)
    if (item !== databaseItem) return saveEntry(entry, join(staged, entry.name), takeRoom)
    if (below.length === 0 || isUnpacked(below.join('/')))
      return saveEntry(entry, join(data, ...below), takeRoom, account)
    // Read all the same, because its checksum is compared. A folder has no bytes.
    if (!entry.isFolder) for await (const _chunk of entry.bytes);
  })
  if (named === undefined || !existsSync(data)) throw notABackup(path)
  // What is there and not what was named: a file may have been deleted during the backup.
  const facts = { ...named, items: allItems.filter((item) => existsSync(join(staged, item))) }
  await save(join(staged, factsName), Readable.from([JSON.stringify(facts)]))
  return facts
}

const factsBytes = 1_000_000

async function readFacts({ name, bytes }: ArchiveEntry, path: string): Promise<BackupFacts> {
  if (name !== factsName) throw notABackup(path)
  const facts = parseFacts(await textOf(bytes, factsBytes))
  if (!facts)
    throw new StartError(
      `${path} does not say what it holds in a way that this version understands, so nothing was restored. Use another backup, or the version of Wheelhouse that made it.`,
    )
  if (!readMigrations().some((one) => one.name === facts.migration))
    throw new StartError(`${path} was made by a newer version of Wheelhouse; restore it with that one.`)
  if (facts.postgres !== postgresVersion || facts.platform !== platform)
    throw new StartError(
      `${path} holds data of PostgreSQL ${facts.postgres} on ${facts.platform}, and this is PostgreSQL ${postgresVersion} on ${platform}: restore it on a machine of that kind.`,
    )
  return facts
}

const notABackup = (path: string): StartError => new StartError(`${path} is not a backup of Wheelhouse.`)

type TakeRoom = (folder: string, bytes: number) => Promise<void>

const checkedEveryBytes = 16 * 1024 * 1024
const keptFreeBytes = 128 * 1024 * 1024
/** A file without contents takes about so much of the disk. */
const entryBytes = 4_096

const freeBytes: FreeBytes = async (folder) => {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** A small file may unpack to any size, and a full disk would stop whatever else runs on this machine. */
function roomKeeper(path: string, free: FreeBytes): TakeRoom {
  let unchecked = checkedEveryBytes
  return async (folder, bytes) => {
    unchecked += bytes
    if (unchecked < checkedEveryBytes) return
    unchecked = 0
    if ((await free(folder)) < keptFreeBytes)
      throw new StartError(
        `${path} needs more room than there is in ${folder}, so nothing was restored: make room for the installation and the backup side by side.`,
      )
  }
}

async function saveEntry(
  { isFolder, bytes }: ArchiveEntry,
  path: string,
  takeRoom: TakeRoom,
  { uid, gid }: Account = {},
): Promise<void> {
  const folder = dirname(path)
  await takeRoom(folder, entryBytes)
  if (isFolder) await mkdir(path, { recursive: true, mode: 0o700 })
  else await save(path, takingRoom(bytes, folder, takeRoom))
  if (uid !== undefined && gid !== undefined) await chown(path, uid, gid)
}

async function* takingRoom(bytes: AsyncIterable<Buffer>, folder: string, takeRoom: TakeRoom): AsyncGenerator<Buffer> {
  for await (const chunk of bytes) {
    await takeRoom(folder, chunk.length)
    yield chunk
  }
}

const save = (path: string, bytes: AsyncIterable<Buffer | string>): Promise<void> =>
  pipeline(bytes, createWriteStream(path, { mode: 0o600, flags: 'wx', flush: true }))

/** The settings of a first start, in place of those of the backup, which may name programs. */
async function makeSettings({ data, account }: Place): Promise<void> {
  const fresh = `${data}.fresh`
  await createCluster({ native: nativeFolder(account), data: fresh, account, fsync: true })
  for (const name of await readdir(fresh)) if (name.endsWith('.conf')) await rename(join(fresh, name), join(data, name))
  await rm(fresh, { recursive: true, force: true })
}

/** The contents of an unchecked database could run commands by themselves: at each connection, or in the background. */
const quietServer = { autovacuum: 'off', max_logical_replication_workers: '0' }
const quietConnection = '-c event_triggers=off -c session_preload_libraries= -c local_preload_libraries='

/** Recovers the copy and reads from it, so that a backup that does not open replaces nothing. */
async function openOnce(place: Place, { migration }: BackupFacts, path: string): Promise<void> {
  const server = await makeSettings(place)
    .then(() => startPostgres({ dataDir: join(place.staged, databaseItem), settings: quietServer }))
    .catch((error: Error) => {
      throw new StartError(`The database in ${path} does not open, so nothing was restored. ${error.message}`)
    })
  const pool = openPool(`${server.url}&options=${encodeURIComponent(quietConnection)}`, {
    max: 1,
    statementTimeoutMs: 0,
    applicationName: 'wheelhouse restore',
  })
  try {
    const { rows } = await pool.query<{ name: string }>('select max(name) as name from schema_migrations')
    if (rows[0]?.name !== migration)
      throw new StartError(`The database in ${path} is not the one that it names, so nothing was restored.`)
  } finally {
    await pool.end()
    await server.stop()
  }
}
