import { uuidv7 } from 'uuidv7'
import {
  createPointOfInterest,
  deletePointsOfInterest,
  listPointPlaces,
  listPointsOfInterest,
  points,
  updatePointOfInterest,
} from '@wheelhouse/contract/points-of-interest/points-of-interest.ts'
import type { Organization } from '../../../test/support/factories.ts'
import { listSample, sample } from '../../../test/support/samples.ts'
import type { FeatureSamples } from '../../../test/support/samples.ts'
import { serial } from '../../../test/support/serial.ts'
import type { TestApp } from '../../../test/support/test-app.ts'

/** A point of an organization, in its owner group unless others are given; or of nobody. */
export async function makePoint(
  w: TestApp,
  owner: Organization | null,
  values: Record<string, unknown> = {},
  groups: string[] = owner ? [owner.owner] : [],
): Promise<string> {
  const id = uuidv7()
  const now = w.clock.now().toISOString()
  const row = {
    id,
    organization_id: owner?.id ?? null,
    label: `Point ${serial()}`,
    type: 'utility-pump',
    icon_type: 'pump',
    access_level: 'internal',
    latitude: 59.43,
    longitude: 24.75,
    location_id: null,
    created_at: now,
    updated_at: now,
    ...values,
  }
  await w.db.insertInto('points_of_interest').values(row).execute()
  await w.make.members('point_of_interest', id, groups)
  return id
}

/** The row has these values already: an update that changes nothing leaves the version to the next sample. */
const pump = {
  label: 'Swept',
  type: 'utility-pump',
  icon_type: 'pump',
  access_level: 'internal',
  latitude: 59.43,
  longitude: 24.75,
} as const

const rows = {
  type: 'point_of_interest',
  action: 'GET',
  rows: `select id, array['point_of_interest ' || id] as through from points_of_interest`,
} as const

export const samples: FeatureSamples = {
  things: async (w, { organization, groups }) => ({ point_id: await makePoint(w, organization, pump, groups) }),
  routes: async (w) => [
    sample(createPointOfInterest, { body: pump, isCheckedTwice: true }),
    sample(updatePointOfInterest, { body: pump }),
    sample(points.selection, { body: {} }),
    sample(deletePointsOfInterest, { body: { target: { ids: [await makePoint(w, null)] } } }),
  ],
  lists: [listSample(listPointsOfInterest, rows), listSample(listPointPlaces, rows)],
}
