import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { gbfsPath, geoJsonPath } from '@wheelhouse/contract/public-areas/feeds.ts'
import type { Organization } from '../../../test/support/factories.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'
import { makeFleet } from '../fleets/samples.ts'
import { makeVehicle } from '../rentals/samples.ts'
import { makeFeedPlace, feedActions } from '../../../test/support/feed-place.ts'

let w: TestApp
let ours: Organization
let square: string
let area: string
let fleet: string

beforeAll(async () => {
  w = await testApp({ WHEELHOUSE_KEY: 'a key of a test that is long enough' })
})
afterAll(() => w.end())
beforeEach(async () => {
  ;({ ours, square, fleet, area } = await makeFeedPlace(w))
})

const { read, get, vehicles, texts } = feedActions(() => ({ w, area }))

describe('what was published a moment ago', () => {
  const capacity = async () =>
    (await read(gbfsPath(area, 'station_information'))).json().data.stations[0].capacity as number
  const names = async () => (await read(gbfsPath(area, 'station_information'))).json().data.stations

  test('is kept for five seconds, so that many readers cost one reading of the tables', async () => {
    expect(await capacity()).toBe(0)
    await w.make.device(square)
    w.clock.advance(4_999)
    expect(await capacity()).toBe(0)
    w.clock.advance(1)
    expect(await capacity()).toBe(1)
  })

  test.each([
    [
      'a location that is not for the public any more',
      'update locations set is_publicly_visible = false, version = version + 1 where id = $1',
    ],
    ['a location that was taken out of the area', 'delete from public_area_locations where location_id = $1'],
  ])('does not show %s', async (_name, statement) => {
    expect(await names()).toHaveLength(1)
    await w.pool.query(statement, [square])
    expect(await names()).toEqual([])
  })

  test('is not given of an area that was deleted', async () => {
    expect((await read(geoJsonPath(area))).statusCode).toBe(200)
    await w.pool.query('delete from public_areas where id = $1', [area])
    expect((await read(geoJsonPath(area))).statusCode).toBe(404)
  })
})

describe('what is public', () => {
  const everything = async () => JSON.stringify([await texts(), (await get(geoJsonPath(area))).body])

  test.each([
    ['is hidden from the public', `update locations set is_publicly_visible = false where id = $1`],
    ['is not launched', `update locations set status = 'installed' where id = $1`],
    ['is obsolete', `update locations set status = 'obsolete' where id = $1`],
    ['leaves the area', `delete from public_area_locations where location_id = $1`],
  ])('a location that %s is in no feed at the next read', async (_name, statement) => {
    expect(await everything()).toContain(square)
    await w.pool.query(statement, [square])
    const after = await everything()
    expect(after).not.toContain(square)
    expect(after).not.toContain('Old square')
  })

  test('a vehicle at a location that is not public is in no feed, one beside it is', async () => {
    const hidden = await w.make.location(ours, { is_publicly_visible: false })
    await makeVehicle(w, fleet, {}, { location_id: hidden })
    expect(await vehicles()).toEqual([])
    await makeVehicle(w, fleet)
    expect(await vehicles()).toHaveLength(1)
  })

  test('a vehicle on a ride, in the workshop, far away or of another organization is in no feed', async () => {
    const foreign = await makeFleet(w, await w.make.organization())
    await makeVehicle(w, fleet, { state: 'on_trip' })
    await makeVehicle(w, fleet, { state: 'maintenance' })
    await makeVehicle(w, fleet, {}, { latitude: 58 })
    await makeVehicle(w, foreign)
    expect(await vehicles()).toEqual([])
  })

  test('no feed names a person, a code of a vehicle, its hardware or its own id', async () => {
    const { id, code, hardware_id } = await makeVehicle(w, fleet)
    const all = await everything()
    for (const secret of [id, code, hardware_id]) expect(all).not.toContain(secret)
  })
})
