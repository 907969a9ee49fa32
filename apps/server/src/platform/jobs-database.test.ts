import { expect, test } from 'vitest'
import { testDatabase } from '@wheelhouse/db/test-database.ts'
import { databaseGate } from '../../test/support/database-gate.ts'
import { openJobsDatabase } from './jobs-database.ts'
import { createLog } from './log.ts'

test('O1: while the database is away the queues ask for it once a second together, and one line is logged', async () => {
  const database = await testDatabase()
  const door = await databaseGate(database.url)
  const warnings: unknown[] = []
  const log = createLog('silent')
  log.warn = (...words: unknown[]) => void warnings.push(words)
  const jobs = openJobsDatabase(door.url, log)
  const ask = () =>
    jobs.executeSql('select 1 as one').then(
      ({ rows }) => rows[0]?.one as unknown,
      () => 'away',
    )
  expect(await ask()).toBe(1)

  door.shut()
  const before = door.attempts()
  const began = performance.now()
  const answers = new Set<unknown>()
  // As many queues as the product has would each ask once a second; these ask without a pause.
  while (performance.now() - began < 2_500) answers.add(await ask())
  expect([...answers]).toEqual(['away'])
  expect(door.attempts() - before).toBeLessThanOrEqual(4)
  expect(warnings).toHaveLength(1)
  expect(jobs.isAway()).toBe(true)

  door.open()
  await expect.poll(ask, { timeout: 3_000 }).toBe(1)
  expect(jobs.isAway()).toBe(false)
  await jobs.close()
  door.close()
  await database.drop()
})

test('queues are woken again after the connection that wakes them was lost', async () => {
  const database = await testDatabase()
  const log = createLog('silent')
  const jobs = openJobsDatabase(database.url, log)
  const woken: string[] = []
  let restored = 0
  const waking = await jobs.listen?.(
    'test queues',
    (queue) => void woken.push(queue),
    () => void restored++,
  )
  const wake = (queue: string) => jobs.executeSql('select pg_notify($1, $2)', ['test queues', queue])
  await wake('first')
  await expect.poll(() => woken).toEqual(['first'])
  await jobs.executeSql(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and query like 'listen "test queues"%'`,
  )
  // Notifications were missed, so each queue has to look for work.
  await expect.poll(() => restored, { timeout: 5_000 }).toBe(1)
  await wake('second')
  await expect.poll(() => woken).toEqual(['first', 'second'])
  await waking?.close()
  await jobs.close()
  await database.drop()
})
