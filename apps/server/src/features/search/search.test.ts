import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Needs } from '@wheelhouse/contract/access.ts'
import { search } from '@wheelhouse/contract/search/search.ts'
import type { SearchHit } from '@wheelhouse/contract/search/search.ts'
import { makeSearchPlaces, rights } from '../../../test/support/search-place.ts'
import type { SearchPlace, SearchPlaces } from '../../../test/support/search-place.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Caller, TestApp } from '../../../test/support/test-app.ts'
import { makeCommand } from '../commands/samples.ts'

let w: TestApp
let ours: SearchPlaces['ours']
let foreign: SearchPlaces['foreign']
let all: SearchPlaces['all']
let find: SearchPlaces['find']
let idsOf: SearchPlaces['idsOf']

beforeAll(async () => {
  w = await testApp()
  ;({ ours, foreign, all, find, idsOf } = await makeSearchPlaces(w))
})
afterAll(() => w.end())

test('data model, section 7: two letters find nothing, and signs of the pattern language are letters like others', async () => {
  for (const q of ['ba', 'b a l', '%%%', '___', '\\\\\\']) expect([q, await find(q)]).toEqual([q, []])
})

test('a field that asks for one kind of thing finds nothing else, and no more of it than the box for everything', async () => {
  const everybody = await w.person([
    { group_id: await w.make.group({ type: 'system', covers_everything: true }), needs: rights },
  ])
  const of = async (q: string, type: SearchHit['type'][]) => {
    const { body } = await everybody.call(search, { query: { q, type } })
    return body.items.map((hit: SearchHit) => `${hit.type} ${hit.id}`)
  }
  expect(await of('balti', ['point_of_interest'])).toEqual([
    `point_of_interest ${ours.point}`,
    `point_of_interest ${foreign.point}`,
  ])
  expect(await of(ours.user, ['user'])).toEqual([`user ${ours.user}`])
  expect(await of(ours.user, ['location', 'console_user'])).toEqual([])
})

test('values, rate limits: searches have a pace of their own, a person', async () => {
  const narrow = await testApp({ SEARCHES_PER_MINUTE: '2' })
  const [one, other] = [await narrow.person([]), await narrow.person([])]
  const statuses = []
  for (const who of [one, one, one, other]) statuses.push((await who.call(search, { query: { q: '274911' } })).status)
  expect(statuses).toEqual([200, 200, 429, 200])
  await narrow.end()
})

test('a location is found by its code with the slash behind it, while the number of the device is still to come', async () => {
  for (const q of [`${ours.code}/`, `${ours.code} /`])
    expect([q, await find(q)]).toMatchObject([q, [{ type: 'location', id: ours.location, marks: [ours.code] }]])
})

test('at most eight of a type, what begins with the words first', async () => {
  for (let n = 0; n < 10; n++) await w.make.location(ours.organization, { label: `Harbour ${n}` })
  const first = await w.make.location(ours.organization, { code: '777001', label: 'Old harbour' })
  const found = (await find('harbour')).filter(({ type }) => type === 'location')
  expect(found).toHaveLength(8)
  expect((await find('777001 old'))[0]?.id).toBe(first)
})

test('data model, section 7: a word that thousands hold loses no row of who sees some, and shows none of the others', async () => {
  const crowd = await w.make.organization()
  const mine = await w.make.organization()
  const insert = `insert into points_of_interest (id, label, type, icon_type, access_level, latitude, longitude, created_at, updated_at)
    select uuidv7(), $1 || n, 'utility-pump', 'pump', 'internal', 59, 24, now(), now() from generate_series(1, $2) n returning id`
  const members = `insert into resource_group_members select 'point_of_interest', id, $1 from points_of_interest where label like $2`
  for (const [owner, label, count] of [
    [crowd.owner, 'Common stand ', 2_500],
    [mine.owner, 'Common rack ', 1_100],
  ] as const) {
    await w.pool.query(insert, [label, count])
    await w.pool.query(members, [owner, `${label}%`])
  }
  const needs = { point_of_interest: ['GET'] } as const
  const [some, few] = [
    await w.person([{ group_id: mine.owner, needs }]),
    await w.person([{ group_id: ours.organization.owner, needs }]),
  ]
  const titles = async (q: string, who: Caller) => (await find(q, who)).map(({ title }) => title)
  expect((await titles('common', some)).every((title) => title.startsWith('Common rack'))).toBe(true)
  expect(await titles('common', some)).toHaveLength(8)
  expect(await titles('rack 1099', some)).toEqual(['Common rack 1099'])
  expect(await titles('stand 2499', some)).toEqual([])
  expect(await titles('common', few)).toEqual([])
})

test('screens, palette: hardware in stock is found by its ID, and a command to it by its own', async () => {
  const hardware_id = await w.make.hardware(await w.make.controller())
  const command = await makeCommand(w, { device_id: null, location_id: null, hardware_id })
  const group_id = await w.make.group({ type: 'system', name: 'Stock' })
  const keeperWith = (hardware: NonNullable<Needs['hardware']>) => w.person([{ group_id, needs: { hardware } }])
  const keeper = await keeperWith(['GET', 'GETUNASSIGNED', 'GETCMDSHISTORY'])
  expect(await idsOf(hardware_id, keeper)).toEqual([`hardware ${hardware_id}`])
  expect(await find(command, keeper)).toMatchObject([{ type: 'command', id: command, hardware_id, device_id: null }])
  const withoutHistory = await keeperWith(['GET', 'GETUNASSIGNED'])
  expect([await idsOf(hardware_id, withoutHistory), await idsOf(command, withoutHistory)]).toEqual([
    [`hardware ${hardware_id}`],
    [],
  ])
  const withoutStock = await keeperWith(['GET', 'GETCMDSHISTORY'])
  for (const who of [all, withoutStock])
    expect([await idsOf(hardware_id, who), await idsOf(command, who)]).toEqual([[], []])
})

test('screens, palette: a command to a vehicle is found by its ID, through the fleet', async () => {
  const { hardware_id, id: rental_device_id } = ours.vehicle
  const target = { device_id: null, location_id: null, hardware_id }
  const command = await makeCommand(w, target, { rental_device_id })
  const dispatcherOf = ({ organization: { owner } }: SearchPlace) =>
    w.person([{ group_id: owner, needs: { hardware: ['GET', 'GETCMDSHISTORY'] } }])
  expect(await idsOf(command, await dispatcherOf(ours))).toEqual([`command ${command}`])
  expect(await idsOf(command, await dispatcherOf(foreign))).toEqual([])
})

test('look, palette: a hit says what of it was asked for, how it stands, and where it leads', async () => {
  const [device, location] = await find(`${ours.code}/7`)
  expect(device).toMatchObject({
    type: 'device',
    code: '104211/07',
    title: 'Dock',
    detail: 'Balti jaam 1',
    marks: ['104211/07'],
    matched: 'code',
  })
  expect(device?.dock).toMatchObject({ dock_state: 'locked', in_contact: false, bubble_orange_hours: 24 })
  expect(device?.location_id).toBe(ours.location)
  expect(location).toMatchObject({ type: 'location', id: ours.location, state: 'unknown', marks: ['104211'] })
  const [router] = await find(ours.msisdn)
  expect(router).toMatchObject({
    type: 'external_device',
    code: '104211',
    title: 'Teltonika 1',
    detail: '+37253001121, Balti jaam 1',
    marks: ['+37253001121'],
    matched: 'msisdn',
    location_id: ours.location,
  })
  const [card] = await find('715A7400')
  expect(card).toMatchObject({ type: 'user', matched: 'rfid_reversed', rfid: '00745A71' })
})
