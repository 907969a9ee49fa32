import { uuidv7 } from 'uuidv7'
import { listPriceLists, priceListsOf } from '@wheelhouse/contract/price-lists/price-lists.ts'
import { listSample, sample } from '../../../test/support/samples.ts'
import type { FeatureSamples } from '../../../test/support/samples.ts'
import type { Organization } from '../../../test/support/factories.ts'
import { makeFleet } from '../fleets/samples.ts'
import { serial } from '../../../test/support/serial.ts'
import type { TestApp } from '../../../test/support/test-app.ts'

const terms = {
  currency: 'EUR',
  starting_minor: 0,
  free_minutes: 0,
  minute_minor: 0,
  hour_minor: 50,
  day_minor: 0,
  day_cap_minor: null,
  stay_cap_minor: 3600,
} as const

/** A price list with a version in force since long ago. */
export async function makePriceList(
  w: TestApp,
  target: { type: 'location' | 'rental_fleet'; id: string },
  values: Record<string, unknown> = {},
): Promise<{ id: string; version_id: string }> {
  const [id, version_id] = [uuidv7(), uuidv7()]
  const now = w.clock.now().toISOString()
  await w.db
    .insertInto('price_lists')
    .values({
      id,
      target_type: target.type,
      target_id: target.id,
      name: `Prices ${serial()}`,
      created_at: now,
      updated_at: now,
    })
    .execute()
  await makePriceVersion(w, id, { id: version_id, valid_from: '2026-01-01T00:00:00.000Z', ...values })
  return { id, version_id }
}

export async function makePriceVersion(
  w: TestApp,
  price_list_id: string,
  values: Record<string, unknown> = {},
): Promise<void> {
  const now = w.clock.now().toISOString()
  const row = { id: uuidv7(), price_list_id, number: 1, valid_from: now, ...terms, created_at: now, ...values }
  await w.db.insertInto('price_list_versions').values(row).execute()
}

const routes = priceListsOf.location
const ofFleet = priceListsOf.rental_fleet
const later = '2030-02-01T00:00:00.000Z'

/** The fleet of the place, which the samples of fleets have just made. */
async function fleetOf(w: TestApp, { id }: Organization): Promise<string> {
  const { rows } = await w.pool.query<{ id: string }>(
    'select id from rental_fleets where organization_id = $1 order by id desc limit 1',
    [id],
  )
  if (rows[0]) return rows[0].id
  throw new Error('The samples of price lists need the fleet of the place')
}

async function listWithVersions(w: TestApp, target: Parameters<typeof makePriceList>[1]) {
  const { id } = await makePriceList(w, target)
  const version_id = uuidv7()
  await makePriceVersion(w, id, { id: version_id, number: 2, valid_from: later })
  return { id, version_id }
}

export const samples: FeatureSamples = {
  things: async (w, { location_id, organization }) => {
    const parking = await listWithVersions(w, { type: 'location', id: location_id })
    const rides = await listWithVersions(w, { type: 'rental_fleet', id: await fleetOf(w, organization) })
    return {
      location_price_list_id: parking.id,
      location_price_version_id: parking.version_id,
      rental_fleet_price_list_id: rides.id,
      rental_fleet_price_version_id: rides.version_id,
    }
  },
  routes: async (w, { organization, groups }) => [
    sample(ofFleet.create, {
      params: { fleet_id: await makeFleet(w, organization, {}, groups) },
      body: { name: 'Swept prices', ...terms, valid_from: null },
      isUnversioned: true,
    }),
    sample(ofFleet.rename, { body: { name: 'Swept prices' } }),
    sample(ofFleet.addVersion, { body: { ...terms, valid_from: '2031-01-01T00:00:00.000Z' } }),
    sample(ofFleet.updateVersion, { body: { ...terms, valid_from: later } }),
    sample(ofFleet.end, { body: { ends_at: '2032-01-01T00:00:00.000Z' } }),
    sample(routes.create, {
      params: { location_id: await w.make.location(null) },
      body: { name: 'Swept prices', ...terms, valid_from: null },
      isUnversioned: true,
    }),
    sample(routes.rename, { body: { name: 'Swept prices' } }),
    sample(routes.addVersion, { body: { ...terms, valid_from: '2031-01-01T00:00:00.000Z' } }),
    sample(routes.updateVersion, { body: { ...terms, valid_from: later } }),
    sample(routes.end, { body: { ends_at: '2032-01-01T00:00:00.000Z' } }),
  ],
  lists: [
    listSample(listPriceLists, {
      type: 'rental_fleet',
      action: 'GET',
      rows: `select id, array[target_type || ' ' || target_id] as through from price_lists`,
    }),
  ],
}
