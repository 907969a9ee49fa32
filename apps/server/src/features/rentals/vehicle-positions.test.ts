import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getRentalDevice } from '@wheelhouse/contract/rentals/rentals.ts'
import { getRentalBattery, getRentalTrack } from '@wheelhouse/contract/rentals/rental-tracks.ts'
import type { RentalDevice } from '@wheelhouse/contract/rentals/rentals.ts'
import type { Organization } from '../../../test/support/factories.ts'
import { makeRidePlace } from '../../../test/support/ride-place.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Caller, TestApp } from '../../../test/support/test-app.ts'
import { writePositions } from './positions.ts'
import { makeVehicle } from './samples.ts'

let w: TestApp
let ours: Organization
let fleet: string
let vehicle: { id: string; hardware_id: string; code: string }
let support: Caller

beforeAll(async () => {
  w = await testApp()
})
afterAll(() => w.end())
beforeEach(async () => {
  ;({ ours, fleet, vehicle, support } = await makeRidePlace(w))
})

const params = () => ({ rental_device_id: vehicle.id })
const read = async (): Promise<RentalDevice> => await support.ask(getRentalDevice, { params: params() })

describe('device protocol: positions in batches', () => {
  const at = (minutes: number) => new Date(w.clock.now().getTime() + minutes * 60_000).toISOString()
  const position = (seq: number, more: object = {}) => ({
    controller_id: vehicle.hardware_id,
    hardware_id: vehicle.hardware_id,
    seq,
    at: at(seq),
    latitude: 59.4,
    longitude: 24.7,
    speed_kmh: 12,
    battery_percent: 60,
    ...more,
  })
  const write = (...batch: ReturnType<typeof position>[]) =>
    w.db.transaction().execute((tx) => writePositions(tx, batch))

  test('each is kept for the track, the newest is where the vehicle is, and a repeated one counts once', async () => {
    const written = await write(position(2, { latitude: 59.402 }), position(1), position(1))
    expect(written).toEqual({ written: 2, moved: [{ id: vehicle.id, fleet_id: fleet }] })
    await write(position(1, { latitude: 50 }))
    expect(await read()).toMatchObject({ latitude: 59.402, position_at: at(2), battery_percent: 60, speed_kmh: 12 })
    const { body } = await support.call(getRentalTrack, { params: params(), query: { from: at(-60), to: at(60) } })
    expect(body.points.map(({ latitude }: { latitude: number }) => latitude)).toEqual([59.4, 59.402])
  })

  test('unknown hardware, and hardware of another controller, is left out', async () => {
    const other = await makeVehicle(w, fleet)
    expect(
      await write(
        position(1, { hardware_id: 'AAAAAAAAAAAAAAAAAAAAAAAA' }),
        position(2, { hardware_id: other.hardware_id }),
      ),
    ).toMatchObject({ written: 0, moved: [] })
  })

  test('it has moved only when it is more than 30 m from where it was', async () => {
    await write(position(1))
    const { moved_at } = await read()
    await write(position(2, { latitude: 59.4002 }))
    expect((await read()).moved_at).toBe(moved_at)
    await write(position(3, { latitude: 59.4004 }))
    expect((await read()).moved_at).toBe(at(3))
  })

  test('rights: track and battery need GETMETRICS of rental devices', async () => {
    await write(position(1), position(20, { battery_percent: 40 }))
    const viewer = await w.person([{ group_id: ours.owner, needs: { rental_device: ['GET'] } }])
    expect((await viewer.call(getRentalTrack, { params: params() })).status).toBe(403)
    expect((await viewer.call(getRentalBattery, { params: params() })).status).toBe(403)
    const { body } = await support.call(getRentalBattery, { params: params() })
    expect(body.points.map(({ battery_percent: one }: { battery_percent: number }) => one)).toEqual([60, 40])
  })

  test('of a long track every few points are sent, with its first and last', async () => {
    const batch = Array.from({ length: 7_000 }, (_, n) => position(n + 1, { at: at(n / 10), latitude: 59 + n / 1e5 }))
    await write(...batch)
    const { body } = await support.call(getRentalTrack, { params: params(), query: { from: at(-1), to: at(800) } })
    expect(body.total).toBe(7_000)
    expect(body.points.length).toBeLessThanOrEqual(3_001)
    expect(body.points[0].latitude).toBe(59)
    expect(body.points.at(-1).latitude).toBeCloseTo(59.06999, 5)
  })
})
