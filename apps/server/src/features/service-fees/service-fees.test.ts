import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listLocationEvents } from '@wheelhouse/contract/events/events.ts'
import { serviceFeesOf } from '@wheelhouse/contract/service-fees/service-fees.ts'
import type { FeeOwner } from '@wheelhouse/contract/service-fees/fee-rules.ts'
import type { ServiceFee } from '@wheelhouse/contract/service-fees/service-fees.ts'
import type { Organization } from '../../../test/support/factories.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Answer, Caller, TestApp } from '../../../test/support/test-app.ts'
import { makeServiceFee } from './samples.ts'

let w: TestApp
let ours: Organization
let theirs: Organization
let location: string
/** Sees and writes fees of both kinds here; only sees them; sees locations and their events without their fees. */
let keeper: Caller
let reader: Caller
let technician: Caller

const both = (...actions: string[]) => ({ location: ['GET', ...actions], organization: ['GET', ...actions] }) as never

beforeAll(async () => {
  w = await testApp()
})
afterAll(() => w.end())
beforeEach(async () => {
  ;[ours, theirs] = [await w.make.organization(), await w.make.organization()]
  location = await w.make.location(ours)
  keeper = await w.person([
    { group_id: ours.owner, needs: both('GET_SERVICE_FEES', 'UPDATE_SERVICE_FEES', 'GET_EVENTS') },
  ])
  reader = await w.person([{ group_id: ours.owner, needs: both('GET_SERVICE_FEES', 'GET_EVENTS') }])
  technician = await w.person([{ group_id: ours.owner, needs: { location: ['GET', 'GET_EVENTS'] } }])
})

// The world's clock shows 15 June 2026, 10:00 UTC.
const sample = {
  service: 'platform',
  comment: '',
  fee: 1250,
  currency: 'EUR',
  period: 'monthly',
  start_date: '2026-01-01',
  end_date: null,
}
type Of = [FeeOwner, string]
const here = (): Of => ['location', location]
const paramsOf = ([type, id]: Of, fee?: { id: string }) => ({
  [`${type}_id`]: id,
  ...(fee ? { [`${type}_fee_id`]: fee.id } : {}),
})
const create = (body: object = {}, of = here(), who = keeper): Promise<Answer> =>
  who.send(serviceFeesOf[of[0]].create, { params: paramsOf(of), body: { ...sample, ...body } })
const made = async (body: object = {}, of = here()): Promise<ServiceFee> => (await create(body, of)).body
type Verb = 'update' | 'end' | 'pay' | 'remove'
const change = (verb: Verb, fee: ServiceFee, body?: object, who = keeper, of = here()): Promise<Answer> =>
  who.send(serviceFeesOf[of[0]][verb], {
    params: paramsOf(of, fee),
    headers: { 'if-match': `"${fee.version}"` },
    ...(body ? { body: body } : {}),
  })
const totals = async (of = here(), scope = 'own', who = reader) =>
  (await who.send(serviceFeesOf[of[0]].totals, { params: paramsOf(of), query: { scope } })).body
const listed = async (query: object = {}, of = here(), who = reader): Promise<ServiceFee[]> =>
  (await who.send(serviceFeesOf[of[0]].list, { params: paramsOf(of), query: query })).body.items

describe('spec 3: what a service fee is', () => {
  test.each(['location', 'organization'] as const)('of a %s it is kept with all its fields', async (type) => {
    const of: Of = [type, type === 'location' ? location : ours.id]
    const fee = await made({ service: 'connectivity', comment: 'Two SIM cards', end_date: '2026-12-31' }, of)
    expect(fee).toMatchObject({
      resource_type: type,
      resource_id: of[1],
      service: 'connectivity',
      comment: 'Two SIM cards',
      fee: 1250,
      currency: 'EUR',
      period: 'monthly',
      start_date: '2026-01-01',
      end_date: '2026-12-31',
      paid_at: null,
      status: 'active',
      version: 1,
    })
    expect(await reader.ask(serviceFeesOf[type].get, { params: paramsOf(of, fee) })).toEqual(fee)
  })

  test.each([
    ['no service', { service: null }, 'service', 'Service is required'],
    ['half a cent', { fee: 12.5 }, 'fee', 'Fee is required'],
    ['less than nothing', { fee: -1 }, 'fee', 'Fee: not negative'],
    ['a currency that is none', { currency: 'EURO' }, 'currency', 'Currency: in ISO 4217 format'],
    ['a metal', { currency: 'XAU' }, 'currency', 'Currency: in ISO 4217 format'],
    ['a week', { period: 'weekly' }, 'period', 'Period is required'],
    ['no start', { start_date: '' }, 'start_date', 'Start date is required'],
    ['a day that is none', { start_date: '2026-02-30' }, 'start_date', 'Start date: a day'],
    ['an end before the start', { end_date: '2025-12-31' }, 'end_date', 'End date: not before the start date'],
    ['a comment of 501', { comment: 'a'.repeat(501) }, 'comment', 'Comment: at most 500 characters'],
  ])('%s is refused', async (_name, body, field, words) => {
    expect((await create(body)).body).toMatchObject({
      error_code: 'invalid_body',
      field,
      error_message: words,
    })
  })

  test('currencies of no and of three decimals leave in a file with their decimals', async () => {
    await made({ fee: 1200, currency: 'JPY' })
    await made({ fee: 1250, currency: 'KWD' })
    const file = await reader.send(serviceFeesOf.location.exports, {
      params: paramsOf(here()),
      query: { sort: 'currency', column: ['currency', 'fee'] },
    })
    expect(file.text.split('\r\n').slice(1, -1)).toEqual(['JPY,1200', 'KWD,1.250'])
  })
})

describe('start and end', () => {
  test('both days are in; the zone of the location says which day it is', async () => {
    const auckland = await w.make.location(ours, { time_zone: 'Pacific/Auckland' })
    const honolulu = await w.make.location(ours, { time_zone: 'Pacific/Honolulu' })
    w.clock.advance(6 * 3_600_000)
    try {
      // 16:00 UTC on 15 June: the 16th in Auckland, still the 15th in Honolulu, 06:00.
      for (const [place, expected] of [
        [auckland, ['coming', 'active', 'ended']],
        [honolulu, ['coming', 'coming', 'active']],
      ] as const) {
        const of: Of = ['location', place]
        const fees = [
          await made({ start_date: '2026-06-17' }, of),
          await made({ start_date: '2026-06-16' }, of),
          await made({ start_date: '2026-06-01', end_date: '2026-06-15' }, of),
        ]
        expect(fees.map(({ status }) => status)).toEqual(expected)
      }
    } finally {
      w.clock.advance(-6 * 3_600_000)
    }
  })

  test('one that has begun is neither deleted nor made to begin later; it is ended', async () => {
    const fee = await made()
    expect((await change('remove', fee)).body.error_code).toBe('service_fee_began')
    expect((await change('update', fee, { ...sample, start_date: '2026-07-01' })).body).toMatchObject({
      error_code: 'service_fee_began',
      field: 'start_date',
    })
    const ended = (await change('end', fee, { end_date: '2026-06-14' })).body
    expect(ended).toMatchObject({ status: 'ended', end_date: '2026-06-14', version: 2 })
    expect((await change('end', ended, { end_date: '2026-06-30' })).body.error_code).toBe('service_fee_ended')
    for (const end_date of ['2026-06-15', '2026-06-30', null])
      expect((await change('update', ended, { ...sample, end_date })).body, String(end_date)).toMatchObject({
        error_code: 'service_fee_ended',
        field: 'end_date',
      })
    expect(
      (await change('update', ended, { ...sample, end_date: '2026-06-10', comment: 'Ended earlier' })).body.status,
    ).toBe('ended')
  })

  test('an end before the start is refused at its field', async () => {
    const fee = await made()
    expect((await change('end', fee, { end_date: '2025-12-31' })).body).toMatchObject({
      error_code: 'invalid_body',
      error_message: 'End date: not before the start date',
    })
  })

  test('one that has not begun can be deleted', async () => {
    const fee = await made({ start_date: '2026-06-16' })
    expect((await change('remove', fee)).status).toBe(204)
    expect((await reader.call(serviceFeesOf.location.get, { params: paramsOf(here(), fee) })).status).toBe(404)
  })

  test('paid at is any time up to now, also of what has ended, and can be taken back', async () => {
    const fee = await made({ end_date: '2026-05-31' })
    const future = await change('pay', fee, { paid_at: '2026-06-15T10:00:00.001Z' })
    expect(future.body).toMatchObject({ error_code: 'invalid_body', field: 'paid_at' })
    const paid = (await change('pay', fee, { paid_at: '2026-06-15T10:00:00.000Z' })).body
    expect(paid).toMatchObject({ paid_at: '2026-06-15T10:00:00.000Z', status: 'ended' })
    expect((await change('pay', paid, { paid_at: null })).body.paid_at).toBeNull()
  })

  test('values, concurrency: the second of two edits is refused as stale', async () => {
    const fee = await made()
    expect((await change('update', fee, { ...sample, fee: 1300 })).status).toBe(200)
    expect((await change('update', fee, { ...sample, fee: 1400 })).status).toBe(412)
  })
})

describe('active totals', () => {
  test('of what is active only, per currency, rounded once', async () => {
    await made({ fee: 100, period: 'yearly' })
    await made({ fee: 100, period: 'yearly' })
    const third = await made({ fee: 100, period: 'yearly' })
    await made({ fee: 3000, currency: 'NOK', period: 'quarterly' })
    await made({ fee: 99_999, start_date: '2026-07-01' })
    await made({ fee: 99_999, end_date: '2026-06-14' })
    expect(await totals()).toEqual({
      today: '2026-06-15',
      active: 4,
      locations: 0,
      of_locations: [],
      all: [
        {
          currency: 'EUR',
          monthly: 25,
          quarterly: 75,
          yearly: 300,
        },
        {
          currency: 'NOK',
          monthly: 1e3,
          quarterly: 3e3,
          yearly: 12e3,
        },
      ],
      own: expect.anything(),
    })
    await change('end', third, { end_date: '2026-06-14' })
    expect((await totals()).all[0]).toEqual({ currency: 'EUR', monthly: 17, quarterly: 50, yearly: 200 })
  })

  test('of an organization: its own and those of the locations it owns, as far as the reader sees their fees', async () => {
    const hidden = await w.make.location(null, { owner_id: ours.id })
    await made({ fee: 1000 }, ['organization', ours.id])
    await made({ fee: 200 })
    await makeServiceFee(w, { location_id: hidden }, { fee: 5000 })
    await makeServiceFee(w, { location_id: await w.make.location(theirs) }, { fee: 70_000 })
    const of: Of = ['organization', ours.id]
    expect((await totals(of)).all[0]).toMatchObject({ monthly: 1000 })
    const all = await totals(of, 'with_locations')
    expect(all).toMatchObject({ active: 2, locations: 1 })
    expect([all.all, all.own, all.of_locations].map(([one]) => one.monthly)).toEqual([1200, 1000, 200])
    expect((await listed({ scope: 'with_locations', sort: 'fee' }, of)).map(({ fee }) => fee)).toEqual([200, 1000])
    const onlyOrganization = await w.person([
      { group_id: ours.owner, needs: { organization: ['GET', 'GET_SERVICE_FEES'], location: ['GET'] } },
    ])
    expect((await totals(of, 'with_locations', onlyOrganization)).all[0]).toMatchObject({ monthly: 1000 })
  })
})

test('the list is sorted and filtered, with what is active first', async () => {
  await made({ comment: 'ended', end_date: '2026-05-31' })
  await made({ comment: 'coming', start_date: '2026-08-01' })
  await made({ comment: 'cheap', fee: 900 })
  await made({ comment: 'dear', fee: 10_000_000_000 })
  expect((await listed()).map(({ status }) => status)).toEqual(['active', 'active', 'coming', 'ended'])
  expect((await listed({ sort: 'fee', order: 'desc' }))[0]?.comment).toBe('dear')
  expect((await listed({ status: 'coming' })).map(({ comment }) => comment)).toEqual(['coming'])
  expect((await listed({ sort: 'comment', limit: 2 })).map(({ comment }) => comment)).toEqual(['cheap', 'coming'])
})

describe('rights: service fees', () => {
  test('who only sees them changes nothing', async () => {
    const fee = await made({ start_date: '2026-08-01' })
    expect((await create({}, here(), reader)).status).toBe(403)
    for (const [verb, body] of [
      ['update', sample],
      ['end', { end_date: '2026-12-31' }],
      ['pay', { paid_at: null }],
      ['remove', undefined],
    ] as const)
      expect((await change(verb, fee, body, reader)).status, verb).toBe(403)
  })

  test('a right on locations is none on organizations', async () => {
    const ofLocations = await w.person([
      { group_id: ours.owner, needs: { location: ['GET', 'GET_SERVICE_FEES'], organization: ['GET'] } },
    ])
    const call = (of: Of) => ofLocations.call(serviceFeesOf[of[0]].list, { params: paramsOf(of) })
    expect((await call(here())).status).toBe(200)
    expect((await call(['organization', ours.id])).status).toBe(403)
  })

  test('the fee of another place is unknown here, also to who may change fees here', async () => {
    const elsewhere = await w.make.location(theirs)
    const id = await makeServiceFee(w, { location_id: elsewhere })
    const foreign = { ...(await made()), id }
    expect((await reader.call(serviceFeesOf.location.get, { params: paramsOf(here(), foreign) })).status).toBe(404)
    expect((await change('update', foreign, sample)).status).toBe(404)
    expect((await reader.call(serviceFeesOf.location.events, { params: paramsOf(here(), foreign) })).status).toBe(403)
    expect((await keeper.call(serviceFeesOf.location.events, { params: paramsOf(here(), foreign) })).status).toBe(404)
  })

  test('its events are of the location, for those alone who may see its fees', async () => {
    const fee = await made()
    await change('pay', fee, { paid_at: '2026-06-01T00:00:00.000Z' })
    const events = async (who: Caller) => await who.ask(listLocationEvents, { params: { location_id: location } })
    expect((await events(reader)).items).toMatchObject([
      {
        feature: 'service-fees',
        verb: 'paid',
        before: { paid_at: null },
        after: { paid_at: '2026-06-01T00:00:00.000Z' },
      },
      { feature: 'service-fees', verb: 'created', after: { fee: 1250 } },
    ])
    expect(await events(technician)).toMatchObject({ items: [], total: 0 })
    const own = await keeper.call(serviceFeesOf.location.events, { params: paramsOf(here(), fee) })
    expect(own.body.items.map(({ verb }: { verb: string }) => verb)).toEqual(['paid', 'created'])
  })

  test("events of an organization's fee are shown to people who may see the fees of that organization", async () => {
    const needs = { organization: ['GET', 'GET_SERVICE_FEES', 'UPDATE_SERVICE_FEES'] } as const
    const accountant = await w.person([{ group_id: ours.owner, needs }])
    const of: Of = ['organization', ours.id]
    const fee = (await create({}, of, accountant)).body
    const { body } = await accountant.call(serviceFeesOf.organization.events, { params: paramsOf(of, fee) })
    expect(body).toMatchObject({ items: [{ verb: 'created' }], total: 1 })
    const blind = await w.person([{ group_id: ours.owner, needs: { organization: ['GET', 'UPDATE_SERVICE_FEES'] } }])
    expect((await change('pay', fee, { paid_at: null }, blind, of)).status).toBe(403)
  })
})
