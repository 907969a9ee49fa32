import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { uuidv7 } from 'uuidv7'
import type { SealedKey } from '@wheelhouse/db/sealing.ts'
import { listPayments } from '@wheelhouse/contract/payments/payments.ts'
import {
  addSubscriber,
  listSubscribers,
  listUserSubscriptions,
  removeSubscriber,
  unsubscribeSubscriber,
  userSubscriptions,
} from '@wheelhouse/contract/subscriptions/subscribers.ts'
import {
  addSubscriptionTargets,
  removeSubscriptionTargets,
  subscriptionLocations,
} from '@wheelhouse/contract/subscriptions/subscription-targets.ts'
import {
  createSubscription,
  getSubscription,
  listSubscriptionEvents,
  setSubscriptionStatus,
  updateSubscription,
} from '@wheelhouse/contract/subscriptions/subscriptions.ts'
import type { Subscriber } from '@wheelhouse/contract/subscriptions/subscribers.ts'
import type { Organization } from '../../../test/support/factories.ts'
import { stockRights } from '../../../test/support/roles.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Answer, Caller, TestApp } from '../../../test/support/test-app.ts'
import { openKey } from '../../platform/seal.ts'
import { lockContent } from '../allowlists/lock-content.ts'
import { syncAllowlists } from '../allowlists/lock-sync.ts'
import { sweepPayments } from '../payments/provider-answers.ts'
import { makeAccessKey, makeUser } from '../users/samples.ts'
import { sql } from 'kysely'
import { sweepSubscribers } from './renewals.ts'
import { makeSubscription, makeSubscriptionTarget } from './samples.ts'

let w: TestApp
let organization: Organization
let operations: Caller
let support: Caller
let pass: string
let location: string

beforeAll(async () => {
  w = await testApp()
  await w.make.group({ type: 'system', covers_everything: true })
})
afterAll(() => w.end())
beforeEach(async () => {
  organization = await w.make.organization()
  location = await w.make.location(organization, { operator_id: organization.id })
  const as = (role: 'Operations' | 'First-line support') =>
    w.person([{ group_id: organization.owner, needs: stockRights(role) }], organization.id)
  operations = await as('Operations')
  support = await as('First-line support')
  pass = await makeSubscription(w, organization.id, [organization.owner])
})

/** A rider whose card behaves as its last digits say (payment-simulated.ts). */
async function rider(digits = '4242'): Promise<string> {
  const user_id = await makeUser(w, [organization.owner])
  await w.db
    .insertInto('payment_methods')
    .values({
      id: uuidv7(),
      user_id,
      provider: 'simulated',
      reference: `card_${digits}`,
      brand: 'Visa',
      last_digits: digits,
      created_at: w.clock.now().toISOString(),
    })
    .execute()
  return user_id
}

const subscribe = (user: string, more: object = {}, id = pass, by = support): Promise<Answer> =>
  by.send(addSubscriber, {
    params: { subscription_id: id },
    body: { user, period: 'monthly', fee_minor: 2_500, ...more },
  })
const list = async (query = {}): Promise<Subscriber[]> =>
  (await support.ask(listSubscribers, { params: { subscription_id: pass }, query })).items
async function subscriberOf(user: string): Promise<Subscriber> {
  const found = (await list()).find(({ user_id }) => user_id === user)
  if (!found) throw new Error('not subscribed')
  return found
}
async function change(route: typeof removeSubscriber | typeof unsubscribeSubscriber, user: string): Promise<Answer> {
  const { id, version } = await subscriberOf(user)
  return support.call(route, {
    params: { subscription_id: pass, subscriber_id: id },
    headers: { 'if-match': `"${version}"` },
  })
}
/** Runs what waits, as the minute's sweeps do. */
async function settle(ms = 0): Promise<void> {
  w.clock.advance(ms)
  await w.jobs.send(w.db, sweepSubscribers, {})
  await w.jobs.send(w.db, sweepPayments, {})
  await w.runJobs()
}
const hour = 3_600_000
const day = 24 * hour

const body = {
  name: 'Garage pass',
  max_capacity: 10,
  currency: 'EUR',
  day_fee_minor: null,
  week_fee_minor: null,
  month_fee_minor: 2_000,
  time_zone: 'Europe/Tallinn',
  is_exclusive: true,
}

describe('a subscription', () => {
  test('is created switched off, edited, switched on, and keeps its history', async () => {
    const made = await operations.call(createSubscription, { body })
    expect(made.body).toMatchObject({
      ...body,
      status: 'not_active',
      places_taken: 0,
      organization_id: organization.id,
    })
    const params = { subscription_id: made.body.id }
    const edited = await operations.call(updateSubscription, {
      params,
      body: { ...body, week_fee_minor: 700 },
      headers: { 'if-match': '"1"' },
    })
    expect(edited.body).toMatchObject({ week_fee_minor: 700, version: 2 })
    const on = await operations.call(setSubscriptionStatus, {
      params,
      body: { status: 'active' },
      headers: { 'if-match': '"2"' },
    })
    expect(on.body.status).toBe('active')
    const { body: events } = await operations.call(listSubscriptionEvents, { params })
    expect(events.items.map(({ verb }: { verb: string }) => verb)).toEqual(['enabled', 'updated', 'created'])
  })

  test.each([
    [{ month_fee_minor: null }, 'Offer at least one period'],
    [{ max_capacity: 0 }, 'Max capacity: at least 1'],
    [{ time_zone: 'Nowhere/Town' }, 'Time zone: there is no such time zone'],
    [{ currency: 'EURO' }, 'Currency: in ISO 4217 format'],
  ])('with %o is refused in the words of the field', async (wrong, words) => {
    const { status, text } = await operations.send(createSubscription, { body: { ...body, ...wrong } })
    expect([status, text.includes(words)]).toEqual([400, true])
  })

  test('cannot have less capacity than subscribers', async () => {
    await subscribe(await rider())
    await subscribe(await rider())
    const { body: refused } = await operations.call(updateSubscription, {
      params: { subscription_id: pass },
      body: { ...body, max_capacity: 1 },
      headers: { 'if-match': '"1"' },
    })
    expect(refused).toMatchObject({ error_code: 'capacity_too_low', places_taken: 2 })
  })

  test('says of each target whether it was added, and keeps what was', async () => {
    const elsewhere = await w.make.location(await w.make.organization())
    const params = { subscription_id: pass }
    const added = await operations.call(addSubscriptionTargets, {
      params,
      body: { location_ids: [location, elsewhere] },
    })
    expect(added.status).toBe(422)
    expect(added.body).toMatchObject({
      error_results: [{ target_id: elsewhere, error_code: 'not_found' }],
      results: [{ target_id: location }],
    })
    const targets = await operations.call(subscriptionLocations.route, { params })
    expect(targets.body.items).toMatchObject([{ location_id: location }])
    const file = await operations.send(subscriptionLocations.csv, { params, query: { column: ['location_id'] } })
    expect(file.text.split('\r\n').slice(1, -1)).toEqual([location])
    const ids = targets.body.items.map(({ id }: { id: string }) => id)
    expect((await operations.call(removeSubscriptionTargets, { params, body: { ids } })).status).toBe(200)
    expect((await operations.ask(subscriptionLocations.route, { params })).items).toEqual([])
  })
})

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

describe('access at the hardware', () => {
  const keysIn = async (hardware: string): Promise<string[]> => {
    const { rows } = await sql<SealedKey>`with ${lockContent([hardware], w.clock.now())}
      select key_hash, key_sealed from merged`.execute(w.db)
    return rows.map((sealed) => openKey(w.config, sealed)).toSorted()
  }
  const versionOf = async (hardware: string): Promise<{ version: number; is_restricted: boolean } | undefined> =>
    (await w.pool.query('select version, is_restricted from allowlist_hardware where hardware_id = $1', [hardware]))
      .rows[0]

  test('a lock holds the keys of the subscribers, and loses them in the second of the removal', async () => {
    const hardware = await w.make.hardware(await w.make.controller())
    await w.make.device(location, { hardware_id: hardware })
    await makeSubscriptionTarget(w, pass, location)
    await syncAllowlists(w)
    expect(await versionOf(hardware)).toEqual({ version: 1, is_restricted: true })
    const [one, other] = [await rider(), await rider()]
    await makeAccessKey(w, one, { key: '0A0A0A0A' })
    await makeAccessKey(w, other, { key: '0B0B0B0B' })
    for (const user of [one, other]) await subscribe(user)
    expect(await keysIn(hardware)).toEqual([])
    await settle()
    await syncAllowlists(w)
    expect([await keysIn(hardware), (await versionOf(hardware))?.version]).toEqual([['0A0A0A0A', '0B0B0B0B'], 2])
    await change(removeSubscriber, one)
    await change(unsubscribeSubscriber, other)
    await syncAllowlists(w)
    expect([await keysIn(hardware), (await versionOf(hardware))?.version]).toEqual([['0B0B0B0B'], 3])
    await settle(32 * day)
    await syncAllowlists(w)
    expect([await keysIn(hardware), (await versionOf(hardware))?.version]).toEqual([[], 4])
  })

  test('a subscription that is not exclusive closes no lock', async () => {
    const hardware = await w.make.hardware(await w.make.controller())
    await w.make.device(location, { hardware_id: hardware })
    const open = await makeSubscription(w, organization.id, [organization.owner], { is_exclusive: false })
    await makeSubscriptionTarget(w, open, location)
    await syncAllowlists(w)
    expect(await versionOf(hardware)).toBeUndefined()
  })
})

test('screens: the page of a person lists the subscriptions that the reader may see', async () => {
  const user = await rider()
  await subscribe(user)
  const { body: mine } = await support.call(listUserSubscriptions, { params: { user_id: user } })
  expect(mine.items).toMatchObject([{ subscription_name: 'Swept garage pass', status: 'pending' }])
  const file = await support.send(userSubscriptions.csv, {
    params: { user_id: user },
    query: { column: ['subscription_name', 'fee', 'currency'] },
  })
  expect(file.text.split('\r\n').slice(1, -1)).toEqual(['Swept garage pass,25.00,EUR'])
  const elsewhere = await w.make.group()
  await w.make.members('user', user, [elsewhere])
  const partner = await w.person([{ group_id: elsewhere, needs: stockRights('First-line support') }])
  const { body: theirs } = await partner.call(listUserSubscriptions, { params: { user_id: user } })
  expect(theirs.items).toEqual([])
})

test.each(['Technician', 'Viewer'] as const)('rights: a %s sees the subscription and no subscriber', async (role) => {
  await subscribe(await rider())
  const person = await w.person([{ group_id: organization.owner, needs: stockRights(role) }], organization.id)
  expect((await person.call(getSubscription, { params: { subscription_id: pass } })).status).toBe(200)
  expect((await person.call(listSubscribers, { params: { subscription_id: pass } })).status).toBe(403)
})
