import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { testDatabase } from './test-database.ts'
import type { TestDatabase } from './test-database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

const one = async (expression: string) => (await database.pool.query(`select ${expression} as value`)).rows[0].value

test.each([
  [`'2026-11-21 02:00:00+00'::timestamptz`, '2026-11-21T02:00:00.000Z'],
  [`'2026-11-21 04:00:00.5+02'::timestamptz`, '2026-11-21T02:00:00.500Z'],
  [`'2026-11-21 02:00:00.123456+00'::timestamptz`, '2026-11-21T02:00:00.123Z'],
  [`'infinity'::timestamptz`, 'infinity'],
  [`array['2026-11-21 02:00:00.25+00'::timestamptz, null]`, ['2026-11-21T02:00:00.250Z', null]],
  [`date '2026-11-21'`, '2026-11-21'],
  [`array[date '2026-11-21']`, ['2026-11-21']],
  [`9007199254740991::int8`, 9007199254740991],
  [`array[1::int8, null]`, [1, null]],
  [`12.50::numeric`, 12.5],
  [`null::timestamptz`, null],
  [`'{"a": 1}'::jsonb`, { a: 1 }],
])('%s arrives as %j', async (expression, value) => {
  expect(await one(expression)).toEqual(value)
})

test('each connection uses generic plans and has a statement time-out', async () => {
  expect(await one(`current_setting('plan_cache_mode')`)).toBe('force_generic_plan')
  expect(await one(`current_setting('statement_timeout')`)).toBe('30s')
  const name = 'a name that no other test asks for'
  for (let times = 0; times < 3; times++)
    await database.db.selectFrom('installation').select('value').where('key', '=', name).execute()
  const { rows } = await sql<{
    generic_plans: number
  }>`select generic_plans from pg_prepared_statements where statement like 'select "value" from "installation"%'`.execute(
    database.db,
  )
  expect(rows.reduce((sum, row) => sum + row.generic_plans, 0)).toBe(3)
})

test('a pool survives the loss of its idle connections', async () => {
  await database.pool.query('select 1')
  await database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  )
  await expect.poll(() => one('1').catch(() => 'lost')).toBe(1)
})

test('a failed transaction leaves nothing behind', async () => {
  const attempt = database.db.transaction().execute(async (db) => {
    await db
      .insertInto('installation')
      .values({ key: 'half', value: JSON.stringify(true) })
      .execute()
    throw new Error('stop')
  })
  await expect(attempt).rejects.toThrow('stop')
  expect(await database.db.selectFrom('installation').selectAll().where('key', '=', 'half').execute()).toEqual([])
})

test('a connection lost in the middle of a transaction fails its next statement and nothing else', async () => {
  const client = await database.pool.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const ended = new Promise((done) => client.once('end', done))
  await database.pool.query('select pg_terminate_backend($1)', [rows[0]?.pid])
  await ended
  await expect(client.query('select 1')).rejects.toThrow()
  client.release(true)
  expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
})
