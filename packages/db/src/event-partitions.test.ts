import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dropEventMonths, ensureEventPartitions, monthsBetween } from './event-partitions.ts'
import { uuidv7At } from './ids.ts'
import { isLockTimeout } from './partition-locks.ts'
import { testDatabase } from './test-database.ts'
import type { TestDatabase } from './test-database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

const partitions = async (): Promise<string[]> => {
  const { rows } = await database.pool.query<{ name: string }>(
    `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'events'::regclass order by 1`,
  )
  return rows.map(({ name }) => name)
}

test('months across the turn of a year, both ends included', () => {
  expect(
    monthsBetween(new Date('2026-11-30T23:59:59.999Z'), new Date('2027-01-01T00:00:00.000Z')).map(({ name }) => name),
  ).toEqual(['events_y2026m11', 'events_y2026m12', 'events_y2027m01'])
})

test('several processes at once create each month once', async () => {
  const [from, to] = [new Date('2026-11-21T10:00:00.000Z'), new Date('2027-01-20T10:00:00.000Z')]
  await Promise.all([1, 2, 3].map(() => ensureEventPartitions(database.pool, from, to)))
  await ensureEventPartitions(database.pool, from, to)
  expect(await partitions()).toEqual(['events_y2026m11', 'events_y2026m12', 'events_y2027m01'])
})

const insertEvent = (at: string) =>
  database.pool.query(
    `insert into events (id, at, actor_kind, feature, verb, resource_type, resource_id, correlation_id) values ($1, $2, 'system', 'f', 'v', 'location', $3, $4)`,
    [uuidv7At(Date.parse(at)), at, randomUUID(), randomUUID()],
  )

test('an event is stored in the month of its id, to the millisecond', async () => {
  for (const at of ['2026-11-30T23:59:59.999Z', '2026-12-01T00:00:00.000Z']) await insertEvent(at)
  const { rows } = await database.pool.query(`select tableoid::regclass::text as month from events order by id`)
  expect(rows).toEqual([{ month: 'events_y2026m11' }, { month: 'events_y2026m12' }])
})

test('values: months that ended before the time to keep are dropped with their events, and no other', async () => {
  expect(await dropEventMonths(database.pool, new Date('2026-11-30T00:00:00.000Z'))).toEqual([])
  expect(await dropEventMonths(database.pool, new Date('2026-12-01T00:00:00.000Z'))).toEqual(['events_y2026m11'])
  expect(await partitions()).toEqual(['events_y2026m12', 'events_y2027m01'])
  const { rows } = await database.pool.query(`select at from events`)
  expect(rows).toEqual([{ at: '2026-12-01T00:00:00.000Z' }])
})

test('behind a long reader months are neither dropped nor made, nobody waits for long, and later they are', async () => {
  const [old, next] = [new Date('2026-12-01T00:00:00.000Z'), new Date('2027-02-01T00:00:00.000Z')]
  const dropOld = () => dropEventMonths(database.pool, new Date('2027-01-01T00:00:00.000Z'))
  const makeNext = () => ensureEventPartitions(database.pool, old, next)
  const reader = await database.pool.connect()
  await reader.query('begin')
  await reader.query('select count(*) from events')
  for (const change of [dropOld, makeNext]) {
    const changing = change().catch((error: unknown) => error)
    await insertEvent('2027-01-15T00:00:00.000Z')
    expect(isLockTimeout(await changing)).toBe(true)
  }
  expect(await partitions()).toEqual(['events_y2026m12', 'events_y2027m01'])
  await reader.query('commit')
  reader.release()
  expect(await dropOld()).toEqual(['events_y2026m12'])
  await ensureEventPartitions(database.pool, next, next)
  expect(await partitions()).toEqual(['events_y2027m01', 'events_y2027m02'])
})

test('inside a transaction it is rolled back with it, and other statements wait there as before', async () => {
  const client = await database.pool.connect()
  await client.query('begin')
  await ensureEventPartitions(client, new Date('2028-02-01T00:00:00.000Z'), new Date('2028-02-02T00:00:00.000Z'))
  expect((await client.query('show lock_timeout')).rows).toEqual([{ lock_timeout: '0' }])
  await client.query('rollback')
  client.release()
  expect(await partitions()).not.toContain('events_y2028m02')
})
