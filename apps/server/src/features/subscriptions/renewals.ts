import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import * as z from 'zod'
import { canMove, refundableMinor } from '@wheelhouse/contract/payments/payment-states.ts'
import { keptOpenMs } from '@wheelhouse/contract/subscriptions/subscriber-statuses.ts'
import type { PassPeriod } from '@wheelhouse/contract/subscriptions/subscriber-statuses.ts'
import { feeFieldOf } from '@wheelhouse/contract/subscriptions/subscriptions.ts'
import { systemActor } from '../../journal/audit.ts'
import { openJournal, withJournal } from '../../journal/journal.ts'
import type { Journal } from '../../journal/journal.ts'
import type { Tx } from '../../platform/context.ts'
import { doEachAlone } from '../../platform/each-alone.ts'
import { jobKind } from '../../platform/jobs.ts'
import type { JobCtx } from '../../platform/jobs.ts'
import { addAttempt, lockPayment } from '../payments/locked-payment.ts'
import { askForPayment } from '../payments/provider-answers.ts'
import { chargeCycle, letPaymentGo, lockSubscriber, recordChange } from './subscribers.ts'
import type { LockedSubscriber } from './subscribers.ts'
import { recordEvent } from './subscriptions.ts'

/**
 * Every minute: what is due, one subscriber in each transaction. A process that is killed has done some of them and none by
 * half; each is checked again under its lock, so that two processes do it once.
 */
export const sweepSubscribers = jobKind({
  name: 'subscriptions.sweep',
  payload: z.strictObject({}),
  cron: '* * * * *',
  time_limit_s: 600,
})

const sweptAtOnce = 200
type Work = (ctx: JobCtx, tx: Tx, journal: Journal, subscriber: LockedSubscriber) => Promise<void>

interface Step {
  /** Of the table `b`; the order in which it is worked off. */
  isDue: (now: RawBuilder<Date>) => RawBuilder<boolean>
  work: Work
}

const keptOpen = sql`make_interval(secs => ${keptOpenMs / 1000})`

/** In this order: what can still be renewed is renewed before it would expire. */
const steps: readonly Step[] = [
  // Without renewal only the first period, which has no end yet, is charged.
  { isDue: (now) => sql`b.retry_at <= ${now} and (b.auto_renew or b.expires_at is null)`, work: retryCharge },
  { isDue: (now) => sql`b.auto_renew and b.renewal_at <= ${now} and b.expires_at + ${keptOpen} > ${now}`, work: renew },
  {
    // What waits for its payment keeps its place for a while; what has failed, is paid or is not renewed does not.
    isDue: (now) => sql`b.holds_place and coalesce(b.expires_at, b.joined_at) <= ${now} and (
      coalesce(b.expires_at, b.joined_at) + ${keptOpen} <= ${now}
      or (b.expires_at is not null and (b.paid_cycle = b.cycle or not b.auto_renew or b.status in ('payment_failed', 'payment_needs_approval'))))`,
    work: expire,
  },
  { isDue: () => sql`b.is_refund_due`, work: refund },
]

export async function runSweep(ctx: JobCtx): Promise<void> {
  for (const step of steps) await workOff(ctx, step)
}

async function workOff(ctx: JobCtx, step: Step): Promise<void> {
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const now = sql<Date>`${ctx.clock.now().toISOString()}::timestamptz`
    const { rows } = await sql<{
      id: string
    }>`select b.id from subscribers b where ${step.isDue(now)} and b.id > ${after}::uuid
      order by b.id limit ${sweptAtOnce}`.execute(ctx.db)
    await doEachAlone(ctx, sweepSubscribers.name, rows, ({ id }) => doOne(ctx, step, id))
    const last = rows.at(-1)
    if (!last || rows.length < sweptAtOnce || ctx.signal.aborted) return
    after = last.id
  }
}

function doOne(ctx: JobCtx, step: Step, id: string): Promise<void> {
  const journal = openJournal(ctx.clock.now(), ctx.correlation_id)
  return withJournal(ctx.db, journal, async (tx) => {
    const subscriber = await lockSubscriber(tx, id)
    const now = sql<Date>`${journal.at.toISOString()}::timestamptz`
    const { rows } = await sql`select 1 from subscribers b where b.id = ${id}::uuid and ${step.isDue(now)}`.execute(tx)
    if (subscriber && rows.length > 0) await step.work(ctx, tx, journal, subscriber)
  })
}

async function retryCharge(ctx: JobCtx, tx: Tx, journal: Journal, subscriber: LockedSubscriber): Promise<void> {
  const { id, payment_id } = subscriber
  const payment = payment_id === null ? null : await lockPayment(tx, payment_id)
  const isPossible = payment !== null && canMove(payment, 'retry')
  await sql`update subscribers set retry_at = null, retries = retries + ${isPossible ? 1 : 0},
    updated_at = ${journal.at.toISOString()}::timestamptz, version = version + 1 where id = ${id}::uuid`.execute(tx)
  if (!isPossible) return
  const attempt = {
    kind: 'retry',
    amount_minor: payment.amount_minor,
    reason: 'Automatic retry',
    actor: systemActor,
  } as const
  await addAttempt(tx, journal, payment, attempt)
  await ctx.jobs.send(tx, askForPayment, { payment_id: payment.id })
  recordChange(journal, subscriber, 'subscriber_retried', { payment_id })
}

interface Offer {
  is_active: boolean
  day_fee_minor: number | null
  week_fee_minor: number | null
  month_fee_minor: number | null
}

/** What is switched off or no longer offered is not renewed: the subscriber sees `not_available` at the end of the period. */
async function renew(ctx: JobCtx, tx: Tx, journal: Journal, subscriber: LockedSubscriber): Promise<void> {
  const { id, subscription_id } = subscriber
  const { rows } = await sql<Offer & { period: PassPeriod }>`
    select s.is_active, s.day_fee_minor, s.week_fee_minor, s.month_fee_minor, b.period
    from subscribers b join subscriptions s on s.id = b.subscription_id where b.id = ${id}::uuid`.execute(tx)
  const [offer] = rows
  const isOffered = offer?.is_active === true && offer[feeFieldOf[offer.period]] !== null
  await sql`update subscribers set renewal_at = null, cycle = cycle + ${isOffered ? 1 : 0}, retries = 0, retry_at = null,
    updated_at = ${journal.at.toISOString()}::timestamptz, version = version + 1 where id = ${id}::uuid`.execute(tx)
  if (!isOffered) return
  const cycle = subscriber.cycle + 1
  recordEvent(
    journal,
    { id: subscription_id, name: subscriber.name },
    {
      verb: 'subscriber_renewed',
      after: { subscriber_id: id, cycle, fee_minor: subscriber.fee_minor, currency: subscriber.currency },
    },
  )
  await chargeCycle(tx, journal, ctx.jobs, { ...subscriber, cycle })
}

/** The status that stays says why: a charge that failed or waits for approval, a renewal that was not possible, or the end. */
async function expire(ctx: JobCtx, tx: Tx, journal: Journal, subscriber: LockedSubscriber): Promise<void> {
  const at = journal.at.toISOString()
  const { rows } = await sql<{
    status: string
  }>`update subscribers set holds_place = false, renewal_at = null, retry_at = null,
      status = case when status in ('payment_failed', 'payment_needs_approval') and expires_at is not null then status
        when auto_renew and paid_cycle = cycle and expires_at + ${keptOpen} > ${at}::timestamptz then 'not_available' else 'expired' end,
      ended_at = coalesce(expires_at, ${at}::timestamptz), updated_at = ${at}::timestamptz, version = version + 1
    where id = ${subscriber.id}::uuid returning status`.execute(tx)
  if (rows[0]?.status === 'expired')
    await letPaymentGo(tx, journal, ctx.jobs, subscriber, 'Not settled in time', systemActor)
  recordChange(journal, subscriber, 'subscriber_ended', { status: rows[0]?.status })
}

/**
 * Paid after the removal, after unsubscribing, or when the last place was gone: the whole sum goes back, without what staff have
 * paid back by then. While something is asked of the provider, this waits for the answer.
 */
async function refund(ctx: JobCtx, tx: Tx, journal: Journal, subscriber: LockedSubscriber): Promise<void> {
  const { id, subscription_id, name, payment_id } = subscriber
  const payment = payment_id === null ? null : await lockPayment(tx, payment_id)
  if (payment !== null && payment.waiting.length > 0) return
  await sql`update subscribers set is_refund_due = false where id = ${id}::uuid`.execute(tx)
  if (payment === null || !canMove(payment, 'refund')) return
  const reason = 'Paid without access'
  const amount_minor = refundableMinor(payment)
  await addAttempt(tx, journal, payment, { kind: 'refund', amount_minor, reason, actor: systemActor })
  await ctx.jobs.send(tx, askForPayment, { payment_id: payment.id })
  recordEvent(
    journal,
    { id: subscription_id, name },
    { verb: 'subscriber_refunded', after: { subscriber_id: id, payment_id: payment.id } },
  )
}
