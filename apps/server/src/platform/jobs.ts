import { fromKysely, PgBoss } from 'pg-boss'
import type { Job, JobWithMetadata } from 'pg-boss'
import { sql } from 'kysely'
import type { Kysely, RawBuilder } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type * as z from 'zod'
import type { Database } from '@wheelhouse/db/tables.gen.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import { openJobsDatabase } from './jobs-database.ts'
import type { JobsDatabase } from './jobs-database.ts'
import type { Log } from './log.ts'

/**
 * A kind of work that outlives the request: queued in a verb's transaction, run by any process, repeated when it fails.
 */
export interface JobKind<P extends z.ZodType<object> = z.ZodType<object>> {
  /** Such as `background-jobs.slice`: the feature, then the action. */
  name: string
  payload: P
  /** Minute, hour, day, month, day of the week, in UTC; the payload is then empty. */
  cron?: string
  /** Retries after the first attempt, with a pause that doubles from 2 s up to 10 min. */
  retries?: number
  /** Time limit of one attempt. */
  time_limit_s?: number
  /** How many a process runs at once; one where it is absent. */
  at_once?: number
  /** For whom it is done, such as an organization: of one of them at most two run at once in a process, so that nobody takes every turn. */
  forWhom?: (payload: z.output<P>) => string | undefined
}
export const jobKind = <P extends z.ZodType<object>>(kind: JobKind<P>): JobKind<P> => kind

export interface Jobs {
  /** Queued with the commit of `db`'s transaction, or never. `after`: not before then. */
  send<P extends z.ZodType<object>>(
    db: Kysely<Database>,
    kind: JobKind<P>,
    payload: z.input<P>,
    after?: Date,
  ): Promise<void>
  /** The same for many jobs of a kind, in one statement. */
  sendAll<P extends z.ZodType<object>>(
    db: Kysely<Database>,
    kind: JobKind<P>,
    payloads: readonly z.input<P>[],
  ): Promise<void>
}

/** Dependencies of the handlers. */
export interface JobDeps {
  db: Kysely<Database>
  clock: Clock
  config: Config
  log: Log
  jobs: Jobs
}
export interface JobCtx extends JobDeps {
  correlation_id: string
  /** Aborted when the process is shutting down: a long handler leaves the rest to another job. */
  signal: AbortSignal
}

/** Runs at least once: anything that must not happen twice has to be recorded in its own rows. */
export interface JobHandler {
  kind: JobKind
  run(data: unknown, ctx: JobCtx): Promise<void>
}
export const handle = <P extends z.ZodType<object>>(
  kind: JobKind<P>,
  run: (payload: z.output<P>, ctx: JobCtx) => Promise<void>,
): JobHandler => ({
  kind,
  run: async (data, ctx) => run(kind.payload.parse(data ?? {}), ctx),
})

export interface JobRunner extends Jobs {
  /** Takes jobs until it is stopped. */
  start(deps: JobDeps): Promise<void>
  /** For tests: runs all waiting jobs, postponed and failed ones included, until none is left. Returns how many ran. */
  drain(deps: JobDeps): Promise<number>
  /** Takes no more jobs and lets the running ones finish; `send` still works for requests in progress. */
  endWork(): Promise<void>
  /** Closes its connections; called last. */
  stop(): Promise<void>
}

const deadLetters = 'dead-letters'
const schema = 'pgboss'
const usualRetries = 5
const usualTimeLimitS = 300
/** After this time without a sign of life from its process, a job is taken up by another. */
const heartbeatS = 30
const stopWithinMs = 5_000
const drainedAtMost = 10_000

/**
 * Opened once per process. Its tables have a separate schema, created and migrated on first use. With `byHand` nothing
 * runs on schedule, and `drain` does the work.
 */
// oxlint-disable-next-line max-lines-per-function -- it makes the functions of one queue, each of them short
export function openJobs(databaseUrl: string, log: Log, handlers: readonly JobHandler[], byHand = false): JobRunner {
  const ends = new AbortController()
  const clockwork = byHand ? { supervise: false, schedule: false } : {}
  const database = openJobsDatabase(databaseUrl, log)
  const boss = new PgBoss({ db: database, schema, useListenNotify: !byHand, ...clockwork })
  boss.on('error', (error) => {
    // Then each queue reports it each second, and it is in the log already.
    if (!database.isAway()) log.warn({ err: error }, 'the job queue met an error')
  })
  boss.on('warning', (warning) => log.warn({ warning }, 'warning of the job queue'))
  let installed: Promise<void> | undefined
  const install = (): Promise<void> => (installed ??= installQueues(boss, handlers))
  return {
    async send(db, kind, payload, after) {
      await install()
      const data = kind.payload.parse(payload)
      await boss.send(kind.name, data, {
        db: fromKysely(db),
        ...groupOf(kind, data),
        ...(after ? { startAfter: after } : {}),
      })
    },
    async sendAll(db, kind, payloads) {
      await install()
      const jobs = payloads.map((payload) => {
        const data = kind.payload.parse(payload)
        return { data, ...groupOf(kind, data) }
      })
      if (jobs.length > 0) await boss.insert(kind.name, jobs, { db: fromKysely(db) })
    },
    async start(deps) {
      await install()
      await scheduleAll(boss, handlers)
      for (const handler of handlers)
        await boss.work(handler.kind.name, workOptions(handler.kind), ([job]) =>
          runOne(handler, job, deps, ends.signal),
        )
      await boss.work(deadLetters, { pollingIntervalSeconds: 30, includeMetadata: true }, async ([job]) =>
        logDeadLetter(log, job),
      )
    },
    drain: async (deps) => {
      await install()
      return drainAll({ boss, database, handlers }, deps, ends.signal)
    },
    async endWork() {
      ends.abort()
      const names = [...handlers.map(({ kind }) => kind.name), deadLetters]
      const ended = Promise.all(names.map((name) => boss.offWork(name)))
      await Promise.race([ended, new Promise((late) => setTimeout(late, stopWithinMs).unref())])
    },
    async stop() {
      ends.abort()
      await installed?.catch(() => {})
      if (installed) await boss.stop({ graceful: !byHand, timeout: stopWithinMs })
      await database.close()
    },
  }
}

/**
 * A subquery: the ids that the payloads of a kind's jobs hold in this field, of those that wait, run or will be retried. For what is
 * given up when its job was lost. Its table exists once any job was sent.
 */
export const idsInWork = <P extends z.ZodType<object>>(
  kind: JobKind<P>,
  field: keyof z.output<P> & string,
): RawBuilder<string> =>
  sql`(select (data ->> ${field}::text)::uuid from ${sql.table(`${schema}.job`)}
    where name = ${kind.name} and state in ('created', 'retry', 'active'))`

const atOnceForOne = 2

const workOptions = ({ at_once = 1, forWhom }: JobKind) => ({
  pollingIntervalSeconds: 1,
  notifyPollingIntervalSeconds: 1,
  localConcurrency: at_once,
  ...(forWhom ? { localGroupConcurrency: atOnceForOne } : {}),
})

function groupOf(kind: JobKind, data: object): { group?: { id: string } } {
  const id = kind.forWhom?.(data)
  return id === undefined ? {} : { group: { id } }
}

/** Nothing reads jobs that have ended, and `idsInWork` passes over them. */
const endedKeptS = 86_400

async function installQueues(boss: PgBoss, handlers: readonly JobHandler[]): Promise<void> {
  await boss.start()
  await boss.createQueue(deadLetters)
  const known = new Set((await boss.getQueues()).map(({ name }) => name))
  for (const { kind } of handlers) {
    const options = {
      retryLimit: kind.retries ?? usualRetries,
      retryDelay: 2,
      retryBackoff: true,
      retryDelayMax: 600,
      expireInSeconds: kind.time_limit_s ?? usualTimeLimitS,
      heartbeatSeconds: heartbeatS,
      deleteAfterSeconds: endedKeptS,
      deadLetter: deadLetters,
      // A job that is due begins with the commit; the poll is for those that wait for a time or a retry.
      notify: true,
    }
    // Otherwise a queue of an earlier version would keep its old numbers.
    if (known.has(kind.name)) await boss.updateQueue(kind.name, options)
    else await boss.createQueue(kind.name, options)
  }
}

/** Unschedules the recurring jobs that are no longer in the list. */
async function scheduleAll(boss: PgBoss, handlers: readonly JobHandler[]): Promise<void> {
  const byClock = handlers.filter(({ kind }) => kind.cron)
  for (const { kind } of byClock) await boss.schedule(kind.name, kind.cron ?? '', {}, { tz: 'UTC' })
  for (const { name } of await boss.getSchedules())
    if (!byClock.some(({ kind }) => kind.name === name)) await boss.unschedule(name)
}

async function runOne(
  { kind, run }: JobHandler,
  job: Job<unknown> | undefined,
  deps: JobDeps,
  signal: AbortSignal,
): Promise<void> {
  if (!job) return
  const ctx: JobCtx = { ...deps, correlation_id: uuidv7(), signal }
  try {
    await run(job.data, ctx)
  } catch (error) {
    const attempt = job.retryCount + 1
    deps.log.warn(
      { err: error, job: kind.name, job_id: job.id, attempt, correlation_id: ctx.correlation_id },
      'a job failed',
    )
    throw error
  }
}

/** The last attempt failed. The payload stays in the database only, because it may contain what no log should. */
function logDeadLetter(log: Log, job: JobWithMetadata<unknown> | undefined): void {
  if (job)
    log.error(
      { job: job.sourceName, job_id: job.sourceId, attempts: job.sourceRetryCount, output: job.sourceOutput },
      'a job failed for good',
    )
}

interface Drained {
  boss: PgBoss
  database: JobsDatabase
  handlers: readonly JobHandler[]
}

async function drainAll({ boss, database, handlers }: Drained, deps: JobDeps, signal: AbortSignal): Promise<number> {
  let count = 0
  let waiting = await waitingKinds(database)
  for (let ran = -1; ran !== count;) {
    ran = count
    for (const handler of handlers) {
      if (!waiting.has(handler.kind.name)) continue
      for (let job = await next(boss, handler); job; job = await next(boss, handler)) {
        if (++count > drainedAtMost) throw new Error(`jobs of ${handler.kind.name} never end`)
        const outcome = await runOne(handler, job, deps, signal).then(
          () => null,
          (error: unknown) => error,
        )
        if (outcome === null) await boss.complete(handler.kind.name, job)
        else await boss.fail(handler.kind.name, job, { message: String(outcome) })
      }
      // A job may have sent others.
      waiting = await waitingKinds(database)
    }
  }
  return count
}

/** In one statement, where asking for a job of each kind takes one for each. */
async function waitingKinds(database: JobsDatabase): Promise<Set<string>> {
  const { rows } = await database.executeSql(
    `select distinct name from ${schema}.job where state in ('created', 'retry')`,
  )
  return new Set(rows.map(({ name }) => String(name)))
}

async function next(boss: PgBoss, { kind }: JobHandler): Promise<Job<object> | undefined> {
  const [job] = await boss.fetch<object>(kind.name, { ignoreStartAfter: true })
  return job
}
