import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { locationPoints } from '@wheelhouse/contract/locations/location-points.ts'
import { listLocations } from '@wheelhouse/contract/locations/locations.ts'
import type { LocationPoints } from '@wheelhouse/contract/locations/location-points.ts'
import type { LocationRow } from '@wheelhouse/contract/locations/locations.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Caller, TestApp } from '../../../test/support/test-app.ts'
import type { Organization } from '../../../test/support/factories.ts'

let w: TestApp
let organization: Organization
let caller: Caller

beforeAll(async () => {
  w = await testApp()
})
afterAll(() => w.end())
beforeEach(async () => {
  organization = await w.make.organization()
  caller = await w.person([{ group_id: organization.owner, needs: { location: ['GET'] } }])
})

const tallinn = { city: 'Tallinn', latitude: 59.43, longitude: 24.75 }
const points = async (person: Caller, query: object = {}): Promise<LocationPoints> =>
  await person.ask(locationPoints, { query })

test('a point says where a location is and how it is, and nothing of it is in doubt', async () => {
  const id = await w.make.location(organization, { ...tallinn, label: 'Balti jaam', status: 'launched' })
  const { items, total } = await points(caller)
  expect(total).toBe(1)
  expect(items[0]).toEqual({
    id,
    code: expect.stringMatching(/^\d{6}$/) as string,
    label: 'Balti jaam',
    latitude: 59.43,
    longitude: 24.75,
    status: 'launched',
    health: 'unknown',
  })
})

test('the map shows what the list shows, for each filter and whoever asks', async () => {
  const controller = await w.make.controller()
  await w.db
    .insertInto('hardware_state')
    .values({ hardware_id: controller, last_heartbeat_at: w.clock.now().toISOString() })
    .execute()
  const online = await w.make.location(organization, { ...tallinn, public_tags: ['transit'] })
  const beat = { last_heartbeat_at: w.clock.now().toISOString(), dock_state: 'unlocked' }
  await w.make.device(online, { hardware_id: await w.make.hardware(controller, beat) })
  await w.make.location(organization, { label: 'Oslo S', status: 'demo' })
  await w.make.location(await w.make.organization())
  const everything = await w.person([
    { group_id: await w.make.group({ covers_everything: true }), needs: { location: ['GET'] } },
  ])
  const stranger = await w.person([{ group_id: await w.make.group(), needs: { location: ['GET'] } }])
  const filters = [
    {},
    { q: 'oslo' },
    { health: ['online'] },
    { tag: ['transit'] },
    { status: ['demo'] },
    { organization_id: [organization.id] },
  ]
  for (const person of [caller, everything, stranger])
    for (const query of filters) {
      const list = (await person.send(listLocations, { query: { ...query, limit: 500 } })).body
      const map = await points(person, query)
      expect(map.items.map((point) => [point.id, point.health])).toEqual(
        list.items.map((row: LocationRow) => [row.id, row.health]),
      )
      expect(map.total).toBe(list.total)
    }
})

test('the jumps are the cities with most locations, each with the box around them', async () => {
  await w.make.location(organization, tallinn)
  await w.make.location(organization, { ...tallinn, latitude: 59.39, longitude: 24.67 })
  await w.make.location(organization, { city: 'Oslo', latitude: 59.91, longitude: 10.75 })
  expect((await points(caller)).cities).toEqual([
    { city: 'Tallinn', locations: 2, west: 24.67, south: 59.39, east: 24.75, north: 59.43 },
    { city: 'Oslo', locations: 1, west: 10.75, south: 59.91, east: 10.75, north: 59.91 },
  ])
})

test('a location of others brings no city to the map', async () => {
  await w.make.location(await w.make.organization(), { ...tallinn, city: 'Elsewhere' })
  expect(await points(caller)).toEqual({ items: [], total: 0, cities: [] })
})

test('one whose place is not known yet counts and stands nowhere, and brings no city', async () => {
  await w.make.location(organization, { city: 'Narva', latitude: null, longitude: null })
  expect(await points(caller)).toEqual({ items: [], total: 1, cities: [] })
})
