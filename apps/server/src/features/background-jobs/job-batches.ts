import { sql } from 'kysely'
import { AppError } from '@wheelhouse/contract/errors.ts'
import type { BatchFailure } from '@wheelhouse/contract/errors.ts'
import { insertNotices } from '../../journal/notices.ts'
import type { Ctx, Db, Person, Tx } from '../../platform/context.ts'
import { announce } from '../../platform/bus.ts'
import type { JobCtx } from '../../platform/jobs.ts'
import { sliceOfJob } from './background-jobs.ts'
import { doItem, failureOf, knownAction, refusalOf } from './bulk.ts'
import type { BulkAction } from './bulk.ts'

/** One piece, then a pause: a large job leaves room for people. */
const itemsASlice = 100
const pauseMs = 1_000
/** What a verb that takes many does in one transaction, and how often in one piece. */
const itemsTogether = 1_000
const transactionsASlice = 10
/** Progress is published after this many items, and at the end. */
const progressInterval = 20

interface Slice {
  person_id: string
  action: string
  arguments: unknown
  correlation_id: string
  position: number
  ids: string[]
  /** The last that were begun. */
  before: string[]
}

/** Does the next items of a background job, then sends for the rest. After a stop, of whatever kind, it goes on where it was. */
export async function runSlice({ job_id: jobId }: { job_id: string }, ctx: JobCtx): Promise<void> {
  const slice = await sliceOf(ctx.db, jobId)
  if (!slice) return
  const action = knownAction(slice.action)
  if (!action) throw new Error(`there is no bulk action ${slice.action}`)
  if (action.many) return runTogether(ctx, jobId, slice, action)
  const room = action.wave ? await action.wave(ctx, slice.person_id, slice.before) : itemsASlice
  for (const [index, itemId] of slice.ids.slice(0, Math.min(room, itemsASlice)).entries()) {
    if (ctx.signal.aborted) break
    const turn = await nextItem(ctx, jobId, slice, action, slice.position + index, itemId)
    if (turn === 'over') return
    if (turn === 'later') break
  }
  await sendNext(ctx, jobId)
}

const sendNext = (ctx: JobCtx, jobId: string): Promise<void> =>
  ctx.jobs.send(ctx.db, sliceOfJob, { job_id: jobId }, new Date(Date.now() + pauseMs))

/** Thousands at a time, for verbs that take many things in one transaction. */
async function runTogether(ctx: JobCtx, jobId: string, first: Slice, action: BulkAction<unknown>): Promise<void> {
  let slice: Slice | undefined = first
  for (let turn = 0; turn < transactionsASlice && slice && !ctx.signal.aborted; turn++) {
    if ((await nextItems(ctx, jobId, slice, action)) === 'over') return
    slice = await sliceOf(ctx.db, jobId)
  }
  await sendNext(ctx, jobId)
}

/** Undefined when it has ended, or nothing is left. */
async function sliceOf(db: Db, jobId: string): Promise<Slice | undefined> {
  const { rows } = await sql<Slice>`
    select person_id, action, arguments, correlation_id, done + failed as position, ids[done + failed + 1 : done + failed + ${itemsTogether}::int] as ids,
      ids[greatest(1, done + failed + 1 - ${itemsASlice}::int) : done + failed] as before
    from background_jobs where id = ${jobId}::uuid and status in ('waiting', 'running')`.execute(db)
  return rows[0]
}

/** Over: cancelled, at its end, or another one is at it. Later: the pace of its person has no room now. */
type Turn = 'next' | 'later' | 'over'

/**
 * What is done and the position are written together, under the lock of the job's row: an item is never done twice, also
 * when two processes hold the same piece. Where `work` returns null, nothing was done.
 */
function advance(
  ctx: JobCtx,
  jobId: string,
  { person_id, position }: Pick<Slice, 'person_id' | 'position'>,
  work: (tx: Tx) => Promise<Advance | null>,
): Promise<Turn> {
  return ctx.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ total: number }>`
      select total from background_jobs where id = ${jobId}::uuid and status in ('waiting', 'running') and done + failed = ${position} for update`.execute(
      tx,
    )
    const total = rows[0]?.total
    if (total === undefined) return 'over'
    const advance = await work(tx)
    if (advance === null) return 'later'
    const { done, failed } = advance
    const isLast = position + done + failed === total
    await sql`update background_jobs set done = done + ${done}, failed = failed + ${failed},
      status = ${isLast ? 'done' : 'running'}, ended_at = ${isLast ? ctx.clock.now().toISOString() : null}::timestamptz where id = ${jobId}::uuid`.execute(
      tx,
    )
    if (isLast || done + failed > 1 || position % progressInterval === 0) await recordEvent(tx, jobId, person_id)
    if (isLast) await notifyOwner(tx, jobId, person_id, ctx.clock.now())
    return isLast ? 'over' : 'next'
  })
}

interface Advance {
  done: number
  failed: number
}

const nextItem = (
  ctx: JobCtx,
  jobId: string,
  slice: Slice,
  action: BulkAction<unknown>,
  position: number,
  itemId: string,
): Promise<Turn> =>
  advance(ctx, jobId, { ...slice, position }, (tx) => tryItem(ctx, tx, jobId, slice, action, position, itemId))

const nextItems = (ctx: JobCtx, jobId: string, slice: Slice, action: BulkAction<unknown>): Promise<Turn> =>
  advance(ctx, jobId, slice, async (tx) => {
    const failures = await tryItems(ctx, tx, slice, action)
    await keepFailures(tx, jobId, slice, failures)
    return { done: slice.ids.length - failures.length, failed: failures.length }
  })

/** When the whole call is refused, for example because its group was deleted, every item fails with that refusal. */
async function tryItems(
  ctx: JobCtx,
  tx: Tx,
  slice: Slice,
  action: BulkAction<unknown>,
): Promise<BatchFailure['error_results']> {
  await sql`savepoint items`.execute(tx)
  try {
    const inside = await contextOf(ctx, tx, slice)
    const failures = (await action.many?.(inside, slice.ids, slice.arguments)) ?? []
    await sql`release savepoint items`.execute(tx)
    return failures
  } catch (error) {
    const refusal = refusalOf(error)
    await sql`rollback to savepoint items`.execute(tx)
    return slice.ids.map((id) => failureOf(id, refusal))
  }
}

async function keepFailures(
  tx: Tx,
  jobId: string,
  { ids, position }: Slice,
  failures: BatchFailure['error_results'],
): Promise<void> {
  const places = new Map(ids.map((id, at) => [id, position + at]))
  const rows = failures.map((failure) => ({ position: places.get(String(failure.id)), failure }))
  await sql`insert into background_job_failures (job_id, position, failure)
    select ${jobId}::uuid, f.position, f.failure from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) f(position int, failure jsonb)`.execute(
    tx,
  )
}

/** The person as of now, because one who was disabled since then must not do anything more. */
async function contextOf(ctx: JobCtx, tx: Tx, slice: Slice): Promise<Ctx> {
  return { ...ctx, db: tx, person: await personOf(tx, slice.person_id), correlation_id: slice.correlation_id }
}

async function notifyOwner(tx: Tx, resource_id: string, person_id: string, at: Date): Promise<void> {
  const changes = await insertNotices(tx, [{ person_id, kind: 'job_ended', resource_id }], at)
  await announce(tx, { kind: 'changes', changes })
}

const recordEvent = (tx: Tx, id: string, person_id: string): Promise<void> =>
  announce(tx, { kind: 'changes', changes: [{ type: 'background_job', id, location_id: null, person_id }] })

/** A refused item leaves nothing of itself but its failure. One that the pace of its person refuses is tried again: null. */
async function tryItem(
  ctx: JobCtx,
  tx: Tx,
  jobId: string,
  slice: Slice,
  action: BulkAction<unknown>,
  position: number,
  itemId: string,
): Promise<Advance | null> {
  await sql`savepoint item`.execute(tx)
  try {
    await doItem(await contextOf(ctx, tx, slice), action, itemId, slice.arguments)
    await sql`release savepoint item`.execute(tx)
    return { done: 1, failed: 0 }
  } catch (error) {
    const refusal = refusalOf(error)
    await sql`rollback to savepoint item`.execute(tx)
    if (refusal.code === 'too_many_requests') return null
    if (refusal.code === 'not_found' && (await action.isGone?.({ db: tx }, itemId))) return { done: 1, failed: 0 }
    const failure = JSON.stringify(failureOf(itemId, refusal))
    await sql`insert into background_job_failures (job_id, position, failure) values (${jobId}::uuid, ${position}, ${failure}::jsonb)`.execute(
      tx,
    )
    return { done: 0, failed: 1 }
  }
}

export async function personOf(db: Db, id: string): Promise<Person> {
  const row = await db
    .selectFrom('console_users')
    .select(['id', 'email', 'name', 'organization_id', 'disabled_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row || row.disabled_at) throw new AppError('account_disabled')
  return { id: row.id, email: row.email, name: row.name, organization_id: row.organization_id, session_id: null }
}
