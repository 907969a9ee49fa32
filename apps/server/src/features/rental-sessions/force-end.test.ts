import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  forceEndRent,
  forceEndRents,
  forceEndRentalSession,
  getRentalSession,
  getRentalSessionTrack,
} from '@wheelhouse/contract/rental-sessions/rental-sessions.ts'
import { rentalDevices } from '@wheelhouse/contract/rentals/rentals.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Caller, TestApp } from '../../../test/support/test-app.ts'
import { makeVehicle } from '../rentals/samples.ts'
import { endedRide, makeRide } from './samples.ts'
import { inside, outside, makeRidePlace, rideActions } from '../../../test/support/ride-place.ts'

let w: TestApp
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
  ;({ fleet, vehicle, support, viewer } = await makeRidePlace(w))
})

const { stage, rides, state, verbs } = rideActions(() => ({ w, vehicle, support }))

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
