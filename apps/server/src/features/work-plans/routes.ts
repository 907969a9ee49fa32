import {
  createWorkPlan,
  deleteWorkPlan,
  getWorkPlan,
  listLogTemplates,
  listWorkPlanEvents,
  switchWorkPlan,
  updateWorkPlan,
  workPlans,
} from '@wheelhouse/contract/work-plans/work-plans.ts'
import type { WorkPlan } from '@wheelhouse/contract/work-plans/work-plans.ts'
import { serve } from '../../http/serve.ts'
import type { On } from '../../http/serve.ts'
import { serveList } from '../../lists/serve-list.ts'
import { serveEvents } from '../events/serve-events.ts'
import { assertPlan, planById, planList, templatesAt } from './queries.ts'
import * as plans from './work-plans.ts'

const cells = {
  every: ({ kind, every }: WorkPlan) => (kind === 'recurring' ? every : null),
  /** Empty: all of the organization. */
  location_codes: ({ locations }: WorkPlan) => locations.map(({ code }) => code),
}

export function workPlanRoutes(on: On): void {
  serveList(on, workPlans, planList, { cells })
  serve(on, getWorkPlan, ({ params }, ctx) => planById(ctx, params))
  serveEvents(on, listWorkPlanEvents, {
    param: 'work_plan_id',
    find: (ctx, { organization_id = '', work_plan_id = '' }) => assertPlan(ctx, { organization_id, work_plan_id }),
  })
  serve(on, createWorkPlan, ({ params, body }, ctx) => plans.createPlan(ctx, params.organization_id, body))
  serve(on, updateWorkPlan, ({ params, body, version }, ctx) => plans.updatePlan(ctx, params, body, version))
  serve(on, switchWorkPlan, ({ params, body, version }, ctx) => plans.switchPlan(ctx, params, body.status, version))
  serve(on, deleteWorkPlan, async ({ params, version }, ctx) => void (await plans.deletePlan(ctx, params, version)))
  serve(on, listLogTemplates, ({ params }, ctx) => templatesAt(ctx, params.location_id))
}
