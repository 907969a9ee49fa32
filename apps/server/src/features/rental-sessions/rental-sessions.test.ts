import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { certain } from '@wheelhouse/contract/certain.ts'
import {
  activeRentals,
  endedRentals,
  getRentalSession,
  listActiveRentalSessions,
  listRentalSessions,
} from '@wheelhouse/contract/rental-sessions/rental-sessions.ts'
import type { RentalSession } from '@wheelhouse/contract/rental-sessions/rental-sessions.ts'
import { uuidv7 } from 'uuidv7'
import type { Organization } from '../../../test/support/factories.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Caller, TestApp } from '../../../test/support/test-app.ts'
import { makeFleet } from '../fleets/samples.ts'
import { makeVehicle } from '../rentals/samples.ts'
import { makeAccessKey, makeUser } from '../users/samples.ts'
import { endedRide, makeRide } from './samples.ts'
import { makeRidePlace } from '../../../test/support/ride-place.ts'

let w: TestApp
let ours: Organization
let fleet: string
let vehicle: { id: string; hardware_id: string; code: string }
/** Staff who may do everything here, a viewer who sees sessions alone, and one who also sees payments and people. */
let support: Caller
let viewer: Caller

beforeAll(async () => {
  w = await testApp()
})
afterAll(() => w.end())
beforeEach(async () => {
  ;({ ours, fleet, vehicle, support, viewer } = await makeRidePlace(w))
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

  test('the files of both say how long each ride has lasted and what it cost, in the unit of the currency and in minor units', async () => {
    await makeRide(w, fleet, vehicle.id, paid)
    const started_at = new Date(w.clock.now().getTime() - 95 * 60_000).toISOString()
    await makeRide(w, fleet, vehicle.id, { started_at })
    const file = async (of: typeof activeRentals | typeof endedRentals) =>
      (await support.call(certain(of.csv), { query: { column: ['minutes', 'fee', 'fee_minor', 'currency'] } })).text
    const head = '\uFEFFminutes,fee,fee_minor,currency'
    expect(await file(endedRentals)).toBe(`${head}\r\n30,4.60,460,EUR\r\n`)
    expect(await file(activeRentals)).toBe(`${head}\r\n95,,,\r\n`)
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
