import { uuidv7 } from 'uuidv7'
import { readGbfs, readGbfsManifest, readGeoJson } from '@wheelhouse/contract/public-areas/feeds.ts'
import {
  checkPublicArea,
  createPublicArea,
  listPublicAreas,
  updatePublicArea,
} from '@wheelhouse/contract/public-areas/public-areas.ts'
import type { Organization } from '../../../test/support/factories.ts'
import { listSample, sample } from '../../../test/support/samples.ts'
import type { FeatureSamples } from '../../../test/support/samples.ts'
import { serial } from '../../../test/support/serial.ts'
import type { TestApp } from '../../../test/support/test-app.ts'

export const areaText = { name: 'Swept area', description: 'Every rack of the old town.' }

/** A public area of an organization with these locations, in its owner group unless others are given. */
export async function makeArea(
  w: TestApp,
  owner: Organization,
  locationIds: readonly string[],
  values: Record<string, unknown> = {},
  groups: string[] = [owner.owner],
): Promise<string> {
  const id = uuidv7()
  const now = w.clock.now().toISOString()
  const row = { id, organization_id: owner.id, name: `Area ${serial()}`, description: areaText.description }
  await w.db
    .insertInto('public_areas')
    .values({ ...row, created_at: now, updated_at: now, ...values })
    .execute()
  if (locationIds.length > 0)
    await w.db
      .insertInto('public_area_locations')
      .values(locationIds.map((location_id) => ({ area_id: id, location_id })))
      .execute()
  await w.make.members('public_area', id, groups)
  return id
}

export const samples: FeatureSamples = {
  things: async (w, { organization, groups, location_id }) => ({
    public_area_id: await makeArea(w, organization, [location_id], areaText, groups),
  }),
  routes: async (_w, { organization, location_id }) => {
    const body = { ...areaText, organization_id: organization.id, location_ids: [location_id] }
    const alsoNeeds = { organization: ['GET'], location: ['GET'] } as const
    return [
      sample(createPublicArea, { body, alsoNeeds, isCheckedTwice: true }),
      sample(updatePublicArea, { body, alsoNeeds: { location: ['GET'] } }),
      sample(checkPublicArea, { isUnversioned: true, isUnkeyed: true }),
      sample(readGbfs, { isPublic: true }),
      sample(readGbfsManifest, { isPublic: true }),
      sample(readGeoJson, { isPublic: true }),
    ]
  },
  lists: [
    listSample(listPublicAreas, {
      type: 'public_area',
      action: 'public-area:get',
      rows: `select id, array['public_area ' || id] as through from public_areas`,
    }),
  ],
}
