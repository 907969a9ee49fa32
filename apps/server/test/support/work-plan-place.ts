import { uuidv7 } from 'uuidv7'
import type { Needs } from '@wheelhouse/contract/access.ts'
import { listLogEntries } from '@wheelhouse/contract/maintenance-log/maintenance-log.ts'
import type { LogEntry } from '@wheelhouse/contract/maintenance-log/log-entry.ts'
import { createWorkPlan, getWorkPlan, switchWorkPlan } from '@wheelhouse/contract/work-plans/work-plans.ts'
import type { WorkPlanDetails } from '@wheelhouse/contract/work-plans/work-plans.ts'
import { runDueJobs } from '../../src/features/work-plans/recurring-jobs.ts'
import { answerCauses } from '../../src/features/work-plans/rules.ts'
import type { Organization } from './factories.ts'
import type { Answer, Caller, TestApp } from './test-app.ts'

export const work: Needs = {
  organization: ['GET', 'GET_MAINTENANCE_LOG_ENTRIES', 'UPDATE_MAINTENANCE_LOG_ENTRIES'],
  location: ['GET', 'GET_MAINTENANCE_LOG_ENTRIES', 'UPDATE_MAINTENANCE_LOG_ENTRIES'],
}

/** A location with a dock whose hardware can fail, and a person who may plan the work there. */
export async function makeWorkPlanPlace(w: TestApp) {
  const ours = await w.make.organization()
  const location = await w.make.location(ours)
  const hardware = await w.make.hardware(await w.make.controller())
  const device = await w.make.device(location, { hardware_id: hardware, number: 7 })
  const planner = await w.person([{ group_id: ours.owner, needs: work }])
  return { ours, location, hardware, device, planner }
}

export const template = {
  kind: 'template',
  status: 'active',
  name: 'Spring check',
  description: 'Grease the lock bars and check the springs.',
  type: 'inspection',
  priority: 'high',
  resource: 'on_site_technician',
} as const
export const weekly = { ...template, kind: 'recurring', starts_at: '2026-06-16T09:00', period: 'weekly' } as const
export const rule = { ...template, kind: 'rule', type: 'repair', triggers: ['outage', 'lock_jam'] } as const
export const refOf = ({ id, organization_id }: WorkPlanDetails) => ({ organization_id, work_plan_id: id })
export const versioned = ({ version }: { version: number }) => ({ 'if-match': `"${version}"` })

interface WorkPlanPlace {
  w: TestApp
  ours: Organization
  location: string
  hardware: string
  device: string
  planner: Caller
}

/** What tests do with work plans. The place is asked for at each call, because every test has another one. */
export function workPlanActions(place: () => WorkPlanPlace) {
  const create = (body: object, who = place().planner): Promise<Answer> =>
    who.send(createWorkPlan, { params: { organization_id: place().ours.id }, body: body })
  const made = async (body: object): Promise<WorkPlanDetails> => (await create(body)).body
  const fresh = async (plan: WorkPlanDetails): Promise<WorkPlanDetails> =>
    await place().planner.ask(getWorkPlan, { params: refOf(plan) })
  const switched = async (plan: WorkPlanDetails, status: 'active' | 'disabled'): Promise<WorkPlanDetails> =>
    await place().planner.ask(switchWorkPlan, { params: refOf(plan), headers: versioned(plan), body: { status } })
  const entries = async (state = 'all'): Promise<LogEntry[]> =>
    (await place().planner.send(listLogEntries, { query: { state, sort: 'created_at', order: 'asc' } })).body.items

  const jobCtx = () => ({ ...place().w, correlation_id: uuidv7(), signal: new AbortController().signal })
  const calendarTick = () => runDueJobs(jobCtx())
  const ruleTick = () => answerCauses(jobCtx())
  const now = (): string => place().w.clock.now().toISOString()
  /** Midnight of a day in UTC, and so many hours. */
  const goTo = (instant: string): void => {
    const { clock } = place().w
    clock.advance(Date.parse(instant) - clock.now().getTime())
  }
  return { create, made, fresh, switched, entries, calendarTick, ruleTick, now, goTo, ...causesAt(place, now) }
}

/** Alarms and outages of the dock, as the server would have written them. */
function causesAt(place: () => WorkPlanPlace, now: () => string) {
  const rowOf = (id: string) => {
    const { hardware, device, location } = place()
    return { id, hardware_id: hardware, device_id: device, location_id: location, raised_at: now() }
  }
  async function raise(reason: string, values: Record<string, unknown> = {}): Promise<string> {
    const { w } = place()
    const id = uuidv7()
    w.clock.advance(1_000)
    await w.db
      .insertInto('alarms')
      .values({ ...rowOf(id), reason, ...values })
      .execute()
    return id
  }
  const clear = (id: string) =>
    place().w.db.updateTable('alarms').set({ cleared_at: now() }).where('id', '=', id).execute()

  async function confirmOutage(): Promise<string> {
    const { w } = place()
    const id = uuidv7()
    const row = { ...rowOf(id), began_at: now() }
    w.clock.advance(1_000)
    await w.db
      .insertInto('outages')
      .values({ ...row, confirmed_at: now() })
      .execute()
    return id
  }
  const endOutage = (id: string) =>
    place()
      .w.db.updateTable('outages')
      .set({ cleared_at: now(), ended_at: now(), clearing: 'recovered' })
      .where('id', '=', id)
      .execute()
  return { raise, clear, confirmOutage, endOutage }
}
