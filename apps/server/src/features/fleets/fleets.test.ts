import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { crossesItself, isInArea, metresBetween } from '@wheelhouse/contract/fleets/area.ts'
import { createFleet, getFleet, listFleets, updateFleet } from '@wheelhouse/contract/fleets/fleets.ts'
import type { RentalFleet } from '@wheelhouse/contract/fleets/fleets.ts'
import type { Organization } from '../../../test/support/factories.ts'
import { stockRights } from '../../../test/support/roles.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Caller, TestApp } from '../../../test/support/test-app.ts'
import { makeVehicle } from '../rentals/samples.ts'

let w: TestApp
let ours: Organization
let operations: Caller
let partner: Caller

beforeAll(async () => {
  w = await testApp()
})
afterAll(() => w.end())
beforeEach(async () => {
  ours = await w.make.organization()
  operations = await w.person([{ group_id: ours.owner, needs: stockRights('Operations') }])
  partner = await w.person([{ group_id: ours.distributor, needs: { rental_fleet: ['GET'] } }])
})

const corner = (latitude: number, longitude: number) => ({ latitude, longitude })
const area = [corner(59.4, 24.7), corner(59.4, 24.8), corner(59.5, 24.8), corner(59.5, 24.7)]
const body = (more: object = {}) => ({ name: 'City bikes', organization_id: ours.id, area, ...more })
const create = (more: object = {}) => operations.send(createFleet, { body: body(more) })

const edit = (fleet_id: string, more: object) => {
  const { organization_id: _, ...values } = body(more)
  return operations.send(updateFleet, { params: { fleet_id }, body: values, headers: { 'if-match': '"1"' } })
}

test('a fleet is kept with its area, and seen by all who work with its organization', async () => {
  const { body: fleet } = await create({ description: 'Blue bikes' })
  expect(fleet).toMatchObject({
    name: 'City bikes',
    description: 'Blue bikes',
    area,
    time_zone: 'Europe/Tallinn',
    organization_id: ours.id,
    ride_orange_hours: 4,
    ride_red_hours: 24,
    vehicles: 0,
    version: 1,
  })
  await makeVehicle(w, fleet.id)
  await makeVehicle(w, fleet.id, { state: 'on_trip' })
  const seen = await partner.call(getFleet, { params: { fleet_id: fleet.id } })
  expect(seen.body).toMatchObject({ vehicles: 2, available: 1, on_trip: 1 })
  const { body: list } = await partner.call(listFleets, { query: { q: 'city' } })
  expect(list.items.map(({ id }: RentalFleet) => id)).toEqual([fleet.id])
})

test.each([
  ['a name of 2 characters', { name: 'Ab' }, 'name'],
  ['a description of 501', { description: 'a'.repeat(501) }, 'description'],
  ['an area of 2 corners', { area: area.slice(0, 2) }, 'area'],
  ['an area whose edges cross', { area: [area[0], area[2], area[1], area[3]] }, 'area'],
  ['red before orange', { ride_orange_hours: 10, ride_red_hours: 5 }, 'ride_red_hours'],
  ['red as early as orange', { ride_orange_hours: 10, ride_red_hours: 10 }, 'ride_red_hours'],
  ['no hours', { ride_orange_hours: 0 }, 'ride_orange_hours'],
])('%s is refused', async (_name, more, field) => {
  expect((await create(more)).body).toMatchObject({ error_code: 'invalid_body', field })
})

test('a name is unique within an organization, whatever its case', async () => {
  const { body: fleet } = await create()
  expect((await create({ name: 'CITY bikes' })).body).toMatchObject({ error_code: 'fleet_name_taken', field: 'name' })
  const [one, two] = await Promise.all([create({ name: 'At once' }), create({ name: 'At once' })])
  expect([one.status, two.status].toSorted((a, b) => a - b)).toEqual([200, 409])
  const reply = await edit(fleet.id, { name: 'Renamed', area: [], ride_orange_hours: 2, ride_red_hours: 12 })
  expect(reply.body).toMatchObject({ name: 'Renamed', area: [], time_zone: 'Europe/Tallinn', version: 2 })
})

test('an edit says the hours of its rides: what it leaves out is not replaced by the usual ones', async () => {
  const { body: fleet } = await create({ ride_orange_hours: 2, ride_red_hours: 12 })
  const { body: refused } = await edit(fleet.id, { ride_red_hours: 12 })
  expect(refused).toMatchObject({ error_code: 'invalid_body', field: 'ride_orange_hours' })
  const { body: kept } = await operations.call(getFleet, { params: { fleet_id: fleet.id } })
  expect(kept).toMatchObject({ ride_orange_hours: 2, ride_red_hours: 12 })
})

test('equal hours of an earlier fleet stay while something else is changed, and are not written again', async () => {
  const { body: fleet } = await create()
  await w.pool.query('update rental_fleets set ride_orange_hours = 24 where id = $1', [fleet.id])
  const refused = await edit(fleet.id, { ride_orange_hours: 12, ride_red_hours: 12 })
  expect(refused.body).toMatchObject({
    error_code: 'invalid_body',
    field: 'ride_red_hours',
    error_message: 'Red after: must be later than Orange after',
  })
  expect((await edit(fleet.id, { ride_orange_hours: 25, ride_red_hours: 24 })).body).toEqual(refused.body)
  const renamed = await edit(fleet.id, { name: 'Renamed', ride_orange_hours: 24, ride_red_hours: 24 })
  expect(renamed.body).toMatchObject({ name: 'Renamed', ride_orange_hours: 24, ride_red_hours: 24, version: 2 })
})

test('rights: CREATE is asked in the organization that the fleet names', async () => {
  const theirs = await w.make.organization()
  expect((await create({ organization_id: theirs.id })).status).toBe(404)
  expect((await partner.send(createFleet, { body: body() })).status).toBe(403)
})

test('the area: inside, outside, on both sides of a notch', () => {
  const notched = [corner(0, 0), corner(0, 10), corner(10, 10), corner(5, 5), corner(10, 0)]
  expect(isInArea(notched, corner(2, 5))).toBe(true)
  expect(isInArea(notched, corner(9, 5))).toBe(false)
  expect(isInArea(notched, corner(8, 9))).toBe(true)
  expect(isInArea(notched, corner(8, 1))).toBe(true)
  expect(isInArea(notched, corner(-1, 5))).toBe(false)
  expect(isInArea([], corner(80, 170))).toBe(true)
  expect(crossesItself(notched)).toBe(false)
  expect(crossesItself([corner(0, 0), corner(10, 10), corner(0, 10), corner(10, 0)])).toBe(true)
  expect(metresBetween(corner(59.4, 24.7), corner(59.4, 24.701))).toBeCloseTo(56.7, 0)
})
