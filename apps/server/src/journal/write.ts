import { codeOf } from '@wheelhouse/db/thrown.ts'
import { AppError } from '@wheelhouse/contract/errors.ts'
import type { Ctx, Db, Tx } from '../platform/context.ts'
import { keepReply, takeKey } from './idempotency.ts'
import { closeJournal, openJournal } from './journal.ts'
import type { Journal } from './journal.ts'

/** `inside` is the caller's context with the transaction for its database: no other is in reach (house style, 4). */
export type Work<T> = (tx: Tx, journal: Journal, inside: Ctx) => Promise<T>

/**
 * Opens a person's verb: one transaction with its rows, its events, its announcement and, where the request carries an
 * `Idempotency-Key`, that key and the reply. A repeat gets the reply and changes nothing, so every check that may
 * refuse belongs inside `work`. The result of `work` is what is kept: plain JSON, the reply of the route. Inside
 * another verb's transaction (a bulk action's item) it joins that one. `work` may run more than once, so it must change
 * nothing outside the transaction.
 */
export function write<T>(ctx: Ctx, work: Work<T>): Promise<T> {
  // The routes refuse it before; this holds for a verb that some reading would begin.
  if (ctx.person.viewer_id !== undefined) throw new AppError('view_is_read_only')
  if (isTransaction(ctx.db)) return runInTransaction(ctx.db, ctx, work)
  return retryOnDeadlock(() =>
    ctx.db.transaction().execute((tx) => withIdempotency(tx, ctx, () => runInTransaction(tx, ctx, work))),
  )
}

const isTransaction = (db: Db): db is Tx => db.isTransaction

const triesAtMost = 3

/** Of verbs that wait for each other's rows PostgreSQL stops one, which has then done nothing and is begun again. */
async function retryOnDeadlock<T>(verb: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await verb()
    } catch (error) {
      if (!isDeadlock(error) || attempt === triesAtMost) throw error
    }
  }
}

const isDeadlock = (error: unknown): boolean => codeOf(error) === '40P01'

async function runInTransaction<T>(tx: Tx, ctx: Ctx, work: Work<T>): Promise<T> {
  const journal = openJournal(ctx.clock.now(), ctx.correlation_id)
  const { idempotency: _, ...rest } = ctx
  const reply = await work(tx, journal, { ...rest, db: tx })
  await closeJournal(tx, journal)
  return reply
}

async function withIdempotency<T>(
  tx: Tx,
  { person, clock, config, idempotency }: Ctx,
  work: () => Promise<T>,
): Promise<T> {
  if (!idempotency) return work()
  const taken = await takeKey<T>({ db: tx, config }, person.id, idempotency, clock.now())
  if (!taken.isNew) {
    if (!taken.kept) throw new AppError('answer_not_kept')
    return taken.kept.reply
  }
  const reply = await work()
  await keepReply({ db: tx, config }, person.id, idempotency, reply)
  return reply
}
