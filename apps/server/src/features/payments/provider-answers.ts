import { sql } from 'kysely'
import * as z from 'zod'
import { Id } from '@wheelhouse/contract/route.ts'
import type { Tx } from '../../platform/context.ts'
import { jobKind } from '../../platform/jobs.ts'
import type { JobCtx } from '../../platform/jobs.ts'
import { PaymentError } from '../../platform/payment-provider.ts'
import type { PaymentProvider } from '../../platform/payment-provider.ts'
import { doEachAlone } from '../../platform/each-alone.ts'
import { openPayments } from '../../platform/payment-providers.ts'
import { systemActor } from '../../journal/audit.ts'
import { openJournal, withJournal } from '../../journal/journal.ts'
import type { Journal } from '../../journal/journal.ts'
import { addAttempt, addEntry, isWaiting, lockPayment } from './locked-payment.ts'
import type { PaymentRow } from './locked-payment.ts'
import { answerTo, factsOf, waitingAttempts } from './provider-asks.ts'
import type { Landed, Waiting } from './provider-asks.ts'

/** Sent in the transaction of the attempt; `isTold`: the provider said that something happened, whether or not we wait for it. */
export const askForPayment = jobKind({
  name: 'payments.ask',
  payload: z.strictObject({ payment_id: Id, isTold: z.boolean().default(false) }),
})
/** Payments whose provider is due to be asked: after a time-out, or because the process that should have asked ended. */
export const sweepPayments = jobKind({ name: 'payments.sweep', payload: z.strictObject({}), cron: '* * * * *' })
const sweptAtOnce = 200

/**
 * Asks the provider for each attempt that waits, under the attempt's own key. It may run several times, and twice at once: the
 * provider does the same key once, and the database ends an attempt once.
 */
export async function runAskForPayment({ payment_id, isTold }: z.output<typeof askForPayment.payload>, ctx: JobCtx) {
  const provider = openPayments(ctx.config, ctx.db, ctx.clock)
  for (const attempt of await waitingAttempts(ctx.db, payment_id)) await settle(ctx, provider, payment_id, attempt)
  if (isTold) await landUnasked(ctx, provider, payment_id)
  await planNext(ctx, payment_id)
}

export async function runSweep(ctx: JobCtx): Promise<void> {
  const { rows } = await sql<{
    id: string
  }>`select id from payments where due_at <= ${ctx.clock.now().toISOString()}::timestamptz
    order by due_at limit ${sweptAtOnce}`.execute(ctx.db)
  await doEachAlone(ctx, sweepPayments.name, rows, ({ id }) => runAskForPayment({ payment_id: id, isTold: false }, ctx))
}

async function settle(ctx: JobCtx, provider: PaymentProvider, paymentId: string, attempt: Waiting): Promise<void> {
  const facts = await factsOf(ctx.db, provider.name, paymentId)
  try {
    const landed = await answerTo({ provider, facts, attempt, now: ctx.clock.now() })
    await land(ctx, { paymentId, attempt, landed, provider: provider.name, label: facts.label })
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error
    ctx.log.warn({ payment_id: paymentId, fault: error.fault }, 'the payment provider did not answer')
    await noteNoAnswer(ctx, paymentId, attempt, error.fault)
  }
}

interface Answered {
  paymentId: string
  attempt: Waiting
  landed: Landed
  provider: string
  label: string
}

/** Writes what the provider said, unless it is written already. */
function land(ctx: JobCtx, { paymentId, attempt, landed, provider, label }: Answered): Promise<void> {
  const journal = openJournal(ctx.clock.now(), ctx.correlation_id)
  return withJournal(ctx.db, journal, async (tx) => {
    const payment = await lockPayment(tx, paymentId)
    if (!(await stillWaits(tx, attempt.id))) return
    await noteReference(tx, payment, {
      provider,
      reference: attempt.kind === 'refund' ? null : landed.reference,
      method: label,
    })
    const { kind, result, reference } = landed
    if (kind === null) return noteTaken(tx, journal, attempt.id, reference)
    // What was being charged when it was cancelled will not be charged any more.
    if (kind === 'cancelled') await endOtherAttempts(tx, journal, payment, attempt.id)
    await addEntry(tx, journal, payment, {
      attempt_id: attempt.id,
      kind,
      amount_minor: attempt.amount_minor,
      provider_result: result,
      reference,
    })
  })
}

/** Attempts are never edited, so the reference of one that the provider has not ended is stored in a second table. */
async function noteTaken(tx: Tx, journal: Journal, attemptId: string, reference: string | null): Promise<void> {
  if (reference === null) return
  await sql`insert into payment_attempt_references (attempt_id, reference, noted_at)
    values (${attemptId}::uuid, ${reference}, ${journal.at.toISOString()}::timestamptz) on conflict do nothing`.execute(
    tx,
  )
}

async function stillWaits(tx: Tx, attemptId: string): Promise<boolean> {
  const { rows } = await sql<{
    waits: boolean
  }>`select ${isWaiting} as waits from payment_attempts a where a.id = ${attemptId}::uuid`.execute(tx)
  return rows[0]?.waits === true
}

interface Named {
  provider: string
  reference: string | null
  method: string
}

/** The provider's name of the payment and the card that it took; a refund is named separately. */
async function noteReference(tx: Tx, { id }: PaymentRow, { provider, reference, method }: Named): Promise<void> {
  await sql`update payments set provider = ${provider}, reference = coalesce(reference, ${reference}),
    method = coalesce(nullif(${method}, ''), method) where id = ${id}::uuid`.execute(tx)
}

async function endOtherAttempts(tx: Tx, journal: Journal, payment: PaymentRow, attemptId: string): Promise<void> {
  const others = (
    await sql<Pick<Waiting, 'id' | 'kind' | 'amount_minor'>>`select a.id, a.kind, a.amount_minor from payment_attempts a
    where a.payment_id = ${payment.id}::uuid and a.id <> ${attemptId}::uuid and ${isWaiting}`.execute(tx)
  ).rows
  for (const { id, amount_minor } of others)
    await addEntry(tx, journal, payment, { attempt_id: id, kind: 'failed', amount_minor, provider_result: 'cancelled' })
}

/** Recorded once an attempt: the screen says since when the provider is silent. */
function noteNoAnswer(ctx: JobCtx, paymentId: string, attempt: Waiting, fault: string): Promise<void> {
  const journal = openJournal(ctx.clock.now(), ctx.correlation_id)
  return withJournal(ctx.db, journal, async (tx) => {
    const payment = await lockPayment(tx, paymentId)
    const { rows } = await sql`select 1 from payment_entries where attempt_id = ${attempt.id}::uuid`.execute(tx)
    if (rows.length > 0) return
    const { id, amount_minor } = attempt
    await addEntry(tx, journal, payment, { attempt_id: id, kind: 'no_answer', amount_minor, provider_result: fault })
  })
}

/**
 * The rider paid although no attempt waits: approved in the bank's own app, or after we had given up. What was cancelled and
 * paid all the same is owed again and paid back.
 */
async function landUnasked(ctx: JobCtx, provider: PaymentProvider, paymentId: string): Promise<void> {
  const { reference, label } = await factsOf(ctx.db, provider.name, paymentId)
  if (reference === null) return
  const { state, result } = await provider.status(reference)
  if (state !== 'paid') return
  const journal = openJournal(ctx.clock.now(), ctx.correlation_id)
  await withJournal(ctx.db, journal, async (tx) => {
    const payment = await lockPayment(tx, paymentId)
    if (payment.captured_minor > 0 || payment.waiting.length > 0) return
    const { amount_minor } = payment
    const entry = { attempt_id: null, amount_minor, provider_result: result, reference }
    const wasCancelled = payment.state === 'cancelled'
    if (wasCancelled) await addEntry(tx, journal, payment, { ...entry, kind: 'reinstated' })
    await noteReference(tx, payment, { provider: provider.name, reference, method: label })
    await addEntry(tx, journal, payment, { ...entry, kind: 'paid' })
    if (!wasCancelled) return
    const reason = 'Paid after it was cancelled'
    await addAttempt(tx, journal, payment, { kind: 'refund', amount_minor, reason, actor: systemActor })
    await ctx.jobs.send(tx, askForPayment, { payment_id: paymentId })
  })
}

const firstPauseS = 15
const longestPauseS = 21_600

/** While something waits, the provider is asked again, at longer and longer intervals and without end. */
async function planNext(ctx: JobCtx, paymentId: string): Promise<void> {
  const now = ctx.clock.now().toISOString()
  await sql`update payments p set tries = w.tries, due_at = w.due_at from (
      select case when n.waits then p.tries + 1 else 0 end as tries,
        case when n.waits then ${now}::timestamptz + least(${longestPauseS}, ${firstPauseS} * 2 ^ least(p.tries, 12)) * interval '1 second' end as due_at
      from payments p cross join lateral (select exists (select 1 from payment_attempts a where a.payment_id = p.id and ${isWaiting}) as waits) n
      where p.id = ${paymentId}::uuid) w
    where p.id = ${paymentId}::uuid and p.due_at is not null`.execute(ctx.db)
}
