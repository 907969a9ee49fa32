import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPool } from '@wheelhouse/db/database.ts'
import type { Pool } from '@wheelhouse/db/database.ts'
import { startPostgres } from '@wheelhouse/db/embedded/embedded.ts'
import { migrate } from '@wheelhouse/db/migrate.ts'
import { takeStateFolder } from '../state-folder.ts'
import { readArchive, writeArchive } from './archive.ts'
import { makeBackup } from './make-backup.ts'
import { restoreBackup } from './restore-backup.ts'

/** Two stopped databases, of which each installation is a copy: clusters of their own, as on two machines. */
export interface Clusters {
  folder: string
  /** The file of `backedUp`, made once: in most of these tests only the change to it differs. */
  wholeFile?: Buffer
}

/** A folder for the installations of one test, and the file of their backup. */
export interface BackupPlace {
  clusters: Clusters
  folder: string
  file: string
}

export async function makeClusters(): Promise<Clusters> {
  const folder = openFolder('backup-clusters-')
  await makeCluster(join(folder, 'original'), (pool) => migrate(pool))
  await makeCluster(join(folder, 'target'), async () => {})
  return { folder }
}

export function makeBackupPlace(clusters: Clusters): BackupPlace {
  const folder = openFolder('backup-')
  return { clusters, folder, file: join(folder, 'wheelhouse.backup') }
}

/** The account of PostgreSQL passes through it. */
function openFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), name))
  chmodSync(folder, 0o711)
  return folder
}

async function makeCluster(dataDir: string, fillIt: (pool: Pool) => Promise<unknown>): Promise<void> {
  const server = await startPostgres({ dataDir, fsync: false })
  const pool = openPool(server.url, { max: 1 })
  await fillIt(pool)
  await pool.end()
  await server.stop()
}

function copyCluster({ clusters }: BackupPlace, name: string, data: string): void {
  if (existsSync(data)) return
  // Keeps the account of PostgreSQL as the owner.
  execFileSync('cp', ['-a', join(clusters.folder, name === 'original' ? 'original' : 'target'), data])
}

/** A state folder as a start makes it, with the real database. */
export async function withInstallation<T>(
  place: BackupPlace,
  name: string,
  work: (pool: Pool, state: string) => Promise<T>,
): Promise<T> {
  const state = join(place.folder, name)
  const lock = takeStateFolder(state)
  copyCluster(place, name, join(state, 'postgres'))
  const server = await startPostgres({ dataDir: join(state, 'postgres'), fsync: false })
  const pool = openPool(server.url, { max: 6 })
  try {
    return await work(pool, state)
  } finally {
    await pool.end()
    await server.stop()
    lock.release()
  }
}

export const fill = async (pool: Pool, rows: number): Promise<void> => {
  await pool.query('create table counted (n bigint primary key, text text not null)')
  await pool.query(`insert into counted select n, repeat(md5(n::text), 8) from generate_series(1, $1) n`, [rows])
}
export const facts = async (pool: Pool) =>
  (
    await pool.query<{ rows: number; highest: number }>(
      'select count(*)::int as rows, max(n)::int as highest from counted',
    )
  ).rows[0]

/** Writes the file of `backedUp`, and answers its bytes. */
export async function wholeBackup(place: BackupPlace): Promise<Buffer> {
  const { clusters, file } = place
  if (clusters.wholeFile === undefined) {
    await backedUp(place, 10)
    clusters.wholeFile = readFileSync(file)
  }
  writeFileSync(file, clusters.wholeFile)
  return clusters.wholeFile
}

export interface Entry {
  name: string
  /** Undefined for a folder. */
  bytes: Buffer | undefined
}

/** Writes the file again, with checksums that match, as anybody can who can write to it. */
export async function alter(place: BackupPlace, change: (entries: Entry[]) => Entry[]): Promise<void> {
  const { file, folder } = place
  await wholeBackup(place)
  const entries: Entry[] = []
  await readArchive(file, async ({ name, isFolder, bytes }) => {
    const chunks: Buffer[] = []
    if (!isFolder) for await (const chunk of bytes) chunks.push(chunk)
    entries.push({ name, bytes: isFolder ? undefined : Buffer.concat(chunks) })
  })
  const contents = join(folder, 'contents')
  await writeArchive(file, async (archive) => {
    for (const { name, bytes } of change(entries)) {
      if (bytes === undefined) await archive.addFolder(name)
      else {
        writeFileSync(contents, bytes)
        await archive.addFile(name, contents)
      }
    }
  })
}

export const withText = (entries: Entry[], texts: Record<string, string>): Entry[] => [
  ...entries.map((entry) => ({
    ...entry,
    bytes: entry.name in texts ? Buffer.from(texts[entry.name] ?? '') : entry.bytes,
  })),
  ...Object.keys(texts).flatMap((name) =>
    entries.some((entry) => entry.name === name) ? [] : [{ name, bytes: Buffer.from(texts[name] ?? '') }],
  ),
]

/** A place to which the account of PostgreSQL can write. */
export function proofPlace({ folder }: BackupPlace): string {
  const open = join(folder, 'open')
  mkdirSync(open)
  chmodSync(open, 0o777)
  return join(open, 'proof')
}

/** Backs up an installation with a key, a photo and some rows. */
export async function backedUp(place: BackupPlace, rows: number): Promise<string> {
  return withInstallation(place, 'original', async (pool, state) => {
    await fill(pool, rows)
    mkdirSync(join(state, 'files', 'security-photos'), { recursive: true })
    writeFileSync(join(state, 'files', 'security-photos', 'one.jpg'), 'a photo')
    await makeBackup({ pool, url: '', close: async () => {} }, { databaseUrl: undefined, dataDir: state }, place.file)
    return readFileSync(join(state, 'wheelhouse.key'), 'utf8')
  })
}

export const restoreInto = async ({ folder, file }: BackupPlace, name: string) => {
  const lock = takeStateFolder(join(folder, name))
  return restoreBackup(join(folder, name), file).finally(lock.release)
}
