import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listPriceLists, priceLists, priceListsOf } from '@wheelhouse/contract/price-lists/price-lists.ts'
import type { PriceListDetails } from '@wheelhouse/contract/price-lists/price-lists.ts'
import { stockRights } from '../../../test/support/roles.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Answer, Caller, TestApp } from '../../../test/support/test-app.ts'

const routes = priceListsOf.location
let w: TestApp
let group: string
let location: string
let operations: Caller

beforeAll(async () => {
  w = await testApp()
  await w.make.group({ type: 'system', covers_everything: true })
})
afterAll(() => w.end())
beforeEach(async () => {
  group = await w.make.group()
  location = await w.make.location(null, { time_zone: 'Europe/Tallinn', free_parking_hours: 1.5 })
  await w.make.members('location', location, [group])
  operations = await w.person([{ group_id: group, needs: stockRights('Operations') }])
})

const terms = { currency: 'EUR', hour_minor: 50 }
const create = (body: object = {}, who = operations): Promise<Answer> =>
  who.send(routes.create, {
    params: { location_id: location },
    body: { name: 'Tallinn 2026', ...terms, ...body },
  })
const made = async (body: object = {}): Promise<PriceListDetails> => (await create(body)).body
const paramsOf = (list: PriceListDetails, more: object = {}) => ({
  location_id: location,
  location_price_list_id: list.id,
  ...more,
})
const change = (
  route: 'addVersion' | 'updateVersion' | 'end' | 'rename' | 'removeVersion',
  list: PriceListDetails,
  body?: object,
  more: object = {},
) =>
  operations.send(routes[route], {
    params: paramsOf(list, more),
    ...(body ? { body: body } : {}),
    headers: { 'if-match': `"${list.version}"` },
  }) as Promise<Answer>

describe('spec 3: a price list', () => {
  test('begins at once with its first version, and knows the zone and the free hours of its location', async () => {
    const list = await made()
    expect(list).toMatchObject({
      name: 'Tallinn 2026',
      status: 'active',
      versions: 1,
      version_number: 1,
      target_id: location,
      time_zone: 'Europe/Tallinn',
      free_parking_minutes: 90,
      hour_minor: 50,
    })
    expect(list.all_versions[0]).toMatchObject({ number: 1, valid_until: null, first_used_at: null })
  })

  test.each([
    ['a negative price', { hour_minor: -1 }, 'hour_minor'],
    ['half a minor unit', { hour_minor: 0.5 }, 'hour_minor'],
    ['a currency that is none', { currency: 'XXQ' }, 'currency'],
    ['a cap below the starting fee', { starting_minor: 200, stay_cap_minor: 100 }, 'stay_cap_minor'],
    ['a beginning in the past', { valid_from: '2026-01-01T00:00:00.000Z' }, 'valid_from'],
    ['a name of two characters', { name: 'Ab' }, 'name'],
    ['a free period of more than a year', { free_minutes: 525_601 }, 'free_minutes'],
  ])('%s is refused', async (_name, body, field) => {
    expect((await create(body)).body).toMatchObject({ error_code: 'invalid_body', field })
  })

  test('it is found by its id', async () => {
    const list = await made()
    const idsOf = async (id: string) =>
      (await operations.ask(listPriceLists, { query: { id } })).items.map((one: { id: string }) => one.id)
    expect([await idsOf(list.id), await idsOf(location)]).toEqual([[list.id], []])
  })

  test('values, money: its file has each amount in the unit of the currency, and in minor units where the column says so', async () => {
    await made({ starting_minor: 25, hour_minor: 1050, stay_cap_minor: 5000 })
    const file = await operations.send(priceLists.csv, { query: { target_id: location } })
    expect(parse(file.text, { columns: true, bom: true })).toMatchObject([
      {
        currency: 'EUR',
        starting_fee: '0.25',
        minute_fee: '0.00',
        hour_fee: '10.50',
        day_fee: '0.00',
        day_cap: '',
        stay_cap: '50.00',
        starting_minor: '25',
        minute_minor: '0',
        hour_minor: '1050',
        day_minor: '0',
        day_cap_minor: '',
        stay_cap_minor: '5000',
      },
    ])
  })

  test('a location has one list at a time, also when two are created at once', async () => {
    const answers = await Promise.all([create(), create(), create()])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await create()).body).toMatchObject({ error_code: 'price_list_overlaps', name: 'Tallinn 2026' })
  })
})

describe('versions', () => {
  const july = '2026-07-01T00:00:00.000Z'
  test('a new version takes over when it begins; until then it can be changed or removed', async () => {
    const list = await made()
    const added = (await change('addVersion', list, { ...terms, hour_minor: 80, valid_from: july })).body
    expect(
      added.all_versions.map(({ number, valid_until }: { number: number; valid_until: string | null }) => [
        number,
        valid_until,
      ]),
    ).toEqual([
      [2, null],
      [1, july],
    ])
    expect(added).toMatchObject({ version_number: 1, hour_minor: 50 })
    const coming = { location_price_version_id: added.all_versions[0].id }
    const edited = (await change('updateVersion', added, { ...terms, hour_minor: 90, valid_from: july }, coming)).body
    expect(edited.all_versions[0]).toMatchObject({ hour_minor: 90 })
    expect((await change('removeVersion', edited, undefined, coming)).status).toBe(204)
  })

  test('a version that has begun never changes', async () => {
    const list = await made()
    const begun = { location_price_version_id: list.all_versions[0]?.id }
    expect((await change('updateVersion', list, { ...terms, hour_minor: 1 }, begun)).body).toMatchObject({
      error_code: 'price_version_began',
    })
    expect((await change('removeVersion', list, undefined, begun)).body).toMatchObject({
      error_code: 'price_version_began',
    })
  })

  test('versions begin one after the other', async () => {
    const list = (await change('addVersion', await made(), { ...terms, valid_from: july })).body
    expect((await change('addVersion', list, { ...terms, valid_from: '2026-06-20T00:00:00.000Z' })).body).toMatchObject(
      {
        error_code: 'price_versions_out_of_order',
      },
    )
  })

  test('an ended list takes no version, and another list can follow it', async () => {
    const list = await made()
    const ended = (await change('end', list, { ends_at: null })).body
    expect(ended.status).toBe('ended')
    expect((await change('addVersion', ended, terms)).body).toMatchObject({ error_code: 'price_list_ended' })
    expect((await create()).status).toBe(200)
  })

  test('neither a later end nor an earlier beginning brings two lists of one location into force at a time', async () => {
    const [june, august] = ['2026-06-20T00:00:00.000Z', '2026-08-01T00:00:00.000Z']
    const first = (await change('end', await made(), { ends_at: july })).body
    const second = await made({ name: 'Tallinn from July', valid_from: july })
    expect((await change('end', first, { ends_at: august })).body).toMatchObject({
      error_code: 'price_list_overlaps',
      name: 'Tallinn from July',
    })
    const coming = { location_price_version_id: second.all_versions[0]?.id }
    expect((await change('updateVersion', second, { ...terms, valid_from: june }, coming)).body).toMatchObject({
      error_code: 'price_list_overlaps',
      name: 'Tallinn 2026',
    })
    const sooner = await change('end', first, { ends_at: june })
    expect([sooner.status, sooner.body.ends_at]).toEqual([200, june])
    expect((await change('updateVersion', second, { ...terms, valid_from: june }, coming)).status).toBe(200)
  })

  test('of two people who change it at once the second is refused', async () => {
    const list = await made()
    expect((await change('rename', list, { name: 'Tallinn 2027' })).body).toMatchObject({ name: 'Tallinn 2027' })
    expect((await change('rename', list, { name: 'Tallinn 2028' })).status).toBe(412)
  })
})

describe('rights: rental_fleet GET and UPDATE, held where the location is', () => {
  test('a reader reads, and neither a viewer nor a stranger sees anything', async () => {
    const list = await made()
    const reader = await w.person([{ group_id: group, needs: { rental_fleet: ['GET'], location: ['GET'] } }])
    const viewer = await w.person([{ group_id: group, needs: stockRights('Viewer') }])
    const stranger = await w.person([{ group_id: await w.make.group(), needs: stockRights('Operations') }])
    const names = async (who: Caller) =>
      (await who.ask(listPriceLists, { query: {} })).items?.map((one: { id: string }) => one.id)
    expect(await names(reader)).toEqual([list.id])
    expect(await names(stranger)).toEqual([])
    expect((await viewer.call(listPriceLists, { query: {} })).status).toBe(403)
    expect((await create({}, reader)).status).toBe(403)
    expect((await stranger.call(routes.get, { params: paramsOf(list) })).status).toBe(404)
  })
})
