import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openPool } from '@wheelhouse/db/database.ts'
import { startPostgres } from '@wheelhouse/db/embedded/embedded.ts'
import { takeStateFolder } from '../state-folder.ts'
import { makeBackup } from './make-backup.ts'
import { restoreBackup } from './restore-backup.ts'
import {
  alter,
  backedUp,
  facts,
  fill,
  makeBackupPlace,
  makeClusters,
  proofPlace,
  restoreInto,
  wholeBackup,
  withInstallation,
  withText,
} from './backup-place.ts'
import type { BackupPlace, Clusters, Entry } from './backup-place.ts'

let clusters: Clusters
let place: BackupPlace
beforeAll(async () => {
  clusters = await makeClusters()
})
afterAll(() => rmSync(clusters.folder, { recursive: true, force: true }))
beforeEach(() => {
  place = makeBackupPlace(clusters)
})
afterEach(() => rmSync(place.folder, { recursive: true, force: true }))

test('an installation that is written to all the time comes back whole, with its photos and its key', async () => {
  const seen = await withInstallation(place, 'original', async (pool, state) => {
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
    await makeBackup({ pool, url: '', close: async () => {} }, { databaseUrl: undefined, dataDir: state }, place.file)
    isDone = true
    await writing
    // The server ends the slot with its connection, a moment after the client has closed it.
    await expect.poll(async () => (await pool.query(`select 1 from pg_replication_slots`)).rows).toEqual([])
    return { before, after: written, key: readFileSync(join(state, 'wheelhouse.key'), 'utf8') }
  })
  expect(statSync(place.file).mode & 0o777).toBe(0o600)

  await restoreInto(place, 'copy')
  await withInstallation(place, 'copy', async (pool, state) => {
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
    const key = await backedUp(place, 100)
    const own = await withInstallation(place, 'target', async (pool, state) => {
      await fill(pool, 7)
      writeFileSync(join(state, 'fleet.json'), '{}')
      return readFileSync(join(state, 'wheelhouse.key'), 'utf8')
    })
    const { aside } = await restoreInto(place, 'target')
    const state = join(place.folder, 'target')
    expect(readFileSync(join(state, 'wheelhouse.key'), 'utf8')).toBe(key)
    expect(readFileSync(join(aside, 'wheelhouse.key'), 'utf8')).toBe(own)
    // The backup has no such file, so the restored installation has none either.
    expect([existsSync(join(state, 'fleet.json')), existsSync(join(aside, 'fleet.json'))]).toEqual([false, true])
    await withInstallation(place, 'target', async (pool) =>
      expect(await facts(pool)).toEqual({ rows: 100, highest: 100 }),
    )
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
    const whole = await wholeBackup(place)
    const state = join(place.folder, 'target')
    mkdirSync(join(state, 'postgres'), { recursive: true })
    writeFileSync(join(state, 'postgres', 'PG_VERSION'), 'as it was')
    writeFileSync(place.file, damage(whole))
    await expect(restoreInto(place, 'target')).rejects.toThrow(/damaged or incomplete|is not a backup/)
    expect(readdirSync(state).sort()).toEqual(['postgres', 'wheelhouse.key'])
    expect(readFileSync(join(state, 'postgres', 'PG_VERSION'), 'utf8')).toBe('as it was')
  })

  test('runs no command that an altered file names in settings', async () => {
    const proof = proofPlace(place)
    await alter(place, (entries) =>
      withText(entries, {
        'postgres/postgresql.auto.conf': `restore_command = 'touch ${proof}; false'\n`,
        'postgres/recovery.signal': '',
      }),
    )
    await restoreInto(place, 'copy')
    expect(existsSync(proof)).toBe(false)
    await withInstallation(place, 'copy', async (pool) => expect(await facts(pool)).toEqual({ rows: 10, highest: 10 }))
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
      tablespace_map: `16999 ${place.folder}\n`,
      'pg_tblspc/16999': 'planted',
      'pg_replslot/planted': 'planted',
      'planted.so': 'planted',
    }
    await alter(place, (entries) =>
      withText(entries, Object.fromEntries(Object.entries(planted).map(([name, text]) => [`postgres/${name}`, text]))),
    )
    await restoreInto(place, 'copy')
    const data = join(place.folder, 'copy', 'postgres')
    const textOfFile = (name: string) => (existsSync(join(data, name)) ? readFileSync(join(data, name), 'utf8') : null)
    for (const [name, text] of Object.entries(planted)) expect([name, textOfFile(name)]).not.toEqual([name, text])
    await withInstallation(place, 'copy', async (pool) => expect(await facts(pool)).toEqual({ rows: 10, highest: 10 }))
  })

  test('opens a database without running what it does at each connection', async () => {
    const proof = proofPlace(place)
    await withInstallation(place, 'original', async (pool, state) => {
      await pool.query(`create function planted() returns event_trigger language plpgsql
        as $$ begin execute 'copy (select 1) to program ''touch ${proof}'''; end $$`)
      await pool.query('create event trigger planted on login execute function planted()')
      await pool.query(`alter role wheelhouse set session_preload_libraries = 'no_such_library'`)
      await makeBackup({ pool, url: '', close: async () => {} }, { databaseUrl: undefined, dataDir: state }, place.file)
    })
    rmSync(proof, { force: true })
    await restoreInto(place, 'copy')
    expect(existsSync(proof)).toBe(false)
  })

  test('from a file that does not say what it holds changes nothing, leaves nothing behind and can be tried again', async () => {
    await alter(place, (entries) => withText(entries, { 'backup.json': without(entries, 'items') }))
    for (let tries = 0; tries < 2; tries++)
      await expect(restoreInto(place, 'target')).rejects.toThrow('does not say what it holds')
    expect(readdirSync(join(place.folder, 'target'))).toEqual(['wheelhouse.key'])
  })

  test('that an earlier version left half done says so at each start, and keeps no lock', async () => {
    const state = join(place.folder, 'target')
    mkdirSync(join(state, 'restore.ready'), { recursive: true })
    writeFileSync(join(state, 'restore.ready', 'backup.json'), '{"format":1}')
    for (let tries = 0; tries < 2; tries++)
      expect(() => takeStateFolder(state)).toThrow(/restore\.ready does not say what it holds.*Move it out/)
    rmSync(join(state, 'restore.ready', 'backup.json'))
    takeStateFolder(state).release()
    expect(readdirSync(state)).toEqual(['wheelhouse.key'])
  })

  test('that would fill the disk stops before it does, and changes nothing', async () => {
    await wholeBackup(place)
    const asked: string[] = []
    const lock = takeStateFolder(join(place.folder, 'target'))
    const nearlyFull = async (where: string) => {
      asked.push(where)
      return asked.length < 2 ? 10e9 : 100e6
    }
    await expect(
      restoreBackup(join(place.folder, 'target'), place.file, nearlyFull).finally(lock.release),
    ).rejects.toThrow('needs more room than there is')
    expect(asked).toHaveLength(2)
    expect(readdirSync(join(place.folder, 'target'))).toEqual(['wheelhouse.key'])
  })

  test('that is killed at any moment leaves the old installation or the new one, never a mixture', async () => {
    const key = await backedUp(place, 5_000)
    const outcomes = new Set<number>()
    for (const [nth, isReached] of moments.entries()) {
      const name = `target${nth}`
      const own = await withInstallation(place, name, async (pool, state) => {
        await fill(pool, 7)
        return readFileSync(join(state, 'wheelhouse.key'), 'utf8')
      })
      await killedAt(name, isReached)
      await withInstallation(place, name, async (pool, state) => {
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
  const child = fork(join(import.meta.dirname, '../restore.ts'), [place.file, '--yes'], {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { PATH: process.env.PATH, WHEELHOUSE_DATA: join(place.folder, name) },
  })
  const ended = once(child, 'exit')
  while (child.exitCode === null && !isReached(join(place.folder, name))) await pause(1)
  child.kill('SIGKILL')
  await ended
}

test('a backup never replaces a file, and one that fails leaves none', async () => {
  await backedUp(place, 10)
  await withInstallation(place, 'original', async (pool, state) => {
    const again = makeBackup(
      { pool, url: '', close: async () => {} },
      { databaseUrl: undefined, dataDir: state },
      place.file,
    )
    await expect(again).rejects.toThrow('exists already')
    const nowhere = join(place.folder, 'no-such-folder', 'x.backup')
    const failing = makeBackup(
      { pool, url: '', close: async () => {} },
      { databaseUrl: undefined, dataDir: state },
      nowhere,
    )
    await expect(failing).rejects.toThrow('ENOENT')
  })
  expect(readdirSync(place.folder).filter((one) => one.endsWith('.part'))).toEqual([])
})
