import { uuidv7 } from 'uuidv7'
import * as z from 'zod'
import type { BackgroundJob } from '@wheelhouse/contract/background-jobs/background-jobs.ts'
import { AppError } from '@wheelhouse/contract/errors.ts'
import type { BulkReply } from '@wheelhouse/contract/route.ts'
import type { Ctx, Db, Tx } from '../../platform/context.ts'
import { jobKind } from '../../platform/jobs.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { publishChange } from '../../journal/journal.ts'
import type { Journal } from '../../journal/journal.ts'
import { write } from '../../journal/write.ts'
import { lockName } from '../../platform/locks.ts'
import { jobOf } from './queries.ts'

const keptForMs = 7 * 86_400_000

/** A piece of a background job; the next piece is sent when it ends. */
export const sliceOfJob = jobKind({
  name: 'background-jobs.slice',
  payload: z.strictObject({ job_id: z.uuid() }),
  time_limit_s: 120,
})

interface Started {
  name: string
  title: string
}

/** The rights are asked as each one's turn comes. */
export async function startJob(
  ctx: Ctx,
  tx: Tx,
  journal: Journal,
  action: Started,
  ids: string[],
  given: unknown,
): Promise<BulkReply> {
  await assertTurn(ctx, tx)
  const id = uuidv7()
  const now = journal.at.toISOString()
  const state = ids.length > 0 ? { status: 'waiting', ended_at: null } : { status: 'done', ended_at: now }
  const about = {
    person_id: ctx.person.id,
    action: action.name,
    title: action.title,
    arguments: JSON.stringify(given ?? null),
  }
  await tx
    .insertInto('background_jobs')
    .values({ id, ...about, ids, total: ids.length, ...state, correlation_id: ctx.correlation_id, created_at: now })
    .execute()
  publishChange(journal, 'background_job', id, null, { person_id: ctx.person.id })
  if (ids.length > 0) await ctx.jobs.send(tx, sliceOfJob, { job_id: id })
  return { results: [], background_job_id: id }
}

/**
 * Limits how many jobs one person may start, so that room remains for others. The lock makes one person's starts wait
 * for each other; otherwise two of them could pass the count together.
 */
async function assertTurn({ person, config }: Ctx, tx: Tx): Promise<void> {
  await lockName(tx, 'background_jobs', person.id)
  const { under_way } = await tx
    .selectFrom('background_jobs')
    .select((row) => row.fn.countAll<number>().as('under_way'))
    .where('person_id', '=', person.id)
    .where('status', 'in', ['waiting', 'running'])
    .executeTakeFirstOrThrow()
  const at_once = config.background_jobs_at_once
  if (under_way >= at_once) throw new AppError('too_many_background_jobs', { at_once })
}

/** What is done stays done; one that has ended stays as it is. */
export const cancelJob = (ctx: Ctx, id: string): Promise<BackgroundJob> =>
  write(ctx, async (tx, journal) => {
    const ended = await tx
      .updateTable('background_jobs')
      .set({ status: 'cancelled', ended_at: journal.at.toISOString() })
      .where('id', '=', id)
      .where('person_id', '=', ctx.person.id)
      .where('status', 'in', ['waiting', 'running'])
      .returning('id')
      .executeTakeFirst()
    const job = await jobOf(tx, ctx.person.id, id)
    if (!job) throw new AppError('not_found')
    if (ended) publishChange(journal, 'background_job', id, null, { person_id: ctx.person.id })
    return job
  })

const givenUpAfterMs = 30 * 60_000

/** A piece that was given up (the database was away for long) ended its chain. A piece too many does no harm: items are done once. */
export async function takeUpAgain(db: Db, jobs: Jobs, now: Date): Promise<void> {
  const unfinished = await db
    .selectFrom('background_jobs')
    .select('id')
    .where('status', 'in', ['waiting', 'running'])
    .where('created_at', '<=', new Date(now.getTime() - givenUpAfterMs).toISOString())
    .limit(1_000)
    .execute()
  for (const { id } of unfinished) await jobs.send(db, sliceOfJob, { job_id: id })
}

export async function forgetJobs(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('background_jobs')
    .where('created_at', '<=', new Date(now.getTime() - keptForMs).toISOString())
    .execute()
}
