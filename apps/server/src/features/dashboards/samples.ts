import { uuidv7 } from 'uuidv7'
import { usualTiles } from '@wheelhouse/contract/dashboards/charts.ts'
import {
  arrangeDashboard,
  closePublicLink,
  createDashboard,
  getDashboardFigures,
  getPublicDashboard,
  listDashboards,
  openPublicLink,
  updateDashboard,
} from '@wheelhouse/contract/dashboards/dashboards.ts'
import type { Organization } from '../../../test/support/factories.ts'
import { listSample, sample } from '../../../test/support/samples.ts'
import type { FeatureSamples } from '../../../test/support/samples.ts'
import { serial } from '../../../test/support/serial.ts'
import type { TestApp } from '../../../test/support/test-app.ts'

/** A dashboard of an organization in its owner group, or in the groups given. */
export async function makeDashboard(
  w: TestApp,
  owner: Organization,
  values: Record<string, unknown> = {},
  groups: string[] = [owner.owner],
): Promise<string> {
  const [id, now] = [uuidv7(), w.clock.now().toISOString()]
  const times = { created_at: now, updated_at: now }
  const row = { id, organization_id: owner.id, name: `Dashboard ${serial()}`, tiles: JSON.stringify(usualTiles) }
  await w.db
    .insertInto('dashboards')
    .values({ ...row, ...times, ...values })
    .execute()
  await w.make.members('dashboards', id, groups)
  return id
}

export const samples: FeatureSamples = {
  things: async (w, { organization, groups, location_id }) => {
    const dashboard_id = await makeDashboard(w, organization, {}, groups)
    await w.db.insertInto('dashboard_locations').values({ dashboard_id, location_id }).execute()
    return { dashboard_id }
  },
  routes: async (_w, { organization, location_id }) => {
    const body = { name: 'Swept', organization_id: organization.id, location_ids: [location_id], organization_ids: [] }
    return [
      sample(createDashboard, {
        body,
        alsoNeeds: { location: ['GET'], organization: ['analytics-dashboard:get'] },
        isCheckedTwice: true,
      }),
      sample(updateDashboard, { body, alsoNeeds: { location: ['GET'] } }),
      sample(arrangeDashboard, { body: { tiles: [{ chart: 'sessions', size: 'wide' }] } }),
      sample(openPublicLink, { body: { expires_at: null, frame_origins: [], is_new: false } }),
      sample(closePublicLink, {}),
      sample(getDashboardFigures, { query: { from: '2026-06-01', to: '2026-06-14' } }),
      sample(getPublicDashboard, { isPublic: true, params: { token: 'x' } }),
    ]
  },
  lists: [
    listSample(listDashboards, {
      type: 'dashboards',
      action: 'analytics-dashboard:get',
      alsoNeeds: { organization: ['analytics-dashboard:get'] },
      rows: `select id, array['dashboards ' || id] as through from dashboards`,
    }),
  ],
}
