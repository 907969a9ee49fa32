import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tableTypes } from './table-types.ts'
import { testDatabase } from './test-database.ts'
import type { TestDatabase } from './test-database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

const generated = readFileSync(new URL('tables.gen.ts', import.meta.url), 'utf8')

test('tables.gen.ts equals the migrated database (`npm run generate` writes it)', async () => {
  expect(generated).toBe(await tableTypes(database.pool))
})

test.each([
  'alter table region_configs add column planted text',
  'alter table region_configs alter column name drop not null',
  'alter table region_configs alter column name set default $$planted$$',
  'alter table region_configs alter column version type text',
  'create table planted (id uuid primary key)',
])('planted: tables.gen.ts is out of date after "%s"', async (change) => {
  const planted = await testDatabase()
  await planted.pool.query(change)
  expect(await tableTypes(planted.pool)).not.toBe(generated)
  await planted.drop()
})

test('each column has the type that its rows carry', async () => {
  await database.pool.query(`create table planted (
    id uuid primary key, at timestamptz not null default now(), day date, big int8 not null, amount numeric(10, 2),
    tags text[] not null default '{}', data jsonb, bytes bytea not null, code char(6), number int generated always as identity,
    name text not null, search text not null generated always as (lower(name)) stored)`)
  expect(await tableTypes(database.pool)).toContain(`
export interface PlantedTable {
  id: string
  at: Generated<string>
  day: string | null
  big: number
  amount: number | null
  tags: Generated<string[]>
  data: unknown
  bytes: Buffer
  code: string | null
  number: GeneratedAlways<number>
  name: string
  search: GeneratedAlways<string>
}
`)
  await database.pool.query('drop table planted')
})

test('a column of a type that is not known is refused by name', async () => {
  await database.pool.query('create table planted (range int4range)')
  await expect(tableTypes(database.pool)).rejects.toThrow(
    'planted.range: table-types.ts does not know the type int4range',
  )
  await database.pool.query('drop table planted')
})
