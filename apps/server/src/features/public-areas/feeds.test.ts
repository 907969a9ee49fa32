import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { gbfsFeeds, gbfsPath, geoJsonPath, readGbfsManifest } from '@wheelhouse/contract/public-areas/feeds.ts'
import type { GbfsFeed } from '@wheelhouse/contract/public-areas/feeds.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'
import { makeVehicle } from '../rentals/samples.ts'
import { checkTexts } from './checks.ts'
import { manifestSchema } from './gbfs-schemas.ts'
import { makeFeedPlace, feedActions } from '../../../test/support/feed-place.ts'

let w: TestApp
let square: string
let area: string
let fleet: string

beforeAll(async () => {
  w = await testApp({ WHEELHOUSE_KEY: 'a key of a test that is long enough' })
})
afterAll(() => w.end())
beforeEach(async () => {
  ;({ square, fleet, area } = await makeFeedPlace(w))
})

const { get, gbfs, vehicles, texts } = feedActions(() => ({ w, area }))
const problems = (gbfsTexts: Record<GbfsFeed, string>, geojson: string) =>
  checkTexts(gbfsTexts, geojson).flatMap(({ feed, problems: found }) => found.map(({ text }) => `${feed}: ${text}`))

async function ride(vehicleId: string): Promise<void> {
  const [started, ended] = [w.clock.now().toISOString(), new Date(w.clock.now().getTime() + 600_000).toISOString()]
  await w.pool.query(
    `insert into rental_sessions (id, fleet_id, rental_device_id, status, how_ended, started_at, ended_at, updated_at)
     values (gen_random_uuid(), $1, $2, 'ended', 'normal', $3, $4, $4)`,
    [fleet, vehicleId, started, ended],
  )
  w.clock.advance(1_200_000)
}

describe('every feed without sign-in', () => {
  test('is open to scripts of other sites, and is sent again only when it says something new', async () => {
    for (const url of [...gbfsFeeds.map((feed) => gbfsPath(area, feed)), geoJsonPath(area), readGbfsManifest.path]) {
      const first = await get(url)
      expect([url, first.statusCode]).toEqual([url, 200])
      expect(first.headers).toMatchObject({
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
        'cache-control': 'public, no-cache',
      })
      w.clock.advance(60_000)
      const again = await get(url, { 'if-none-match': String(first.headers.etag) })
      expect([url, again.statusCode, again.body]).toEqual([url, 304, ''])
    }
    await w.pool.query(`update locations set label = 'New square' where id = $1`, [square])
    const before = await get(gbfsPath(area, 'station_information'), { 'if-none-match': '"another"' })
    expect(before.json().data.stations[0].name).toEqual([{ text: 'New square', language: 'en' }])
  })

  test('the manifest of all areas keeps the rules of its standard and names each of them', async () => {
    const { data } = manifestSchema.parse((await get(readGbfsManifest.path)).json())
    expect(data.datasets.map(({ system_id }) => system_id).join()).toContain(area.replaceAll('-', ''))
  })

  test('of an unknown area is not found, in the words of the specification', async () => {
    const unknown = '01900000-0000-7000-8000-000000000000'
    for (const url of [gbfsPath(unknown, 'gbfs'), geoJsonPath(unknown)])
      expect((await get(url)).json()).toMatchObject({ error_message: 'Public area not found' })
    expect((await get(gbfsPath(area, 'gbfs').replace('gbfs.json', 'users.json'))).statusCode).toBe(400)
  })

  test('keeps the rules of its standard, with vehicles, prices, zones and docks in it', async () => {
    await makeVehicle(w, fleet, {}, { location_id: square })
    await makeVehicle(w, fleet)
    await makeVehicle(w, fleet, { state: 'reserved' })
    await w.make.device(square, { type: 'rental_dock' })
    const geojson = (await get(geoJsonPath(area))).body
    expect(problems(await texts(), geojson)).toEqual([])
    expect((await gbfs('station_status')).data.stations).toMatchObject([
      { station_id: square, num_vehicles_available: 1, num_docks_available: 0, is_returning: true },
    ])
    expect((await gbfs('geofencing_zones')).data.geofencing_zones.features).toHaveLength(1)
    expect(JSON.parse(geojson).features).toMatchObject([{ properties: { name: 'Old square', vehicles: 1 } }])
  })

  // oxlint-disable-next-line typescript/no-explicit-any -- each plants one fault
  test.each<[string, GbfsFeed, (data: any) => void, string]>([
    ['a latitude of 91', 'station_information', ({ stations }) => (stations[0].lat = 91), 'Too big'],
    ['a station of a region that is not there', 'system_regions', (data) => (data.regions = []), 'the region'],
    ['a station without a status', 'station_status', (data) => (data.stations = []), 'has no status'],
    [
      'counts that do not add up',
      'station_status',
      ({ stations }) => stations[0].num_vehicles_available++,
      'by their types',
    ],
    ['the same vehicle twice', 'vehicle_status', ({ vehicles: all }) => all.push(all[0]), 'is given twice'],
    ['a vehicle without a place', 'vehicle_status', ({ vehicles: all }) => delete all[0].lat, 'both lat and lon'],
    ['an unknown vehicle type', 'vehicle_types', (data) => (data.vehicle_types = []), 'the vehicle type'],
    [
      'a motor without a range',
      'vehicle_types',
      (data) => delete data.vehicle_types[0].max_range_meters,
      'with a motor',
    ],
    ['a ring the wrong way round', 'geofencing_zones', turnRings, 'right-hand rule'],
    ['an unknown time zone', 'system_information', (data) => (data.timezone = 'Europe/Wheelhouse'), 'a time zone'],
    ['an offset in place of a time zone', 'system_information', (data) => (data.timezone = '+02:00'), 'a time zone'],
    [
      'a field without a rule',
      'station_information',
      ({ stations }) => (stations[0].colour = 'red'),
      'Unrecognized key',
    ],
    [
      'a language as a word',
      'station_information',
      ({ stations }) => (stations[0].name[0].language = 'English'),
      'BCP',
    ],
    [
      'a text in a language that the system does not have',
      'station_information',
      ({ stations }) => stations[0].name.push({ text: 'Vana plats', language: 'et' }),
      'et is not a language of system_information',
    ],
    [
      'two texts in one language',
      'system_information',
      ({ name }) => name.push({ text: 'Another name', language: 'en' }),
      'a language is given twice',
    ],
    ['a time without a zone', 'vehicle_status', inVehicle({ last_reported: '2026-07-01T10:00:00' }), 'Invalid'],
    ['a report of the future', 'vehicle_status', inVehicle({ last_reported: '2040-01-01T00:00:00Z' }), 'is later than'],
    ['a vehicle without a type', 'vehicle_status', inVehicle({ vehicle_type_id: undefined }), 'vehicle_type_id is'],
    ['more range than the type has', 'vehicle_status', inVehicle({ current_range_meters: 90_000 }), 'm at most'],
    ['an unknown plan', 'vehicle_status', inVehicle({ pricing_plan_id: 'none' }), 'the plan none'],
    ['an unknown form', 'vehicle_types', ({ vehicle_types }) => (vehicle_types[0].form_factor = 'unicycle'), 'Invalid'],
    ['a type without a plan', 'vehicle_types', inType({ default_pricing_plan_id: undefined }), 'where there is a file'],
    ['a default plan that is not offered', 'vehicle_types', inType({ pricing_plan_ids: [] }), 'not among'],
    ['a currency that does not exist', 'system_pricing_plans', ({ plans }) => (plans[0].currency = 'EUX'), '4217'],
    [
      'a price that ends before it starts',
      'system_pricing_plans',
      ({ plans }) => (plans[0].per_min_pricing = [{ start: 10, end: 5, rate: 1, interval: 1 }]),
      'ends after it starts',
    ],
    ['the same plan twice', 'system_pricing_plans', ({ plans }) => plans.push(plans[0]), 'is given twice'],
    ['the same region twice', 'system_regions', ({ regions }) => regions.push(regions[0]), 'is given twice'],
    [
      'more docks than there are',
      'station_status',
      ({ stations }) => (stations[0].num_docks_available = 9),
      'capacity',
    ],
    [
      'a vehicle type counted twice',
      'station_status',
      ({ stations: [{ vehicle_types_available: types }] }) => types.push({ ...types[0], count: 0 }),
      'counted twice',
    ],
    ['a file that is not named', 'gbfs', (data) => data.feeds.pop(), 'geofencing_zones is not named'],
    ['two files at one address', 'gbfs', ({ feeds }) => (feeds[1].url = feeds[2].url), 'the same address'],
    ['a version that leads elsewhere', 'gbfs_versions', ({ versions }) => (versions[0].url += '2'), 'does not lead'],
    [
      'versions out of order',
      'gbfs_versions',
      ({ versions }) => versions.push({ ...versions[0], version: '2.3' }),
      'versions increase',
    ],
    ['a hole the wrong way round', 'geofencing_zones', addHole, 'right-hand rule'],
    ['a speed below zero', 'geofencing_zones', ({ global_rules }) => (global_rules[0].maximum_speed_kph = -1), 'small'],
  ])('the check finds %s', async (_name, feed, plant, words) => {
    await makeVehicle(w, fleet)
    const files = await texts()
    const file = JSON.parse(files[feed])
    plant(file.data)
    const found = problems({ ...files, [feed]: JSON.stringify(file) }, (await get(geoJsonPath(area))).body)
    expect(found).toContainEqual(expect.stringContaining(words))
  })
})

// oxlint-disable-next-line typescript/no-explicit-any -- plants a fault
const inVehicle = (fault: object) => (data: any) => Object.assign(data.vehicles[0], fault)
// oxlint-disable-next-line typescript/no-explicit-any -- plants a fault
const inType = (fault: object) => (data: any) => Object.assign(data.vehicle_types[0], fault)

interface Zones {
  geofencing_zones: { features: { geometry: { coordinates: unknown[][][] } }[] }
}

/** The outer ring again, as a hole: it goes against the clock. */
function addHole(data: Zones): void {
  for (const { geometry } of data.geofencing_zones.features)
    for (const rings of geometry.coordinates) rings.push(rings[0] ?? [])
}

function turnRings(data: Zones): void {
  for (const { geometry } of data.geofencing_zones.features) geometry.coordinates[0]?.[0]?.reverse()
}

test('what moves is read again within five minutes, and every file says when it was made', async () => {
  const files = await texts()
  const geojson = (await get(geoJsonPath(area))).body
  const withEnvelope = (feed: GbfsFeed, fault: object) =>
    problems({ ...files, [feed]: JSON.stringify({ ...JSON.parse(files[feed]), ...fault }) }, geojson)
  expect(withEnvelope('vehicle_status', { ttl: 301 })).toEqual(['vehicle_status: at most 300 s for what moves'])
  expect(withEnvelope('system_information', { ttl: 301 })).toEqual([])
  expect(withEnvelope('gbfs', { ttl: -1 })).toHaveLength(1)
  expect(withEnvelope('gbfs', { last_updated: 1_784_000_000 })).toHaveLength(1)
  expect(withEnvelope('gbfs', { version: '2.3' })).toHaveLength(1)
})

test.each<[string, (features: unknown[]) => unknown[], string]>([
  ['a location twice', ([first]) => [first, first], 'geojson: a location is given twice'],
  ['one that GBFS does not know', ([first]) => [{ ...(first as object), id: 'x' }], 'geojson: the location x is in'],
  ['one too few', () => [], 'geojson: a station of GBFS is missing'],
])('the check finds %s in the GeoJSON', async (_name, plant, words) => {
  const collection = (await get(geoJsonPath(area))).json()
  const planted = JSON.stringify({ ...collection, features: plant(collection.features) })
  expect(problems(await texts(), planted)).toContainEqual(expect.stringContaining(words))
})

test('a fleet without a price and a dock without a fleet name the plan that is free of charge', async () => {
  await w.make.device(square, { type: 'rental_dock' })
  const [types, plans] = [(await gbfs('vehicle_types')).data, (await gbfs('system_pricing_plans')).data]
  const named = types.vehicle_types.map((type: { default_pricing_plan_id: string }) => type.default_pricing_plan_id)
  expect(named).toContain('free')
  expect(plans.plans).toContainEqual(expect.objectContaining({ plan_id: 'free', price: 0 }))
})

describe('nobody can follow a vehicle over its rides', () => {
  test('its id stays while it waits and is another one after each ride', async () => {
    const { id } = await makeVehicle(w, fleet)
    const ids = new Set<string>()
    for (const _ride of [1, 2, 3, 4]) {
      const [first] = await vehicles()
      w.clock.advance(300_000)
      expect((await vehicles())[0]?.vehicle_id).toBe(first?.vehicle_id)
      ids.add(first?.vehicle_id ?? '')
      await ride(id)
    }
    expect(ids.size).toBe(4)
  })

  test('neither the order nor the exact charge tells which one came back', async () => {
    const several = await Promise.all(
      [71, 72, 73].map((battery_percent) => makeVehicle(w, fleet, {}, { battery_percent })),
    )
    const before = await vehicles()
    expect(new Set(before.map((one) => one.current_range_meters))).toEqual(new Set([40_000]))
    expect(before.map((one) => one.vehicle_id)).toEqual(before.map((one) => one.vehicle_id).toSorted())
    for (const { id } of several) await ride(id)
    const after = await vehicles()
    expect(after.filter(({ vehicle_id }) => before.some((one) => one.vehicle_id === vehicle_id))).toEqual([])
  })

  test('an id cannot be worked out without the key of the installation', async () => {
    await makeVehicle(w, fleet)
    const [first] = await vehicles()
    const { installation_key } = w.config
    w.config.installation_key = 'another key that is long enough too'
    const [other] = await vehicles()
    w.config.installation_key = installation_key
    expect(other?.vehicle_id).not.toBe(first?.vehicle_id)
  })
})

test('a network address that asks too often gets the time at which it may ask again', async () => {
  const replies = await Promise.all(Array.from({ length: 260 }, () => get(readGbfsManifest.path)))
  const last = replies.at(-1)
  expect(last?.statusCode).toBe(429)
  expect(last?.headers).toMatchObject({ 'access-control-allow-origin': '*', 'retry-after': expect.any(String) })
})
