import { fork } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openPool } from '../database.ts'
import { startPostgres } from './embedded.ts'
import type { EmbeddedOptions, EmbeddedPostgres } from './embedded.ts'
import { isAlive } from './embedded-postmaster.ts'

let folder: string
let started: EmbeddedPostgres[]

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'embedded-'))
  chmodSync(folder, 0o711)
  started = []
})
afterEach(async () => {
  for (const server of started) await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function start(dataDir: string, more: Partial<EmbeddedOptions> = {}): Promise<EmbeddedPostgres> {
  const server = await startPostgres({ dataDir, fsync: false, ...more })
  started.push(server)
  return server
}

async function ask(url: string, statement: string): Promise<unknown> {
  const pool = openPool(url, { max: 1 })
  try {
    return (await pool.query(statement)).rows[0]?.value
  } finally {
    await pool.end()
  }
}

const pidOf = (dataDir: string) => Number(readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n')[0])

test('data survive a restart', async () => {
  const dataDir = join(folder, 'postgres')
  const first = await start(dataDir)
  expect(first.startedEmpty).toBe(true)
  await ask(first.url, 'create table kept as select 7 as value')
  await first.stop()
  const second = await start(dataDir)
  expect(second.startedEmpty).toBe(false)
  expect(await ask(second.url, 'select value from kept')).toBe(7)
})

test('text sorts as people expect', async () => {
  const { url } = await start(join(folder, 'postgres'))
  expect(
    await ask(url, `select string_agg(x, ' ' order by x) as value from unnest(array['b', 'Ä', 'Z', 'a', 'ö']) x`),
  ).toBe('a Ä b ö Z')
})

test('a server that outlived its killed starter is taken over', async () => {
  const dataDir = join(folder, 'postgres')
  const pid = await startAndDie(dataDir)
  expect(isAlive(pid)).toBe(true)
  const { url, startedEmpty } = await start(dataDir)
  expect({ pid: pidOf(dataDir), startedEmpty }).toEqual({ pid, startedEmpty: false })
  expect(await ask(url, 'select 1 as value')).toBe(1)
})

/** Starts it in a process that is killed as soon as it serves; returns the postmaster's id. */
async function startAndDie(dataDir: string): Promise<number> {
  const code = `import { startPostgres } from ${JSON.stringify(fileURLToPath(new URL('embedded.ts', import.meta.url)))}
    await startPostgres({ dataDir: ${JSON.stringify(dataDir)}, fsync: false }); process.send({})`
  const script = join(folder, 'die.mjs')
  writeFileSync(script, code)
  const child = fork(script)
  await new Promise((done) => child.once('message', done))
  child.kill('SIGKILL')
  await new Promise((done) => child.once('exit', done))
  return pidOf(dataDir)
}

test('a killed postmaster is restarted on the same address', async () => {
  const dataDir = join(folder, 'postgres')
  const messages: string[] = []
  const { url } = await start(dataDir, { fsync: true, log: (line) => messages.push(line) })
  await ask(url, 'create table kept as select 7 as value')
  process.kill(pidOf(dataDir), 'SIGKILL')
  await expect.poll(() => ask(url, 'select value from kept').catch(() => 'down'), { timeout: 10_000 }).toBe(7)
  expect(messages).toEqual(['PostgreSQL ended by itself; starting it again.'])
})

test('it starts when the id of a killed postmaster belongs to another process', async () => {
  const dataDir = join(folder, 'postgres')
  const first = await start(dataDir)
  const file = readFileSync(join(dataDir, 'postmaster.pid'), 'utf8')
  await first.stop()
  writeFileSync(join(dataDir, 'postmaster.pid'), file.replace(/^\d+/, String(process.pid)))
  const { url } = await start(dataDir)
  expect(await ask(url, 'select 1 as value')).toBe(1)
})

test('a folder closed to others and a path too long for a socket both work', async () => {
  const closed = join(folder, 'closed')
  mkdirSync(closed, { mode: 0o700 })
  const deep = join(closed, 'a-rather-long-name-of-a-folder/'.repeat(4))
  mkdirSync(deep, { recursive: true })
  const first = await start(join(deep, 'postgres'))
  await ask(first.url, 'create table kept as select 7 as value')
  await first.stop()
  const second = await start(join(deep, 'postgres'))
  expect(await ask(second.url, 'select value from kept')).toBe(7)
})

test('deleting the state folder deletes the data, wherever they were stored', async () => {
  const closed = join(folder, 'closed')
  mkdirSync(closed, { mode: 0o700 })
  await (await start(join(closed, 'postgres'))).stop()
  rmSync(closed, { recursive: true })
  mkdirSync(closed, { mode: 0o700 })
  expect((await start(join(closed, 'postgres'))).startedEmpty).toBe(true)
})

test('data of another version are refused', async () => {
  const dataDir = join(folder, 'postgres')
  mkdirSync(dataDir)
  writeFileSync(join(dataDir, 'PG_VERSION'), '17\n')
  await expect(start(dataDir)).rejects.toThrow(/was made by PostgreSQL 17, and this is PostgreSQL 18/)
})

test('a folder with other contents is left unchanged', async () => {
  const dataDir = join(folder, 'postgres')
  mkdirSync(dataDir)
  writeFileSync(join(dataDir, 'letter.txt'), 'x')
  await expect(start(dataDir)).rejects.toThrow('is not empty and does not contain a PostgreSQL database')
})

test('the error repeats what PostgreSQL reported when it gave up', async () => {
  const settings = { no_such_setting: '1' }
  await expect(start(join(folder, 'postgres'), { settings })).rejects.toThrow(
    /PostgreSQL did not start: unrecognized configuration parameter "no_such_setting"/,
  )
})
