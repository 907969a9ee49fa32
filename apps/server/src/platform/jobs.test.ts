import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { testDatabase } from '@wheelhouse/db/test-database.ts'
import type { TestDatabase } from '@wheelhouse/db/test-database.ts'
import { fakeClock } from '../../test/support/test-app.ts'
import { readConfig } from './config.ts'
import { handle, jobKind, openJobs } from './jobs.ts'
import type { JobDeps, JobHandler, JobRunner } from './jobs.ts'
import { createLog } from './log.ts'

const greet = jobKind({ name: 'test.greet', payload: z.strictObject({ name: z.string() }) })
const break_ = jobKind({ name: 'test.break', payload: z.strictObject({ times: z.number() }), retries: 2 })
const nightly = jobKind({ name: 'test.nightly', payload: z.strictObject({}), cron: '5 3 * * *' })
const serve = jobKind({
  name: 'test.serve',
  payload: z.strictObject({ customer: z.string() }),
  at_once: 4,
  forWhom: ({ customer }) => customer,
})

let database: TestDatabase
let greeted: string[] = []
let attempts = 0
let served: string[] = []
let gate: Promise<void> | null = null
interface LogLine {
  level: number
  msg: string
  job?: string
}
let onLog: (line: LogLine) => void = () => {}
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

const waits = new Map<string, () => void>()
/** Ask before the job is sent: it may run at once. */
const greetedBy = (name: string) => new Promise<void>((done) => waits.set(name, done))
/** Resolves with the next log line of this message; ask before what logs it begins. */
const loggedWith = (msg: string) =>
  new Promise<LogLine>((done) => {
    onLog = (line) => {
      if (line.msg === msg) done(line)
    }
  })

const handlers: JobHandler[] = [
  handle(greet, async ({ name }) => {
    greeted.push(name)
    waits.get(name)?.()
  }),
  handle(break_, async ({ times }) => {
    if (++attempts <= times) throw new Error(`attempt ${attempts}`)
  }),
  handle(nightly, async () => {}),
  handle(serve, async ({ customer }) => {
    served.push(customer)
    waits.get(customer)?.()
    await gate
  }),
]

/** Runs `work` with a queue as a separate process would have it. */
async function queued<T>(byHand: boolean, work: (jobs: JobRunner, deps: JobDeps) => Promise<T>): Promise<T> {
  const log = createLog('silent')
  const note = (level: number) => (fields: { job?: string }, msg: string) => onLog({ level, msg, ...fields })
  Object.assign(log, { warn: note(40), error: note(50) })
  const jobs = openJobs(database.url, log, handlers, byHand)
  const config = readConfig({ DATABASE_URL: database.url, WHEELHOUSE_DATA: '/nowhere' })
  greeted = []
  attempts = 0
  onLog = () => {}
  try {
    return await work(jobs, { db: database.db, clock: fakeClock(), config, log, jobs })
  } finally {
    await jobs.stop()
  }
}

test('a job is queued with its transaction, or not at all', async () => {
  await queued(true, async (jobs, deps) => {
    await database.db.transaction().execute((tx) => jobs.send(tx, greet, { name: 'kept' }))
    const rolledBack = database.db.transaction().execute(async (tx) => {
      await jobs.send(tx, greet, { name: 'lost' })
      throw new Error('the verb failed')
    })
    await expect(rolledBack).rejects.toThrow('the verb failed')
    expect(await jobs.drain(deps)).toBe(1)
    expect(greeted).toEqual(['kept'])
  })
})

test('a payload is validated when it is sent', async () => {
  await queued(true, async (jobs) => {
    await expect(jobs.send(database.db, greet, { name: 7 } as never)).rejects.toThrow('expected string')
  })
})

test('a failing job is tried again; after the last attempt it is logged and kept', async () => {
  await queued(true, async (jobs, deps) => {
    await jobs.send(database.db, break_, { times: 2 })
    expect(await jobs.drain(deps)).toBe(3)
    attempts = 0
    await jobs.send(database.db, break_, { times: 99 })
    expect(await jobs.drain(deps)).toBe(3)
    const { rows } = await sql<{
      source_name: string
    }>`select source_name from pgboss.job where name = 'dead-letters'`.execute(database.db)
    expect(rows).toEqual([{ source_name: 'test.break' }])
  })
  await queued(false, async (jobs, deps) => {
    const buried = loggedWith('a job failed for good')
    await jobs.start(deps)
    expect(await buried).toMatchObject({ level: 50, job: 'test.break' })
  })
})

test('the next process takes up waiting jobs and schedules the recurring ones', async () => {
  await queued(true, (jobs) => jobs.send(database.db, greet, { name: 'from before' }))
  await queued(false, async (jobs, deps) => {
    const done = greetedBy('from before')
    await jobs.start(deps)
    await done
    await jobs.endWork()
    await jobs.send(database.db, greet, { name: 'still sent' })
    const { rows } = await sql<{
      name: string
      cron: string
      timezone: string
    }>`select name, cron, timezone from pgboss.schedule`.execute(database.db)
    expect(rows).toEqual([{ name: 'test.nightly', cron: '5 3 * * *', timezone: 'UTC' }])
  })
})

test('a customer whose jobs never end occupies two workers, so another customer is still served', async () => {
  await queued(false, async (jobs, deps) => {
    const { promise, resolve: open } = Promise.withResolvers<void>()
    gate = promise
    served = []
    await jobs.sendAll(
      database.db,
      serve,
      Array.from({ length: 8 }, () => ({ customer: 'slow' })),
    )
    const other = greetedBy('other')
    await jobs.send(database.db, serve, { customer: 'other' })
    await jobs.start(deps)
    await other
    expect(served.filter((customer) => customer === 'slow').length).toBeLessThanOrEqual(2)
    open()
  })
})
