import { uuidv7 } from 'uuidv7'
import { createFleet, listFleets, updateFleet } from '@wheelhouse/contract/fleets/fleets.ts'
import type { Organization } from '../../../test/support/factories.ts'
import { listSample, sample } from '../../../test/support/samples.ts'
import type { FeatureSamples } from '../../../test/support/samples.ts'
import { serial } from '../../../test/support/serial.ts'
import type { TestApp } from '../../../test/support/test-app.ts'

/** A square of about 2 km around the usual location of tests, longitude first. */
export const square = [
  [24.68, 59.39],
  [24.72, 59.39],
  [24.72, 59.41],
  [24.68, 59.41],
]

/** A fleet of an organization, in its owner group unless others are given. */
export async function makeFleet(
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
    name: `Fleet ${serial()}`,
    area: JSON.stringify(square),
    created_at: now,
    updated_at: now,
    ...values,
  }
  await w.db.insertInto('rental_fleets').values(row).execute()
  await w.make.members('rental_fleet', id, groups)
  return id
}

export const samples: FeatureSamples = {
  things: async (w, { organization, groups }) => ({ fleet_id: await makeFleet(w, organization, {}, groups) }),
  routes: async (_w, { organization }) => [
    sample(createFleet, {
      body: { name: 'Swept fleet', organization_id: organization.id },
      alsoNeeds: { organization: ['GET'] },
      isCheckedTwice: true,
    }),
    sample(updateFleet, { body: { name: 'Swept and renamed', ride_orange_hours: 2, ride_red_hours: 12 } }),
  ],
  lists: [
    listSample(listFleets, {
      type: 'rental_fleet',
      action: 'GET',
      rows: `select id, array['rental_fleet ' || id] as through from rental_fleets`,
    }),
  ],
}
