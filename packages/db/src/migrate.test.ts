import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { migrate, readMigrations } from './migrate.ts'
import { testDatabase } from './test-database.ts'
import type { TestDatabase } from './test-database.ts'

let database: TestDatabase
let folder: string
const write = (name: string, text: string) => writeFileSync(join(folder, name), text)

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'migrations-'))
  await database.pool.query('drop table if exists schema_migrations, first, second')
  write('0001_first.sql', 'create table first (id int);')
  write('0002_second.sql', 'create table second (id int);\ninsert into second values (1);')
})
afterEach(() => rmSync(folder, { recursive: true }))

test('applies files in order, once', async () => {
  expect(await migrate(database.pool, folder)).toEqual(['0001_first.sql', '0002_second.sql'])
  expect(await migrate(database.pool, folder)).toEqual([])
  expect((await database.pool.query('select count(*) as n from second')).rows[0].n).toBe(1)
})

test('several processes at once apply each file once', async () => {
  const applied = await Promise.all(Array.from({ length: 5 }, () => migrate(database.pool, folder)))
  expect(applied.flat().toSorted()).toEqual(['0001_first.sql', '0002_second.sql'])
})

test('a changed file that was already applied is refused', async () => {
  await migrate(database.pool, folder)
  write('0001_first.sql', 'create table first (id bigint);')
  await expect(migrate(database.pool, folder)).rejects.toThrow(
    'The migration 0001_first.sql was changed after it had been applied',
  )
})

test('a database of a newer version is refused', async () => {
  await migrate(database.pool, folder)
  rmSync(join(folder, '0002_second.sql'))
  await expect(migrate(database.pool, folder)).rejects.toThrow('it has 0002_second.sql, which is unknown here')
})

test('a failing file leaves nothing behind and keeps the files before it', async () => {
  write('0002_second.sql', 'create table second (id int);\ninsert into nowhere values (1);')
  await expect(migrate(database.pool, folder)).rejects.toThrow(
    '0002_second.sql failed in line 2: relation "nowhere" does not exist',
  )
  const { rows } = await database.pool.query(
    `select to_regclass('first') is not null as first, to_regclass('second') is not null as second`,
  )
  expect(rows[0]).toEqual({ first: true, second: false })
})

/** Two files were numbered at the same time once; databases have both. */
const sharedOnce = ['0097']

test('no two migrations have the same number', () => {
  const numbers = readMigrations().map(({ name }) => name.slice(0, 4))
  const shared = numbers.filter((number, index) => numbers.indexOf(number) !== index)
  expect(shared).toEqual(sharedOnce)
})
