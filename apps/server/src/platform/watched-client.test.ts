import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPool } from '@wheelhouse/db/database.ts'
import type { Pool } from '@wheelhouse/db/database.ts'
import { isDatabaseAway } from '@wheelhouse/db/database-away.ts'
import { testDatabase } from '@wheelhouse/db/test-database.ts'
import type { TestDatabase } from '@wheelhouse/db/test-database.ts'
import { databaseGate } from '../../test/support/database-gate.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

const ends: (() => unknown)[] = []
afterAll(async () => {
  for (const end of ends) await end()
})

async function watchedPool(answersWithinMs = 10_000) {
  const gate = await databaseGate(database.urls.services)
  const pool = openPool(gate.url, { max: 1, watch: { silentForMs: 100, answersWithinMs } })
  // A statement that still waits then fails, and the pool can end.
  ends.unshift(
    () => gate.close(),
    () => pool.end(),
  )
  return { gate, pool }
}

/** A lock that a statement has to wait for until it is let go. */
async function heldLock(lock: number) {
  const holder = await database.pool.connect()
  ends.unshift(() => holder.release(true))
  await holder.query('select pg_advisory_lock($1)', [lock])
  return {
    letGo: () => holder.query('select pg_advisory_unlock($1)', [lock]),
    isAwaited: async () => {
      const { rowCount } = await holder.query(
        `select from pg_locks where locktype = 'advisory' and not granted and objid = $1`,
        [lock],
      )
      return rowCount === 1
    },
  }
}

const isAwayAfter = (statement: Promise<unknown>): Promise<unknown> =>
  statement.then(
    () => 'answered',
    (error: unknown) => isDatabaseAway(error) || error,
  )
const waitFor = (pool: Pool, lock: number): Promise<unknown> => pool.query('select pg_advisory_xact_lock($1)', [lock])

test('a statement on a connection that drops everything without an end fails, and the next one has a connection that works', async () => {
  const { gate, pool } = await watchedPool()
  await pool.query('select 1')
  gate.silence()
  expect(await isAwayAfter(pool.query('select 2'))).toBe(true)
  expect((await pool.query('select 3 as three')).rows).toEqual([{ three: 3 }])
})

test('a statement whose reply is lost without an end fails, too', async () => {
  const { gate, pool } = await watchedPool()
  const lock = await heldLock(1)
  const statement = waitFor(pool, 1)
  await expect.poll(lock.isAwaited).toBe(true)
  gate.silence()
  await lock.letGo()
  expect(await isAwayAfter(statement)).toBe(true)
})

test('a statement fails when the database answers nobody any more', async () => {
  const { gate, pool } = await watchedPool(200)
  await pool.query('select 1')
  gate.silence()
  gate.silenceNew(true)
  expect(await isAwayAfter(pool.query('select 2'))).toBe(true)
  gate.silenceNew(false)
  expect((await pool.query('select 3 as three')).rows).toEqual([{ three: 3 }])
})

test('a statement on which PostgreSQL works for long goes on', async () => {
  const { gate, pool } = await watchedPool()
  const lock = await heldLock(2)
  const statement = waitFor(pool, 2)
  // The connection of the statement, and two that asked about it.
  await expect.poll(gate.attempts, { timeout: 20_000 }).toBeGreaterThan(2)
  await lock.letGo()
  expect(await isAwayAfter(statement)).toBe('answered')
})
