import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { certain } from '@wheelhouse/contract/certain.ts'
import {
  endedRentals,
  forceEndRent,
  forceEndRents,
  forceEndRentalSession,
  getRentalSession,
  getRentalSessionTrack,
  listActiveRentalSessions,
  listRentalSessions,
} from '@wheelhouse/contract/rental-sessions/rental-sessions.ts'
import type { RentalSession } from '@wheelhouse/contract/rental-sessions/rental-sessions.ts'
import { getRentalDevice, rentalDevices } from '@wheelhouse/contract/rentals/rentals.ts'
import { DeviceEvent } from '@wheelhouse/device-protocol/messages.ts'
import { uuidv7 } from 'uuidv7'
import type { Organization } from '../../../test/support/factories.ts'
import { stockRights } from '../../../test/support/roles.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Caller, TestApp } from '../../../test/support/test-app.ts'
import { applyDeviceEvent } from '../../gateway/device-events.ts'
import { makeFleet } from '../fleets/samples.ts'
import { makePriceList } from '../price-lists/samples.ts'
import { makeVehicle } from '../rentals/samples.ts'
import { makeAccessKey, makeUser } from '../users/samples.ts'
import { endedRide, makeRide } from './samples.ts'

let w: TestApp
let ours: Organization
let fleet: string
let vehicle: { id: string; hardware_id: string; code: string }
/** Staff who may do everything here, a viewer who sees sessions alone, and one who also sees payments and people. */
let support: Caller
let viewer: Caller
let serial = 0

beforeAll(async () => {
  w = await testApp()
})
afterAll(() => w.end())
beforeEach(async () => {
  ours = await w.make.organization()
  fleet = await makeFleet(w, ours)
  vehicle = await makeVehicle(w, fleet)
  support = await w.person([{ group_id: ours.owner, needs: stockRights('Support') }])
  viewer = await w.person([{ group_id: ours.owner, needs: stockRights('Viewer') }])
})

const inside = { latitude: 59.405, longitude: 24.705 }
const outside = { latitude: 59.5, longitude: 24.9 }
const report = (type: string, data: object, more: { seq?: number; id?: string; at?: string } = {}) => {
  const seq = more.seq ?? ++serial
  const message = { id: more.id ?? `e${uuidv7()}`, seq, at: more.at ?? w.clock.now().toISOString(), type, data }
  const sender = { controller_id: vehicle.hardware_id, hardware_id: vehicle.hardware_id }
  return applyDeviceEvent(w, sender, DeviceEvent.parse(message), w.clock.now())
}
const stage = (action: string, more: object = {}, stamp = {}) =>
  report('rental', { action, rental_code: vehicle.code, ...more }, stamp)
const rides = async (): Promise<Record<string, unknown>[]> =>
  (await w.pool.query('select * from rental_sessions where rental_device_id = $1 order by id', [vehicle.id])).rows
const state = async () =>
  (await support.ask(getRentalDevice, { params: { rental_device_id: vehicle.id } })) as Record<string, unknown>
const verbs = async (id: unknown): Promise<string[]> =>
  (await w.pool.query('select verb from events where resource_id = $1 order by id', [id])).rows.map(({ verb }) => verb)

describe('device protocol: rides follow what the vehicle reports', () => {
  test('a ride is opened by the key, and ended at the location in reach', async () => {
    const rider = uuidv7()
    const now = w.clock.now().toISOString()
    await w.db
      .insertInto('users')
      .values({
        id: rider,
        name: 'Mari Tamm',
        country_code: 'EE',
        created_at: now,
        phone: null,
        email: null,
        last_signed_in_at: null,
        disabled_at: null,
        disabled_reason: null,
      })
      .execute()
    await makeAccessKey(w, rider, { type: 'app', key: `A${serial}KEY` })
    const location = await w.make.location(ours, { latitude: 59.4051, longitude: 24.7052, label: 'Station' })
    expect(await stage('rented', { key: `A${serial}KEY`, position: inside })).toBe('applied')
    expect(await state()).toMatchObject({ state: 'on_trip', rental_session_id: expect.any(String), location_id: null })
    w.clock.advance(12 * 60_000)
    await stage('returned', { position: inside })
    const [ride] = await rides()
    expect(ride).toMatchObject({ status: 'ended', how_ended: 'normal', user_id: rider, end_location_id: location })
    expect(ride).toMatchObject({ is_ended_outside: false, fee_minor: 0 })
    expect(await state()).toMatchObject({ state: 'available', location_id: location, rental_session_id: null })
    expect(await verbs(ride?.id)).toEqual(['rented', 'returned'])
  })

  test('a rental dock says at which location and in which dock the ride ends', async () => {
    const location = await w.make.location(ours)
    const dock = await w.make.hardware(await w.make.controller())
    const device = await w.make.device(location, { type: 'rental_dock', hardware_id: dock, number: 3 })
    await stage('rented', { position: inside })
    await stage('returned', { position: outside, dock_hardware_id: dock })
    expect((await rides())[0]).toMatchObject({
      end_location_id: location,
      end_device_id: device,
      is_ended_outside: false,
    })
    const { body } = await support.call(listRentalSessions, { query: {} })
    expect(body.items[0]).toMatchObject({ end_location_id: location, end_dock_number: 3 })
  })

  test('a reservation becomes the ride, or ends as cancelled', async () => {
    await stage('reserved', { position: inside })
    expect(await state()).toMatchObject({ state: 'reserved' })
    w.clock.advance(5 * 60_000)
    await stage('rented')
    expect(await rides()).toMatchObject([{ status: 'active', started_at: w.clock.now().toISOString() }])
    await stage('returned', { position: inside })
    await stage('reserved')
    await stage('reservation_ended')
    expect((await rides()).map(({ how_ended }) => how_ended)).toEqual(['normal', 'cancelled'])
  })

  test.each([
    ['outside of the area of its fleet', outside, true, 'returned_outside'],
    ['within the area, away from locations', { latitude: 59.395, longitude: 24.69 }, false, 'returned'],
  ])('a ride that ends %s is recorded as such', async (_name, position, isOutside, verb) => {
    await stage('rented', { position: inside })
    await stage('returned', { position })
    const [ride] = await rides()
    expect(ride).toMatchObject({ end_location_id: null, is_ended_outside: isOutside, end_latitude: position.latitude })
    expect(await verbs(ride?.id)).toEqual(['rented', verb])
    const { body } = await support.call(listRentalSessions, { query: { ended_outside: 'yes' } })
    expect(body.total).toBe(isOutside ? 1 : 0)
  })

  test('a vehicle that never reported a position ends its ride nowhere, and not outside', async () => {
    await w.db.deleteFrom('rental_device_states').where('rental_device_id', '=', vehicle.id).execute()
    await stage('rented')
    await stage('returned')
    expect(await rides()).toMatchObject([{ status: 'ended', end_latitude: null, is_ended_outside: false }])
  })

  test('the same report counts once, an older one moves nothing back, and a lost return ends with the next ride', async () => {
    const id = `e${uuidv7()}`
    await stage('rented', {}, { id, seq: 1_000 })
    expect(await stage('rented', {}, { id, seq: 1_000 })).toBe('duplicate')
    expect(await stage('returned', {}, { seq: 999 })).toBe('late')
    expect(await state()).toMatchObject({ state: 'on_trip' })
    await stage('rented', {}, { seq: 1_001 })
    expect((await rides()).map(({ status }) => status)).toEqual(['ended', 'active'])
  })

  test('the distance of a ride is measured along its positions', async () => {
    await stage('rented', { position: { latitude: 59.4, longitude: 24.7 } })
    for (const latitude of [59.401, 59.402, 59.401]) {
      w.clock.advance(60_000)
      await report('position', { latitude, longitude: 24.7, speed_kmh: 14, battery_percent: 70 })
    }
    await stage('returned')
    const [ride] = await rides()
    expect(Number(ride?.distance_m)).toBeGreaterThan(325)
    expect(Number(ride?.distance_m)).toBeLessThan(345)
    const params = { rental_session_id: String(ride?.id) }
    const way = await support.ask(getRentalSessionTrack, { params })
    expect(way.points.map(({ latitude }: { latitude: number }) => latitude)).toEqual([59.4, 59.401, 59.402, 59.401])
    expect(way).toMatchObject({ total: 4, start: { latitude: 59.4 }, end: { latitude: 59.401 } })
  })
})

describe('device protocol: server time is used for money', () => {
  const ago = (seconds: number): string => new Date(w.clock.now().getTime() - seconds * 1_000).toISOString()

  test.each([
    ['slow by four minutes', 240, 240],
    ['set right during the ride', 240, 0],
    ['in 1970 at the start', 56 * 365 * 86_400, 0],
  ])('a ride costs what the server saw, with a clock that is %s', async (_name, slowAtStart, slowAtEnd) => {
    await makePriceList(w, { type: 'rental_fleet', id: fleet }, { hour_minor: 0, minute_minor: 10 })
    const started_at = w.clock.now().toISOString()
    await stage('rented', { position: inside }, { at: ago(slowAtStart) })
    w.clock.advance(10 * 60_000)
    await stage('returned', { position: inside }, { at: ago(slowAtEnd) })
    expect(await rides()).toMatchObject([{ started_at, ended_at: w.clock.now().toISOString(), fee_minor: 100 }])
  })

  test('a ride that is reported late, because the vehicle had no network, costs nothing for the time before', async () => {
    await makePriceList(w, { type: 'rental_fleet', id: fleet }, { hour_minor: 0, minute_minor: 10 })
    const now = w.clock.now().toISOString()
    const since = ago(1_200)
    await stage('rented', { position: inside }, { at: ago(1_800) })
    await stage('returned', { position: inside }, { at: since })
    expect(await rides()).toMatchObject([{ started_at: now, ended_at: now, fee_minor: 0 }])
    expect(await state()).toMatchObject({ state: 'available', state_since: since })
  })

  test('the way to the server does not shorten the distance of a ride', async () => {
    await stage('rented', { position: { latitude: 59.4, longitude: 24.7 } }, { at: ago(1) })
    w.clock.advance(60_000)
    await stage('returned', { position: { latitude: 59.403, longitude: 24.7 } }, { at: ago(1) })
    const [ride] = await rides()
    expect(Number(ride?.distance_m)).toBeGreaterThan(325)
    expect(Number(ride?.distance_m)).toBeLessThan(345)
  })

  test('an older charge or position does not move the battery back', async () => {
    const charged = (battery_percent: number, seq: number) =>
      report('charge', { state: 'charging', battery_percent }, { seq })
    expect(await charged(60, 5_012)).toBe('applied')
    expect(await charged(90, 5_011)).toBe('late')
    await report('position', { ...inside, battery_percent: 95 }, { seq: 5_010 })
    expect(await state()).toMatchObject({ battery_percent: 60, latitude: inside.latitude })
    await report('position', { ...inside, battery_percent: 59 }, { seq: 5_013 })
    expect(await state()).toMatchObject({ battery_percent: 59 })
    expect(await charged(61, 5_012)).toBe('late')
    expect(await state()).toMatchObject({ battery_percent: 59 })
  })
})

describe('spec 4 and 5: force end, with or without fee', () => {
  const body = { comment: 'The app did not end the rent', fee: 'waived' } as const
  const params = () => ({ rental_device_id: vehicle.id })

  test('the rent ends at once, the fee is waived, and the vehicle is asked to lock itself', async () => {
    await stage('rented', { position: inside })
    const reply = await support.call(forceEndRent, { params: params(), body: { ...body, rental_session_id: null } })
    expect(reply.body).toMatchObject({ status: 'ended', how_ended: 'forced', is_fee_waived: true })
    expect(await state()).toMatchObject({ state: 'available', command_name: 'force_end_rent' })
    const { rows } = await w.pool.query(
      'select name, comment, requested_by, status from commands where rental_device_id = $1',
      [vehicle.id],
    )
    expect(rows).toEqual([
      { name: 'force_end_rent', comment: body.comment, requested_by: support.id, status: 'in_progress' },
    ])
    expect(await verbs(reply.body.id)).toEqual(['rented', 'force_ended'])
    // Its own report comes later and changes nothing of the ended ride.
    await stage('returned', { position: outside })
    expect((await rides()).map(({ how_ended }) => how_ended)).toEqual(['forced'])
  })

  test('with its fee it is not waived; a vehicle without a rent is refused', async () => {
    expect(
      (await support.refused(forceEndRent, { params: params(), body: { ...body, rental_session_id: null } })).body,
    ).toMatchObject({
      error_code: 'not_rented',
    })
    await stage('rented')
    const reply = await support.call(forceEndRent, {
      params: params(),
      body: { ...body, fee: 'charged', rental_session_id: null },
    })
    expect(reply.body).toMatchObject({ how_ended: 'forced', is_fee_waived: false })
  })

  test.each([
    ['a comment of 9 characters', { comment: 'too short', fee: 'waived' }, 'comment'],
    ['a comment of 501', { comment: 'a'.repeat(501), fee: 'waived' }, 'comment'],
    ['no choice of the fee', { comment: body.comment }, 'fee'],
  ])('%s is refused', async (_name, wrong, field) => {
    const reply = await support.send(forceEndRent, { params: params(), body: wrong })
    expect(reply.body).toMatchObject({ error_code: 'invalid_body', field })
  })

  test('by its session: a session that has ended stays as it is', async () => {
    const ended = await makeRide(w, fleet, vehicle.id, endedRide)
    await stage('rented')
    const reply = await support.call(forceEndRentalSession, { params: { rental_session_id: ended }, body })
    expect(reply.body).toMatchObject({ error_code: 'session_ended' })
    expect((await rides()).map(({ status }) => status)).toEqual(['ended', 'active'])
  })

  test('by its vehicle: the ride of the next rider stays open', async () => {
    await stage('rented')
    const [shown] = await rides()
    await stage('returned')
    await stage('rented')
    const rental_session_id = String(shown?.id)
    const reply = await support.call(forceEndRent, { params: params(), body: { ...body, rental_session_id } })
    expect(reply.body.error_code).toBe('ride_changed')
    const next = String((await rides()).find(({ status }) => status === 'active')?.id)
    const ended = await support.call(forceEndRent, { params: params(), body: { ...body, rental_session_id: next } })
    expect(ended.body).toMatchObject({ id: next, how_ended: 'forced' })
  })

  test('many as a background job: a ride that began after the request stays open', async () => {
    await stage('rented')
    const frozen = await support.call(rentalDevices.selection, { body: {} })
    const target = { selection_id: frozen.body.id }
    const job = await support.send(forceEndRents, { body: { ...body, target } })
    expect(job.body.background_job_id).toEqual(expect.any(String))
    await stage('returned')
    w.clock.advance(60_000)
    await stage('rented')
    await w.runJobs()
    expect((await rides()).map(({ status }) => status)).toEqual(['ended', 'active'])
  })

  test('many at once: those without a rent are named, the others end', async () => {
    await stage('rented')
    const idle = await makeVehicle(w, fleet)
    const target = { ids: [vehicle.id, idle.id] }
    const reply = await support.call(forceEndRents, { body: { ...body, target } })
    expect(reply.status).toBe(422)
    expect(reply.body).toMatchObject({
      error_results: [{ id: idle.id, error_code: 'not_rented' }],
      results: [{ id: vehicle.id }],
    })
  })

  test('rights: a viewer may neither end a rent nor see where the vehicle was', async () => {
    await stage('rented')
    const [ride] = await rides()
    const session = { rental_session_id: String(ride?.id) }
    expect((await viewer.call(forceEndRentalSession, { params: session, body })).status).toBe(403)
    expect((await viewer.call(getRentalSessionTrack, { params: session })).status).toBe(403)
    expect((await viewer.call(getRentalSession, { params: session })).status).toBe(200)
  })
})

describe('screens and rights: the lists of sessions', () => {
  const paid = { ...endedRide, fee_minor: 460, currency: 'EUR', payment_state: 'paid' }
  const list = async (who: Caller, query: object = {}): Promise<RentalSession[]> =>
    (await who.send(listRentalSessions, { query })).body.items

  test('active and history are two lists, each by its fleet', async () => {
    const other = await makeFleet(w, null)
    const foreign = await makeVehicle(w, other)
    await makeRide(w, other, foreign.id)
    const ended = await makeRide(w, fleet, vehicle.id, endedRide)
    const open = await makeRide(w, fleet, vehicle.id)
    const active = await viewer.ask(listActiveRentalSessions, { query: {} })
    expect(active.items.map(({ id }: RentalSession) => id)).toEqual([open])
    expect((await list(viewer)).map(({ id }) => id)).toEqual([ended])
  })

  test('fee and payment need the right to payments, as columns and as filters', async () => {
    await makeRide(w, fleet, vehicle.id, paid)
    expect(await list(support)).toMatchObject([{ fee_minor: 460, currency: 'EUR', payment_state: 'paid' }])
    expect(await list(viewer)).toMatchObject([
      { fee_minor: null, currency: null, payment_state: null, is_fee_waived: null },
    ])
    expect(await list(support, { payment_state: 'paid' })).toHaveLength(1)
    expect(await list(viewer, { payment_state: 'paid' })).toEqual([])
    expect(await list(viewer, { fee: 'charged' })).toEqual([])
  })

  test('the filters of the screen find their rows', async () => {
    const long = { ...endedRide, ended_at: '2026-06-01T14:00:00.000Z' }
    const forced = await makeRide(w, fleet, vehicle.id, { ...long, how_ended: 'forced', is_fee_waived: true })
    const rated = await makeRide(w, fleet, vehicle.id, { ...endedRide, rating: 2, comment: 'Brake squeaks' })
    const found = async (query: object) => (await list(support, query)).map(({ id }) => id)
    expect(await found({ how_ended: 'forced' })).toEqual([forced])
    expect(await found({ rating: 2 })).toEqual([rated])
    expect(await found({ has_comment: 'yes' })).toEqual([rated])
    expect(await found({ min_minutes: 240 })).toEqual([forced])
    expect(await found({ fee: 'waived' })).toEqual([forced])
    expect(await found({ from: '2026-06-02T00:00:00.000Z' })).toEqual([])
    expect((await found({ rental_device_id: vehicle.id })).toSorted()).toEqual([forced, rated].toSorted())
    expect(await found({ fleet_id: uuidv7() })).toEqual([])
  })

  test('spec 3: a ride says which key it began with, in page and file, to those who see its rider', async () => {
    const rider = await makeUser(w, [ours.owner])
    const key = await makeAccessKey(w, rider)
    const ofRider = await makeRide(w, fleet, vehicle.id, { ...endedRide, user_id: rider, access_key_id: key })
    await makeRide(w, fleet, vehicle.id, endedRide)
    const keysFor = async (who: Caller) => (await list(who)).map(({ access_key_id }) => access_key_id)
    expect(new Set(await keysFor(support))).toEqual(new Set([key, null]))
    expect(await keysFor(viewer)).toEqual([null, null])
    const one = { params: { rental_session_id: ofRider } }
    expect(await support.ask(getRentalSession, one)).toMatchObject({ access_key_id: key, key_type: 'rfid' })
    expect(await viewer.ask(getRentalSession, one)).toMatchObject({ access_key_id: null, key_type: 'rfid' })
    const file = async (who: Caller) =>
      (await who.call(certain(endedRentals.csv), { query: { column: ['access_key_id'] } })).text
    expect(await file(support)).toContain(key)
    expect(await file(viewer)).not.toContain(key)
  })

  test('who may not see a location finds no ride by it', async () => {
    const hidden = await w.make.location(null)
    await makeRide(w, fleet, vehicle.id, { ...endedRide, start_location_id: hidden })
    expect(await list(support, { start_location_id: hidden })).toEqual([])
    expect((await list(support))[0]).toMatchObject({ start_location_id: null, start_location_label: null })
  })
})
