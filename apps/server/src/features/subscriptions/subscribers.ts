import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { AppError } from '@wheelhouse/contract/errors.ts'
import { canMove } from '@wheelhouse/contract/payments/payment-states.ts'
import { canChangeSubscriber } from '@wheelhouse/contract/subscriptions/subscriber-statuses.ts'
import type { SubscriberAction } from '@wheelhouse/contract/subscriptions/subscriber-statuses.ts'
import { feeFieldOf } from '@wheelhouse/contract/subscriptions/subscriptions.ts'
import type { NewSubscriber, Subscriber } from '@wheelhouse/contract/subscriptions/subscribers.ts'
import { assertVersion } from '../../http/versions.ts'
import { personActor } from '../../journal/audit.ts'
import type { Actor } from '../../journal/audit.ts'
import type { Journal } from '../../journal/journal.ts'
import { write } from '../../journal/write.ts'
import type { Ctx, Tx } from '../../platform/context.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { usersOf } from '../allowlists/entities.ts'
import { charge } from '../payments/charges.ts'
import { addAttempt, lockPayment } from '../payments/locked-payment.ts'
import { askForPayment } from '../payments/provider-answers.ts'
import { subscriberList } from './queries.ts'
import { lockSubscription, recordEvent } from './subscriptions.ts'
import { joinTargets } from './targets.ts'

/** Takes a place and charges the first period. Access begins when it is paid, at once where it is free of charge. */
export function addSubscriber(ctx: Ctx, subscriptionId: string, body: NewSubscriber): Promise<Subscriber> {
  return write(ctx, async (tx, journal, inside) => {
    const subscription = await lockSubscription(tx, subscriptionId)
    if (!subscription.is_active) throw new AppError('subscription_not_active')
    const fee_minor = subscription[feeFieldOf[body.period]]
    if (fee_minor === null) throw new AppError('period_not_offered', { field: 'period' })
    if (fee_minor !== body.fee_minor) throw new AppError('fee_changed', { fee_minor })
    const user_id = await userFor(tx, body.user)
    await assertNoPlace(tx, subscriptionId, user_id)
    if (subscription.places_taken >= subscription.max_capacity) throw new AppError('subscription_full')
    const id = uuidv7()
    const at = journal.at.toISOString()
    const { period, auto_renew } = body
    const { currency } = subscription
    await tx
      .insertInto('subscribers')
      .values({
        id,
        subscription_id: subscriptionId,
        user_id,
        period,
        auto_renew,
        fee_minor,
        currency,
        status: 'pending',
        holds_place: true,
        joined_at: at,
        updated_at: at,
      })
      .execute()
    await joinTargets(tx, subscriptionId)
    await chargeCycle(tx, journal, ctx.jobs, {
      id,
      subscription_id: subscriptionId,
      user_id,
      cycle: 1,
      fee_minor,
      currency,
    })
    const after = { subscriber_id: id, period, auto_renew, fee_minor, currency }
    recordEvent(journal, subscription, { verb: 'subscriber_added', after }, personActor(ctx))
    return subscriberList.get(inside, id)
  })
}

/** Found by the whole phone number, email or id, also where the caller does not see the person elsewhere. */
async function userFor(tx: Tx, entry: string): Promise<string> {
  const [found] = await usersOf(tx, [entry])
  if (!found || 'code' in found) throw new AppError(found?.code ?? 'user_not_listed', { field: 'user' }, found?.message)
  const user = await tx
    .selectFrom('users')
    .select(['disabled_at', 'deleted_at'])
    .where('id', '=', found.user_id)
    .forShare()
    .executeTakeFirst()
  if (!user || user.deleted_at !== null) throw new AppError('user_not_listed', { field: 'user' })
  if (user.disabled_at !== null) throw new AppError('user_disabled', { field: 'user' })
  return found.user_id ?? ''
}

async function assertNoPlace(tx: Tx, subscriptionId: string, userId: string): Promise<void> {
  const { rows } = await sql`select 1 from subscribers where subscription_id = ${subscriptionId}::uuid
    and user_id = ${userId}::uuid and holds_place`.execute(tx)
  if (rows.length > 0) throw new AppError('already_subscribed', { field: 'user' })
}

export interface Cycle {
  id: string
  subscription_id: string
  user_id: string
  cycle: number
  fee_minor: number
  currency: string
}

/**
 * Charges one period, named by the subscriber and the number of the charge, so that it is charged once, ever. What is free of
 * charge is given at once; otherwise the database gives it when the payment is paid.
 */
export async function chargeCycle(tx: Tx, journal: Journal, jobs: Jobs, wanted: Cycle): Promise<void> {
  const { id, subscription_id, user_id, cycle, fee_minor: amount_minor, currency } = wanted
  if (amount_minor === 0) {
    await sql`select grant_period(${id}::uuid, ${journal.at.toISOString()}::timestamptz)`.execute(tx)
    return
  }
  const payment_id = await charge(tx, journal, {
    type: 'subscription',
    of: { subscription_id },
    key: `subscription ${id} ${cycle}`,
    user_id,
    visible_through: { type: 'subscription', id: subscription_id },
    amount_minor,
    currency,
  })
  await sql`update subscribers set payment_id = ${payment_id}::uuid where id = ${id}::uuid`.execute(tx)
  await jobs.send(tx, askForPayment, { payment_id })
}

export interface LockedSubscriber extends Cycle {
  status: string
  holds_place: boolean
  auto_renew: boolean
  expires_at: string | null
  payment_id: string | null
  name: string
  version: number
}

/**
 * The subscriber with its payment, both held. The payment comes first, as where the provider's answer moves both. Returns
 * undefined where it is not of this subscription.
 */
export async function lockSubscriber(
  tx: Tx,
  id: string,
  subscriptionId?: string,
): Promise<LockedSubscriber | undefined> {
  const { rows: named } = await sql<{ payment_id: string | null }>`
    select payment_id from subscribers where id = ${id}::uuid`.execute(tx)
  if (named[0]?.payment_id) await lockPayment(tx, named[0].payment_id)
  const { rows } = await sql<LockedSubscriber>`
    select b.id, b.subscription_id, b.user_id, b.cycle, b.fee_minor, b.currency, b.status, b.holds_place, b.auto_renew,
      b.expires_at, b.payment_id, b.version, s.name
    from subscribers b join subscriptions s on s.id = b.subscription_id where b.id = ${id}::uuid
      and b.subscription_id = coalesce(${subscriptionId ?? null}::uuid, b.subscription_id) for update of b`.execute(tx)
  return rows[0]
}

export interface SubscriberRef {
  subscription_id: string
  subscriber_id: string
}

export function changeSubscriber(
  ctx: Ctx,
  ref: SubscriberRef,
  action: SubscriberAction,
  version: number,
): Promise<Subscriber> {
  return write(ctx, async (tx, journal, inside) => {
    const subscriber = await lockSubscriber(tx, ref.subscriber_id, ref.subscription_id)
    if (!subscriber) throw new AppError('not_found')
    if (!canChangeSubscriber(subscriber, action, journal.at.getTime()))
      throw new AppError('subscriber_not_changeable', { status: subscriber.status })
    assertVersion(subscriber.version, version)
    if (action === 'remove') await removeNow(tx, journal, ctx.jobs, subscriber, personActor(ctx))
    else await stopRenewal(tx, journal, ctx.jobs, subscriber, personActor(ctx))
    return subscriberList.get(inside, subscriber.id)
  })
}

/** Ends access at once and revokes it; the triggers of the database take the keys off the locks. */
export async function removeNow(
  tx: Tx,
  journal: Journal,
  jobs: Jobs,
  subscriber: LockedSubscriber,
  actor: Actor,
): Promise<void> {
  const at = journal.at.toISOString()
  await sql`update subscribers set status = 'cancelled', holds_place = false, auto_renew = false, renewal_at = null, retry_at = null,
    expires_at = least(expires_at, ${at}::timestamptz), ended_at = ${at}::timestamptz, updated_at = ${at}::timestamptz, version = version + 1
    where id = ${subscriber.id}::uuid`.execute(tx)
  await letPaymentGo(tx, journal, jobs, subscriber, 'Removed from the subscription', actor)
  recordChange(journal, subscriber, 'subscriber_removed', { status: 'cancelled' }, actor)
}

/** Nothing is charged any more: no retry is left, and a renewal that is being charged is cancelled. */
async function stopRenewal(
  tx: Tx,
  journal: Journal,
  jobs: Jobs,
  subscriber: LockedSubscriber,
  actor: Actor,
): Promise<void> {
  await sql`update subscribers set auto_renew = false, renewal_at = null, retry_at = null, updated_at = ${journal.at.toISOString()}::timestamptz,
    version = version + 1 where id = ${subscriber.id}::uuid`.execute(tx)
  await letPaymentGo(tx, journal, jobs, subscriber, 'Unsubscribed', actor)
  recordChange(journal, subscriber, 'subscriber_unsubscribed', { auto_renew: false }, actor)
}

export function recordChange(
  journal: Journal,
  subscriber: LockedSubscriber,
  verb:
    | 'subscriber_removed'
    | 'subscriber_unsubscribed'
    | 'subscriber_renewed'
    | 'subscriber_retried'
    | 'subscriber_ended',
  after: Record<string, unknown>,
  actor?: Actor,
): void {
  const { id, subscription_id, name } = subscriber
  recordEvent(journal, { id: subscription_id, name }, { verb, after: { subscriber_id: id, ...after } }, actor)
}

/** A charge that is under way is not wanted any more. If the provider takes it all the same, it is paid back. */
export async function letPaymentGo(
  tx: Tx,
  journal: Journal,
  jobs: Jobs,
  { payment_id }: Pick<LockedSubscriber, 'payment_id'>,
  reason: string,
  actor: Actor,
): Promise<void> {
  if (payment_id === null) return
  const payment = await lockPayment(tx, payment_id)
  if (!canMove(payment, 'cancel')) return
  await addAttempt(tx, journal, payment, { kind: 'cancellation', amount_minor: payment.amount_minor, reason, actor })
  await jobs.send(tx, askForPayment, { payment_id })
}

/** For the erasure of a person: nothing is renewed in the name of nobody. */
export async function removeFromSubscriptions(
  tx: Tx,
  journal: Journal,
  jobs: Jobs,
  userId: string,
  actor: Actor,
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from subscribers where user_id = ${userId}::uuid and holds_place order by id`.execute(tx)
  for (const { id } of rows) {
    const subscriber = await lockSubscriber(tx, id)
    if (subscriber?.holds_place) await removeNow(tx, journal, jobs, subscriber, actor)
  }
}
