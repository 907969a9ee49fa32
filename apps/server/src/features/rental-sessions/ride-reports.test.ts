import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getRentalSessionTrack, listRentalSessions } from '@wheelhouse/contract/rental-sessions/rental-sessions.ts'
import { uuidv7 } from 'uuidv7'
import type { Organization } from '../../../test/support/factories.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Caller, TestApp } from '../../../test/support/test-app.ts'
import { makePriceList } from '../price-lists/samples.ts'
import { makeAccessKey } from '../users/samples.ts'
import { serial, inside, outside, makeRidePlace, rideActions } from '../../../test/support/ride-place.ts'

let w: TestApp
let ours: Organization
let fleet: string
let vehicle: { id: string; hardware_id: string; code: string }
/** Staff who may do everything here, a viewer who sees sessions alone, and one who also sees payments and people. */
let support: Caller

beforeAll(async () => {
  w = await testApp()
})
afterAll(() => w.end())
beforeEach(async () => {
  ;({ ours, fleet, vehicle, support } = await makeRidePlace(w))
})

const { report, stage, rides, state, verbs } = rideActions(() => ({ w, vehicle, support }))

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
