import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getPayment, listPayments, refundPayment } from '@wheelhouse/contract/payments/payments.ts'
import { removeSubscriber, unsubscribeSubscriber } from '@wheelhouse/contract/subscriptions/subscribers.ts'
import { getSubscription } from '@wheelhouse/contract/subscriptions/subscriptions.ts'
import type { Organization } from '../../../test/support/factories.ts'
import { stockRights } from '../../../test/support/roles.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Caller, TestApp } from '../../../test/support/test-app.ts'
import { makeSubscription } from './samples.ts'
import { hour, day, makeSubscriptionPlace, subscriptionActions } from '../../../test/support/subscription-place.ts'

let w: TestApp
let organization: Organization
let support: Caller
let pass: string

beforeAll(async () => {
  w = await testApp()
  await w.make.group({ type: 'system', covers_everything: true })
})
afterAll(() => w.end())
beforeEach(async () => {
  ;({ organization, support, pass } = await makeSubscriptionPlace(w))
})

const { rider, subscribe, list, subscriberOf, change, settle } = subscriptionActions(() => ({
  w,
  organization,
  support,
  pass,
}))

describe('spec 4: subscribers', () => {
  test('a user who joins is charged once and has access until the end of the period', async () => {
    const user = await rider()
    expect((await subscribe(user)).body).toMatchObject({
      status: 'pending',
      expires_at: null,
      payment_state: 'pending',
    })
    await settle()
    expect(await subscriberOf(user)).toMatchObject({
      status: 'paid_ok',
      expires_at: new Date(Date.UTC(2026, 6, w.clock.now().getUTCDate(), 10)).toISOString(),
      auto_renew: true,
      payment_state: 'paid',
    })
    const { body: payments } = await support.call(listPayments, { query: { subscription_id: pass } })
    expect(payments.items).toMatchObject([{ type: 'subscription', amount_minor: 2_500, state: 'paid', user_id: user }])
    expect((await subscribe(user)).body.error_code).toBe('already_subscribed')
  })

  test.each([
    [{ fee_minor: 1 }, 'fee_changed'],
    [{ user: 'mari@nowhere.test' }, 'user_not_listed'],
    [{ user: '12' }, 'invalid_entry'],
  ])('joining with %o is refused', async (wrong, code) => {
    expect((await subscribe(await rider(), wrong)).body.error_code).toBe(code)
  })

  test('nobody joins one that is switched off, or a period that it does not offer', async () => {
    const user = await rider()
    const off = await makeSubscription(w, organization.id, [organization.owner], { is_active: false })
    expect((await subscribe(user, {}, off)).body.error_code).toBe('subscription_not_active')
    const daily = await makeSubscription(w, organization.id, [organization.owner], { month_fee_minor: null })
    expect((await subscribe(user, {}, daily)).body.error_code).toBe('period_not_offered')
  })

  test('remove ends access at once; unsubscribe keeps it until the expiration date', async () => {
    const [removed, left] = [await rider(), await rider()]
    for (const user of [removed, left]) await subscribe(user)
    await settle()
    expect((await change(removeSubscriber, removed)).body).toMatchObject({
      status: 'cancelled',
      holds_place: false,
      renewal_at: null,
      expires_at: w.clock.now().toISOString(),
    })
    const { body: stays } = await change(unsubscribeSubscriber, left)
    expect(stays).toMatchObject({ status: 'paid_ok', holds_place: true, auto_renew: false, renewal_at: null })
    expect((await change(unsubscribeSubscriber, left)).body.error_code).toBe('subscriber_not_changeable')
    expect((await change(removeSubscriber, removed)).body.error_code).toBe('subscriber_not_changeable')
    await settle(32 * day)
    expect(await subscriberOf(left)).toMatchObject({ status: 'expired', holds_place: false })
    const { body: payments } = await support.call(listPayments, { query: { subscription_id: pass } })
    expect(payments.items).toHaveLength(2)
  })

  test('values: a failed payment is retried three times with growing pauses, then it is payment_failed', async () => {
    const user = await rider('0002')
    await subscribe(user)
    await settle()
    const pauses: number[] = []
    for (let at = 0; at < 3; at++) {
      const { status, retry_at, retries } = await subscriberOf(user)
      expect([status, retries]).toEqual(['pending', at])
      const pause = Date.parse(retry_at ?? '') - w.clock.now().getTime()
      pauses.push(pause / hour)
      await settle(pause - 1_000)
      expect((await subscriberOf(user)).retries).toBe(at)
      await settle(1_000)
    }
    expect(pauses).toEqual([9, 18, 36])
    expect(await subscriberOf(user)).toMatchObject({ status: 'payment_failed', holds_place: false, retry_at: null })
  })

  test('a payment that needs approval gives access when it is approved', async () => {
    const user = await rider('3155')
    await subscribe(user)
    await settle()
    expect(await subscriberOf(user)).toMatchObject({ status: 'payment_needs_approval', expires_at: null })
    const { approvePayment, getPayment } = await import('@wheelhouse/contract/payments/payments.ts')
    const params = { payment_id: (await subscriberOf(user)).payment_id ?? '' }
    const { body: payment } = await support.call(getPayment, { params })
    await support.call(approvePayment, {
      params,
      body: { reason: 'The rider called us' },
      headers: { 'if-match': `"${payment.version}"` },
    })
    await settle()
    expect(await subscriberOf(user)).toMatchObject({ status: 'paid_ok', holds_place: true })
  })

  test('a charge that nobody settles is let go after four days, with its place', async () => {
    const user = await rider('3155')
    await subscribe(user)
    await settle()
    await settle(4 * day)
    expect(await subscriberOf(user)).toMatchObject({ status: 'expired', holds_place: false })
    await settle()
    expect((await subscriberOf(user)).payment_state).toBe('cancelled')
  })

  test('what is switched off is not renewed: its subscribers are not_available at the end', async () => {
    const user = await rider()
    await subscribe(user)
    await settle()
    await w.pool.query('update subscriptions set is_active = false where id = $1', [pass])
    await settle(29 * day)
    expect((await subscriberOf(user)).status).toBe('paid_ok')
    await settle(2 * day)
    expect(await subscriberOf(user)).toMatchObject({ status: 'not_available', holds_place: false })
  })

  test('a removed user whose payment goes through all the same gets the money back', async () => {
    const user = await rider()
    await subscribe(user)
    const { payment_id } = await subscriberOf(user)
    await w.pool.query(`update subscribers set status = 'cancelled', holds_place = false where payment_id = $1`, [
      payment_id,
    ])
    await settle()
    await settle()
    expect(await subscriberOf(user)).toMatchObject({ status: 'cancelled', payment_state: 'refunded' })
  })

  test('of what staff paid back in part the rest goes back by itself, and no more', async () => {
    const user = await rider()
    await subscribe(user)
    await settle()
    const { payment_id } = await subscriberOf(user)
    const params = { payment_id: payment_id ?? '' }
    const { version } = await support.ask(getPayment, { params })
    const part = await support.call(refundPayment, {
      params,
      body: { amount_minor: 700, reason: 'Half of it at once' },
      headers: { 'if-match': `"${version}"` },
    })
    expect(part.status).toBe(200)
    await w.pool.query('update subscribers set is_refund_due = true where payment_id = $1', [payment_id])
    for (let minute = 0; minute < 3; minute++) await settle()
    expect(await support.ask(getPayment, { params })).toMatchObject({ state: 'refunded', refunded_minor: 2_500 })
  })

  test('a pass that is free of charge needs no payment', async () => {
    const free = await makeSubscription(w, organization.id, [organization.owner], { month_fee_minor: 0 })
    const reply = await subscribe(await rider(), { fee_minor: 0 }, free)
    expect(reply.body).toMatchObject({ status: 'paid_ok', payment_id: null })
  })
})

describe('capacity', () => {
  test('holds with fifty joining at once', async () => {
    await w.pool.query('update subscriptions set max_capacity = 7 where id = $1', [pass])
    const riders = await Promise.all(Array.from({ length: 50 }, () => rider()))
    const agent = await w.person([{ group_id: organization.owner, needs: stockRights('First-line support') }])
    const replies = await Promise.all(riders.map((user, at) => subscribe(user, {}, pass, at % 2 ? agent : support)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(7)
    const refused = replies.filter(({ status }) => status !== 200).map(({ body: error }) => error.error_code)
    expect(new Set(refused)).toEqual(new Set(['subscription_full']))
    const { body: full } = await support.call(getSubscription, { params: { subscription_id: pass } })
    expect(full).toMatchObject({ places_taken: 7, max_capacity: 7 })
    expect(await list({ holds_place: ['yes'] })).toHaveLength(7)
  })

  test('the database itself refuses one place more', async () => {
    await w.pool.query('update subscriptions set max_capacity = 1 where id = $1', [pass])
    await subscribe(await rider())
    const forced = w.pool.query(
      `insert into subscribers (id, subscription_id, user_id, status, period, fee_minor, currency, holds_place, joined_at, auto_renew, updated_at)
       values (gen_random_uuid(), $1, $2, 'pending', 'monthly', 0, 'EUR', true, now(), true, now())`,
      [pass, await rider()],
    )
    await expect(forced).rejects.toThrow('capacity_holds')
  })

  test('who pays when the last place is gone is not_available and gets the money back', async () => {
    await w.pool.query('update subscriptions set max_capacity = 1 where id = $1', [pass])
    const late = await rider()
    await subscribe(late)
    await w.pool.query(`update subscribers set holds_place = false, status = 'expired' where subscription_id = $1`, [
      pass,
    ])
    await subscribe(await rider())
    await settle()
    await settle()
    expect(await subscriberOf(late)).toMatchObject({ status: 'not_available', payment_state: 'refunded' })
  })
})
