import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Needs } from '@wheelhouse/contract/access.ts'
import { qrCheckLetter } from '@wheelhouse/contract/deep-link/deep-link.ts'
import { search } from '@wheelhouse/contract/search/search.ts'
import type { SearchHit } from '@wheelhouse/contract/search/search.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Caller, TestApp } from '../../../test/support/test-app.ts'
import type { Organization } from '../../../test/support/factories.ts'
import { makeCommand } from '../commands/samples.ts'
import { makePoint } from '../points-of-interest/samples.ts'
import { makeExternalDevice } from '../external-devices/samples.ts'
import { makeSession } from '../parking-sessions/samples.ts'
import { makeFleet } from '../fleets/samples.ts'
import { makeRide } from '../rental-sessions/samples.ts'
import { makeVehicle } from '../rentals/samples.ts'
import { makeAccessKey, makeUser } from '../users/samples.ts'

let w: TestApp
let ours: Place
let foreign: Place
let all: Caller

const qrOf = (payload: string): string => payload + String(qrCheckLetter(payload))

const rights = {
  ...({ location: ['GET', 'GETEXTDEVICES'], session: ['GET'], organization: ['GET'], console_user: ['GET'] } as const),
  ...({
    rental_device: ['GET'],
    point_of_interest: ['GET'],
    device: ['GET', 'GETCMDSHISTORY'],
    user: ['GET', 'GET_PRIVILEGED'],
  } as const),
} satisfies Needs

interface Place {
  organization: Organization
  location: string
  device: string
  hardware_id: string
  session: string
  command: string
  user: string
  person: string
  point: string
  router: string
  vehicle: { id: string; code: string; hardware_id: string }
  ride: string
  iccid: string
  msisdn: string
  code: string
  qr: string
  /** Of the rider and of nobody else. */
  phone: string
  email: string
  pin: string
  rfid: string
}

async function placeOf(n: number): Promise<Place> {
  const organization = await w.make.organization()
  const code = `10421${n}`
  const location = await w.make.location(organization, {
    code,
    label: `Balti jaam ${n}`,
    address: `Toompuiestee 3${n}`,
    city: 'Tallinn',
  })
  const hardware_id = await w.make.hardware(await w.make.controller(), { dock_state: 'locked' })
  const qr = qrOf(`AAAAAAAA${n}`)
  const device = await w.make.device(location, { number: 7, hardware_id, qr_code: qr, alias: `By lamp ${n}` })
  const session = await makeSession(w, location, device)
  const command = await makeCommand(w, { device_id: device, location_id: location, hardware_id })
  const fleet = await makeFleet(w, organization)
  const vehicle = await makeVehicle(w, fleet)
  const ride = await makeRide(w, fleet, vehicle.id)
  const person = await w.make.consoleUser(organization.id)
  const point = await makePoint(w, organization, { label: `Pump of Balti ${n}`, external_id: `ext-${n}` })
  const [phone, email, pin, rfid] = [`+3725123456${n}`, `mari.tamm${n}@riders.test`, `27491${n}`, `00745A7${n}`]
  const [iccid, msisdn] = [`893720300011230000${n}`, `+3725300112${n}`]
  const router = await makeExternalDevice(w, location, {
    name: `Teltonika ${n}`,
    external_id: `SN-77${n}`,
    iccid,
    msisdn,
  })
  const user = await riderOf(organization, `Mari Tamm ${n}`, { phone, email, pin, rfid })
  return {
    organization,
    location,
    device,
    hardware_id,
    session,
    command,
    user,
    person,
    point,
    router,
    vehicle,
    ride,
    iccid,
    msisdn,
    code,
    qr,
    phone,
    email,
    pin,
    rfid,
  }
}

async function riderOf(
  organization: Organization,
  name: string,
  personal: { phone: string; email: string; pin: string; rfid: string },
) {
  const { rfid, ...ofPerson } = personal
  const id = await makeUser(w, [organization.owner], { name, ...ofPerson })
  await makeAccessKey(w, id, { key: rfid })
  return id
}

beforeAll(async () => {
  w = await testApp()
  ;[ours, foreign] = [await placeOf(1), await placeOf(2)]
  all = await w.person([{ group_id: ours.organization.owner, needs: rights }])
})
afterAll(() => w.end())

const find = async (q: string, who: Caller = all): Promise<SearchHit[]> => {
  const answer = await who.call(search, { query: { q } })
  expect(answer.status, answer.text).toBe(200)
  return answer.body.items
}
const idsOf = async (q: string, who?: Caller): Promise<string[]> =>
  (await find(q, who)).map(({ type, id }) => `${type} ${id}`)

const ofVehicle: Needs = { rental_device: ['GET'] }
/** What one types, what is found by it, and the right without which it is not. */
const shapes: [string, (place: Place) => string, (place: Place) => string, Needs][] = [
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
    ] as [string, (place: Place) => string][]
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
  const dispatcherOf = ({ organization: { owner } }: Place) =>
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
