import { execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openPool } from '@wheelhouse/db/database.ts'
import type { Pool } from '@wheelhouse/db/database.ts'
import { startPostgres } from '@wheelhouse/db/embedded/embedded.ts'
import { migrate } from '@wheelhouse/db/migrate.ts'
import { takeStateFolder } from '../state-folder.ts'
import { readArchive, writeArchive } from './archive.ts'
import { makeBackup } from './make-backup.ts'
import { restoreBackup } from './restore-backup.ts'

let clusters: string
let folder: string
let file: string
let wholeFile: Buffer | undefined
beforeAll(async () => {
  clusters = mkdtempSync(join(tmpdir(), 'backup-clusters-'))
  chmodSync(clusters, 0o711)
  await makeCluster('original', (pool) => migrate(pool))
  await makeCluster('target', async () => {})
})
afterAll(() => rmSync(clusters, { recursive: true, force: true }))
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'backup-'))
  chmodSync(folder, 0o711)
  file = join(folder, 'wheelhouse.backup')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** A stopped database, of which each installation is a copy. The two are clusters of their own, as on two machines. */
async function makeCluster(name: string, fillIt: (pool: Pool) => Promise<unknown>): Promise<void> {
  const server = await startPostgres({ dataDir: join(clusters, name), fsync: false })
  const pool = openPool(server.url, { max: 1 })
  await fillIt(pool)
  await pool.end()
  await server.stop()
}

function copyCluster(name: string, data: string): void {
  if (existsSync(data)) return
  // Keeps the account of PostgreSQL as the owner.
  execFileSync('cp', ['-a', join(clusters, name === 'original' ? 'original' : 'target'), data])
}

/** A state folder as a start makes it, with the real database. */
async function withInstallation<T>(name: string, work: (pool: Pool, state: string) => Promise<T>): Promise<T> {
  const state = join(folder, name)
  const lock = takeStateFolder(state)
  copyCluster(name, join(state, 'postgres'))
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

const fill = async (pool: Pool, rows: number): Promise<void> => {
  await pool.query('create table counted (n bigint primary key, text text not null)')
  await pool.query(`insert into counted select n, repeat(md5(n::text), 8) from generate_series(1, $1) n`, [rows])
}
const facts = async (pool: Pool) =>
  (
    await pool.query<{ rows: number; highest: number }>(
      'select count(*)::int as rows, max(n)::int as highest from counted',
    )
  ).rows[0]

/** The file of `backedUp`, made once: in most of these tests only the change to it differs. */
async function wholeBackup(): Promise<Buffer> {
  if (wholeFile === undefined) {
    await backedUp(10)
    wholeFile = readFileSync(file)
  }
  writeFileSync(file, wholeFile)
  return wholeFile
}

interface Entry {
  name: string
  /** Undefined for a folder. */
  bytes: Buffer | undefined
}

/** Writes the file again, with checksums that match, as anybody can who can write to it. */
async function alter(change: (entries: Entry[]) => Entry[]): Promise<void> {
  await wholeBackup()
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

const withText = (entries: Entry[], texts: Record<string, string>): Entry[] => [
  ...entries.map((entry) => ({
    ...entry,
    bytes: entry.name in texts ? Buffer.from(texts[entry.name] ?? '') : entry.bytes,
  })),
  ...Object.keys(texts).flatMap((name) =>
    entries.some((entry) => entry.name === name) ? [] : [{ name, bytes: Buffer.from(texts[name] ?? '') }],
  ),
]

/** A place to which the account of PostgreSQL can write. */
function proofPlace(): string {
  const open = join(folder, 'open')
  mkdirSync(open)
  chmodSync(open, 0o777)
  return join(open, 'proof')
}

/** Backs up an installation with a key, a photo and some rows. */
async function backedUp(rows: number): Promise<string> {
  return withInstallation('original', async (pool, state) => {
    await fill(pool, rows)
    mkdirSync(join(state, 'files', 'security-photos'), { recursive: true })
    writeFileSync(join(state, 'files', 'security-photos', 'one.jpg'), 'a photo')
    await makeBackup({ pool, url: '', close: async () => {} }, { databaseUrl: undefined, dataDir: state }, file)
    return readFileSync(join(state, 'wheelhouse.key'), 'utf8')
  })
}

const restoreInto = async (name: string) => {
  const lock = takeStateFolder(join(folder, name))
  return restoreBackup(join(folder, name), file).finally(lock.release)
}

test('an installation that is written to all the time comes back whole, with its photos and its key', async () => {
  const seen = await withInstallation('original', async (pool, state) => {
    await fill(pool, 20_000)
    mkdirSync(join(state, 'files'))
    writeFileSync(join(state, 'files', 'one.jpg'), 'a photo')
    let isDone = false
    let written = 20_000
    // Two rows at a time: half of such a pair would be a broken copy.
    const writing = (async () => {
      while (!isDone) {
        await pool.query(
          `insert into counted select n, 'live' from generate_series($1::bigint + 1, $1::bigint + 2) n`,
          [written],
        )
        written += 2
        if (written % 500 === 0) await pool.query('checkpoint')
      }
    })()
    const before = written
    await makeBackup({ pool, url: '', close: async () => {} }, { databaseUrl: undefined, dataDir: state }, file)
    isDone = true
    await writing
    // The server ends the slot with its connection, a moment after the client has closed it.
    await expect.poll(async () => (await pool.query(`select 1 from pg_replication_slots`)).rows).toEqual([])
    return { before, after: written, key: readFileSync(join(state, 'wheelhouse.key'), 'utf8') }
  })
  expect(statSync(file).mode & 0o777).toBe(0o600)

  await restoreInto('copy')
  await withInstallation('copy', async (pool, state) => {
    const { rows = 0, highest = 0 } = (await facts(pool)) ?? {}
    expect(rows).toBe(highest)
    expect(highest % 2).toBe(0)
    expect(highest).toBeGreaterThanOrEqual(seen.before)
    expect(highest).toBeLessThanOrEqual(seen.after)
    expect(readFileSync(join(state, 'wheelhouse.key'), 'utf8')).toBe(seen.key)
    expect(readFileSync(join(state, 'files', 'one.jpg'), 'utf8')).toBe('a photo')
  })
})

describe('a restore over an installation', () => {
  test('puts what was there aside, where it still opens', async () => {
    const key = await backedUp(100)
    const own = await withInstallation('target', async (pool, state) => {
      await fill(pool, 7)
      writeFileSync(join(state, 'fleet.json'), '{}')
      return readFileSync(join(state, 'wheelhouse.key'), 'utf8')
    })
    const { aside } = await restoreInto('target')
    const state = join(folder, 'target')
    expect(readFileSync(join(state, 'wheelhouse.key'), 'utf8')).toBe(key)
    expect(readFileSync(join(aside, 'wheelhouse.key'), 'utf8')).toBe(own)
    // The backup has no such file, so the restored installation has none either.
    expect([existsSync(join(state, 'fleet.json')), existsSync(join(aside, 'fleet.json'))]).toEqual([false, true])
    await withInstallation('target', async (pool) => expect(await facts(pool)).toEqual({ rows: 100, highest: 100 }))
    const server = await startPostgres({ dataDir: join(aside, 'postgres'), fsync: false })
    const pool = openPool(server.url, { max: 1 })
    expect(await facts(pool)).toEqual({ rows: 7, highest: 7 })
    await pool.end()
    await server.stop()
  })

  test.each<[string, (bytes: Buffer) => Buffer]>([
    ['is cut off', (bytes) => bytes.subarray(0, bytes.length - 2_000)],
    ['is cut off in the middle', (bytes) => bytes.subarray(0, bytes.length / 2)],
    [
      'has one changed byte',
      (bytes) =>
        Buffer.from(bytes).fill(bytes[bytes.length >> 1] === 7 ? 8 : 7, bytes.length >> 1, (bytes.length >> 1) + 1),
    ],
    ['is something else', () => Buffer.from('not a backup at all')],
    ['is empty', () => Buffer.alloc(0)],
  ])('from a file that %s changes nothing', async (_what, damage) => {
    const whole = await wholeBackup()
    const state = join(folder, 'target')
    mkdirSync(join(state, 'postgres'), { recursive: true })
    writeFileSync(join(state, 'postgres', 'PG_VERSION'), 'as it was')
    writeFileSync(file, damage(whole))
    await expect(restoreInto('target')).rejects.toThrow(/damaged or incomplete|is not a backup/)
    expect(readdirSync(state).sort()).toEqual(['postgres', 'wheelhouse.key'])
    expect(readFileSync(join(state, 'postgres', 'PG_VERSION'), 'utf8')).toBe('as it was')
  })

  test('runs no command that an altered file names in settings', async () => {
    const proof = proofPlace()
    await alter((entries) =>
      withText(entries, {
        'postgres/postgresql.auto.conf': `restore_command = 'touch ${proof}; false'\n`,
        'postgres/recovery.signal': '',
      }),
    )
    await restoreInto('copy')
    expect(existsSync(proof)).toBe(false)
    await withInstallation('copy', async (pool) => expect(await facts(pool)).toEqual({ rows: 10, highest: 10 }))
    expect(existsSync(proof)).toBe(false)
  })

  test('takes only data files of the database, so the settings, links and libraries of an altered file are not there', async () => {
    const planted = {
      'postgresql.conf': `shared_preload_libraries = 'no_such_library'\n`,
      'base/planted.conf': `shared_preload_libraries = 'no_such_library'\n`,
      'pg_hba.conf': 'local all all reject\n',
      'pg_ident.conf': 'planted\n',
      'standby.signal': '',
      'postmaster.pid': `${process.pid}\n`,
      tablespace_map: `16999 ${folder}\n`,
      'pg_tblspc/16999': 'planted',
      'pg_replslot/planted': 'planted',
      'planted.so': 'planted',
    }
    await alter((entries) =>
      withText(entries, Object.fromEntries(Object.entries(planted).map(([name, text]) => [`postgres/${name}`, text]))),
    )
    await restoreInto('copy')
    const data = join(folder, 'copy', 'postgres')
    const textOfFile = (name: string) => (existsSync(join(data, name)) ? readFileSync(join(data, name), 'utf8') : null)
    for (const [name, text] of Object.entries(planted)) expect([name, textOfFile(name)]).not.toEqual([name, text])
    await withInstallation('copy', async (pool) => expect(await facts(pool)).toEqual({ rows: 10, highest: 10 }))
  })

  test('opens a database without running what it does at each connection', async () => {
    const proof = proofPlace()
    await withInstallation('original', async (pool, state) => {
      await pool.query(`create function planted() returns event_trigger language plpgsql
        as $$ begin execute 'copy (select 1) to program ''touch ${proof}'''; end $$`)
      await pool.query('create event trigger planted on login execute function planted()')
      await pool.query(`alter role wheelhouse set session_preload_libraries = 'no_such_library'`)
      await makeBackup({ pool, url: '', close: async () => {} }, { databaseUrl: undefined, dataDir: state }, file)
    })
    rmSync(proof, { force: true })
    await restoreInto('copy')
    expect(existsSync(proof)).toBe(false)
  })

  test('from a file that does not say what it holds changes nothing, leaves nothing behind and can be tried again', async () => {
    await alter((entries) => withText(entries, { 'backup.json': without(entries, 'items') }))
    for (let tries = 0; tries < 2; tries++)
      await expect(restoreInto('target')).rejects.toThrow('does not say what it holds')
    expect(readdirSync(join(folder, 'target'))).toEqual(['wheelhouse.key'])
  })

  test('that an earlier version left half done says so at each start, and keeps no lock', async () => {
    const state = join(folder, 'target')
    mkdirSync(join(state, 'restore.ready'), { recursive: true })
    writeFileSync(join(state, 'restore.ready', 'backup.json'), '{"format":1}')
    for (let tries = 0; tries < 2; tries++)
      expect(() => takeStateFolder(state)).toThrow(/restore\.ready does not say what it holds.*Move it out/)
    rmSync(join(state, 'restore.ready', 'backup.json'))
    takeStateFolder(state).release()
    expect(readdirSync(state)).toEqual(['wheelhouse.key'])
  })

  test('that would fill the disk stops before it does, and changes nothing', async () => {
    await wholeBackup()
    const asked: string[] = []
    const lock = takeStateFolder(join(folder, 'target'))
    const nearlyFull = async (where: string) => {
      asked.push(where)
      return asked.length < 2 ? 10e9 : 100e6
    }
    await expect(restoreBackup(join(folder, 'target'), file, nearlyFull).finally(lock.release)).rejects.toThrow(
      'needs more room than there is',
    )
    expect(asked).toHaveLength(2)
    expect(readdirSync(join(folder, 'target'))).toEqual(['wheelhouse.key'])
  })

  test('that is killed at any moment leaves the old installation or the new one, never a mixture', async () => {
    const key = await backedUp(5_000)
    const outcomes = new Set<number>()
    for (const [nth, isReached] of moments.entries()) {
      const name = `target${nth}`
      const own = await withInstallation(name, async (pool, state) => {
        await fill(pool, 7)
        return readFileSync(join(state, 'wheelhouse.key'), 'utf8')
      })
      await killedAt(name, isReached)
      await withInstallation(name, async (pool, state) => {
        const rows = (await facts(pool))?.rows ?? 0
        outcomes.add(rows)
        expect([`${rows}`, readFileSync(join(state, 'wheelhouse.key'), 'utf8')]).toEqual(
          rows === 7 ? ['7', own] : ['5000', key],
        )
        expect(readdirSync(state).filter((one) => one.startsWith('restore.'))).toEqual([])
      })
    }
    expect(outcomes).toEqual(new Set([7, 5_000]))
  }, 120_000)
})

const without = (entries: Entry[], field: string): string => {
  const facts = entries.find(({ name }) => name === 'backup.json')?.bytes
  return JSON.stringify({ ...(JSON.parse(String(facts)) as object), [field]: undefined })
}

/** As a restore goes on: it is starting, unpacks, opens the database, has checked all of it, has put the former one aside. */
const moments: ((state: string) => boolean)[] = [
  () => true,
  (state) => existsSync(join(state, 'restore.new', 'postgres')),
  (state) => existsSync(join(state, 'restore.new', 'postgres', 'postmaster.pid')),
  (state) => existsSync(join(state, 'restore.ready')),
  (state) => readdirSync(state).some((name) => name.startsWith('before-restore-of-')),
]

async function killedAt(name: string, isReached: (state: string) => boolean): Promise<void> {
  const child = fork(join(import.meta.dirname, '../restore.ts'), [file, '--yes'], {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { PATH: process.env.PATH, WHEELHOUSE_DATA: join(folder, name) },
  })
  const ended = once(child, 'exit')
  while (child.exitCode === null && !isReached(join(folder, name))) await pause(1)
  child.kill('SIGKILL')
  await ended
}

test('a backup never replaces a file, and one that fails leaves none', async () => {
  await backedUp(10)
  await withInstallation('original', async (pool, state) => {
    const again = makeBackup({ pool, url: '', close: async () => {} }, { databaseUrl: undefined, dataDir: state }, file)
    await expect(again).rejects.toThrow('exists already')
    const nowhere = join(folder, 'no-such-folder', 'x.backup')
    const failing = makeBackup(
      { pool, url: '', close: async () => {} },
      { databaseUrl: undefined, dataDir: state },
      nowhere,
    )
    await expect(failing).rejects.toThrow('ENOENT')
  })
  expect(readdirSync(folder).filter((one) => one.endsWith('.part'))).toEqual([])
})
