import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Needs } from '@wheelhouse/contract/access.ts'
import { search } from '@wheelhouse/contract/search/search.ts'
import { makeSearchPlaces, rights } from '../../../test/support/search-place.ts'
import type { SearchPlace, SearchPlaces } from '../../../test/support/search-place.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'

let w: TestApp
let ours: SearchPlaces['ours']
let foreign: SearchPlaces['foreign']
let find: SearchPlaces['find']
let idsOf: SearchPlaces['idsOf']

beforeAll(async () => {
  w = await testApp()
  ;({ ours, foreign, find, idsOf } = await makeSearchPlaces(w))
})
afterAll(() => w.end())

const ofVehicle: Needs = { rental_device: ['GET'] }
/** What one types, what is found by it, and the right without which it is not. */
const shapes: [string, (place: SearchPlace) => string, (place: SearchPlace) => string, Needs][] = [
  ['a location code', (p) => p.code, (p) => `location ${p.location}`, { location: ['GET'] }],
  ['part of a location code', (p) => p.code.slice(2), (p) => `location ${p.location}`, { location: ['GET'] }],
  [
    'words of a name and an address',
    (p) => `balti TOOMPUI ${p.code}`,
    (p) => `location ${p.location}`,
    { location: ['GET'] },
  ],
  ['a location id', (p) => p.location, (p) => `location ${p.location}`, { location: ['GET'] }],
  ['a device number', (p) => `${p.code}/07`, (p) => `device ${p.device}`, { device: ['GET'] }],
  ['a hardware id', (p) => p.hardware_id.toLowerCase(), (p) => `device ${p.device}`, { device: ['GET'] }],
  ['a QR code', (p) => p.qr, (p) => `device ${p.device}`, { device: ['GET'] }],
  [
    'the address that a QR carries',
    (p) => `https://x.example/deep-link/search?code=${p.qr}`,
    (p) => `device ${p.device}`,
    { device: ['GET'] },
  ],
  ['an alias', (p) => `by LAMP ${p.code.slice(-1)}`, (p) => `device ${p.device}`, { device: ['GET'] }],
  ['a device id', (p) => p.device, (p) => `device ${p.device}`, { device: ['GET'] }],
  ['a session id', (p) => p.session, (p) => `session ${p.session}`, { session: ['GET'] }],
  ['the code of a vehicle', (p) => p.vehicle.code.toLowerCase(), (p) => `rental_device ${p.vehicle.id}`, ofVehicle],
  ['its hardware id', (p) => p.vehicle.hardware_id, (p) => `rental_device ${p.vehicle.id}`, ofVehicle],
  ['the id of a vehicle', (p) => p.vehicle.id, (p) => `rental_device ${p.vehicle.id}`, ofVehicle],
  ['the id of a ride', (p) => p.ride, (p) => `rental_session ${p.ride}`, { session: ['GET'] }],
  ['a command id', (p) => p.command, (p) => `command ${p.command}`, { device: ['GET', 'GETCMDSHISTORY'] }],
  [
    'an organization id',
    (p) => p.organization.id,
    (p) => `organization ${p.organization.id}`,
    { organization: ['GET'] },
  ],
  ['a console user id', (p) => p.person, (p) => `console_user ${p.person}`, { console_user: ['GET'] }],
  [
    'a point of interest',
    (p) => `pump ext-${p.code.slice(-1)}`,
    (p) => `point_of_interest ${p.point}`,
    { point_of_interest: ['GET'] },
  ],
  ...(
    [
      ['the name of an external device', (p) => `teltonika ${p.code.slice(-1)}`],
      ['its own ID', (p) => `sn-77${p.code.slice(-1)}`],
      ['its id', (p) => p.router],
      ['the ICCID of its SIM, as printed', (p) => (p.iccid.match(/.{1,4}/g) ?? []).join(' ')],
      ['the last digits of the ICCID', (p) => p.iccid.slice(-6)],
      ['the MSISDN of its SIM', (p) => `${p.msisdn.slice(0, 4)} ${p.msisdn.slice(4)}`],
    ] as [string, (place: SearchPlace) => string][]
  ).map(([name, typed]): (typeof shapes)[number] => [
    name,
    typed,
    (p) => `external_device ${p.router}`,
    { location: ['GET', 'GETEXTDEVICES'] },
  ]),
  ['a name', (p) => `tamm ${p.code.slice(-1)}`, (p) => `user ${p.user}`, { user: ['GET'] }],
  ['a user id', (p) => p.user, (p) => `user ${p.user}`, { user: ['GET'] }],
  ['a phone', (p) => p.phone, (p) => `user ${p.user}`, { user: ['GET', 'GET_PRIVILEGED'] }],
  ['an email', (p) => p.email.toUpperCase(), (p) => `user ${p.user}`, { user: ['GET', 'GET_PRIVILEGED'] }],
  ['a PIN', (p) => p.pin, (p) => `user ${p.user}`, { user: ['GET', 'GET_PRIVILEGED'] }],
  ['a card', (p) => p.rfid, (p) => `user ${p.user}`, { user: ['GET', 'GET_PRIVILEGED'] }],
  [
    'a card in decimal',
    (p) => String(Number(`0x${p.rfid}`)).padStart(10, '0'),
    (p) => `user ${p.user}`,
    { user: ['GET', 'GET_PRIVILEGED'] },
  ],
  [
    'a card read backwards',
    (p) => (p.rfid.match(/../g) ?? []).toReversed().join(''),
    (p) => `user ${p.user}`,
    { user: ['GET', 'GET_PRIVILEGED'] },
  ],
]

describe('screens, reach: everything is found by any of its codes', () => {
  test.each(shapes)('%s', async (_name, typed, expected, needs) => {
    const caller = await w.person([{ group_id: ours.organization.owner, needs }])
    expect(await idsOf(typed(ours), caller)).toContain(expected(ours))
    expect(await idsOf(typed(ours))).toContain(expected(ours))
  })
})

describe('rights: for a thing that the caller may not see, the reply is the same as for one that does not exist', () => {
  test.each(shapes)('%s of another organization', async (_name, typed, expected) => {
    expect(await idsOf(typed(foreign))).not.toContain(expected(foreign))
  })

  test.each(shapes)('%s, each right of it taken away', async (_name, typed, expected, needs) => {
    for (const [type, actions] of Object.entries(needs)) {
      for (const action of actions) {
        const left = {
          ...rights,
          [type]: (rights[type as keyof typeof rights] as readonly string[]).filter((held) => held !== action),
        }
        const held = Object.fromEntries(Object.entries(left).filter(([, list]) => list.length > 0)) as Needs
        const caller = await w.person([{ group_id: ours.organization.owner, needs: held }])
        expect(await idsOf(typed(ours), caller)).not.toContain(expected(ours))
      }
    }
  })

  test('a phone, email, PIN or card that exists answers the same bytes as one that does not, without the privilege', async () => {
    const caller = await w.person([{ group_id: ours.organization.owner, needs: { ...rights, user: ['GET'] } }])
    const same = [
      ['+37251234561', '+37251299999'],
      ['12345 61', '99999 99'],
      ['mari.tamm1@riders.test', 'mari.tamm9@riders.test'],
      ['riders.test', 'nobody.test'],
      ['274911', '274919'],
      ['00745A71', '00745A79'],
      ['705A7400', '795A7400'],
    ] as const
    for (const [known, unknown] of same) {
      const [one, other] = [
        await caller.call(search, { query: { q: known } }),
        await caller.call(search, { query: { q: unknown } }),
      ]
      expect([known, one.text]).toEqual([known, other.text])
    }
  })

  test('a part of a phone or an email finds nobody: only who knows the whole of it may ask', async () => {
    for (const part of [ours.phone.slice(5), ours.phone.slice(0, -1), ours.email.slice(3, 12), 'riders.test'])
      expect([part, await find(part)]).toEqual([part, []])
  })

  test('screens, personal data: a rider found by phone, email, PIN or card was revealed, and the event says to whom', async () => {
    const caller = await w.person([{ group_id: ours.organization.owner, needs: rights }])
    for (const q of [ours.phone, ours.email, ours.pin, ours.rfid, 'Mari Tamm', ours.user]) await find(q, caller)
    const { rows } = await w.pool.query(
      `select after ->> 'found_by' as by, resource_id as id, after::text as said from events where actor_id = $1 and feature = 'search' order by id`,
      [caller.id],
    )
    expect(rows.map(({ by, id }) => `${by} ${id}`).toSorted()).toEqual(
      ['email', 'phone', 'pin', 'rfid'].map((by) => `${by} ${ours.user}`),
    )
    for (const secret of [ours.phone, ours.email, ours.pin, ours.rfid])
      expect(JSON.stringify(rows)).not.toContain(secret)
  })

  test('personal data is masked for who may ask for it, and absent for who may not', async () => {
    const [shown] = await find('Mari Tamm')
    expect(shown?.detail).toBe('+3725•••••61')
    const caller = await w.person([{ group_id: ours.organization.owner, needs: { user: ['GET'] } }])
    const [bare] = await find('Mari Tamm', caller)
    expect(bare).toMatchObject({ id: ours.user, title: 'Mari Tamm 1', detail: '' })
    expect(JSON.stringify(await find(ours.phone))).not.toContain('51234561')
  })

  test('a revocation counts in the next search', async () => {
    const caller = await w.person([{ group_id: ours.organization.owner, needs: rights }])
    expect(await idsOf('balti', caller)).toContain(`location ${ours.location}`)
    await w.pool.query('delete from role_grants where person_id = $1', [caller.id])
    expect(await idsOf('balti', caller)).toEqual([])
    expect(await idsOf(ours.code, caller)).toEqual([])
  })
})

test('who sees everything finds the rows of every organization, by words as by codes', async () => {
  const everything = await w.make.group({ type: 'system', covers_everything: true })
  const superadmin = await w.person([{ group_id: everything, needs: rights }])
  const found = await idsOf('balti', superadmin)
  for (const place of [ours, foreign])
    expect(found).toEqual(expect.arrayContaining([`location ${place.location}`, `point_of_interest ${place.point}`]))
  expect(await idsOf('tamm', superadmin)).toEqual([`user ${ours.user}`, `user ${foreign.user}`])
})
