import { uuidv7 } from 'uuidv7'
import {
  createWorkPlan,
  listLogTemplates,
  listWorkPlans,
  switchWorkPlan,
  updateWorkPlan,
} from '@wheelhouse/contract/work-plans/work-plans.ts'
import { listSample, sample } from '../../../test/support/samples.ts'
import type { FeatureSamples } from '../../../test/support/samples.ts'
import type { TestApp } from '../../../test/support/test-app.ts'

/** The row has these values already: an update that changes nothing leaves the version to the next sample. */
export const workPlan = {
  kind: 'template',
  status: 'active',
  name: 'Swept template',
  description: 'Grease the lock bars and check the springs.',
  type: 'inspection',
  priority: 'low',
  resource: 'on_site_technician',
} as const

export async function makeWorkPlan(
  w: TestApp,
  organization_id: string,
  values: Record<string, unknown> = {},
  location_ids: readonly string[] = [],
): Promise<string> {
  const id = uuidv7()
  const now = w.clock.now().toISOString()
  await w.db
    .insertInto('work_plans')
    .values({ id, organization_id, ...workPlan, active_since: now, created_at: now, updated_at: now, ...values })
    .execute()
  if (location_ids.length > 0)
    await w.db
      .insertInto('work_plan_locations')
      .values(location_ids.map((location_id) => ({ plan_id: id, location_id })))
      .execute()
  return id
}

export const samples: FeatureSamples = {
  things: async (w, { organization }) => ({ work_plan_id: await makeWorkPlan(w, organization.id) }),
  routes: [
    sample(createWorkPlan, { body: workPlan, isUnversioned: true }),
    sample(updateWorkPlan, { body: workPlan }),
    sample(switchWorkPlan, { body: { status: 'active' } }),
    sample(listLogTemplates, {}),
  ],
  lists: [
    listSample(listWorkPlans, {
      type: 'organization',
      action: 'GET_MAINTENANCE_LOG_ENTRIES',
      rows: `select id, array['organization ' || organization_id] as through from work_plans`,
    }),
  ],
}
