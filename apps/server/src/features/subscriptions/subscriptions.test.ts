import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { SealedKey } from '@wheelhouse/db/sealing.ts'
import {
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
import type { Organization } from '../../../test/support/factories.ts'
import { stockRights } from '../../../test/support/roles.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Caller, TestApp } from '../../../test/support/test-app.ts'
import { openKey } from '../../platform/seal.ts'
import { lockContent } from '../allowlists/lock-content.ts'
import { syncAllowlists } from '../allowlists/lock-sync.ts'
import { makeAccessKey } from '../users/samples.ts'
import { sql } from 'kysely'
import { makeSubscription, makeSubscriptionTarget } from './samples.ts'
import { day, makeSubscriptionPlace, subscriptionActions } from '../../../test/support/subscription-place.ts'

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
  ;({ organization, location, operations, support, pass } = await makeSubscriptionPlace(w))
})

const { rider, subscribe, change, settle } = subscriptionActions(() => ({ w, organization, support, pass }))

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
    // An amount cannot be read without its currency, which the edit left as it was.
    const { currency } = body
    expect(events.items[1]).toMatchObject({
      before: { week_fee_minor: body.week_fee_minor, currency },
      after: { week_fee_minor: 700, currency },
    })
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
