import { lastRunNumber, runAt } from '@wheelhouse/contract/reminders/reminder-runs.ts'
import type { WorkPlan } from '@wheelhouse/contract/work-plans/work-plans.ts'

/** When a recurring job makes its entries: every so many periods from a time on the wall of the organization. */
export interface PlanCalendar extends Pick<WorkPlan, 'starts_at' | 'period' | 'every'> {
  time_zone: string
}

interface Run {
  number: number
  at: number
}

const scheduleOf = ({ starts_at, period }: PlanCalendar) =>
  starts_at === null || period === null ? null : { activation_at: starts_at, period }

/** The last run at or before a moment; null before the first. */
export function lastPlanRun(plan: PlanCalendar, now: Date): Run | null {
  const schedule = scheduleOf(plan)
  if (schedule === null) return null
  const last = lastRunNumber(schedule, now.getTime(), plan.time_zone)
  if (last === null) return null
  const number = last - (last % plan.every)
  return { number, at: runAt(schedule, number, plan.time_zone) }
}

/** The next runs of a recurring job that is switched on. */
export function nextPlanRuns(
  plan: PlanCalendar & Pick<WorkPlan, 'kind' | 'status'>,
  now: Date,
  count: number,
): string[] {
  const schedule = scheduleOf(plan)
  if (plan.kind !== 'recurring' || plan.status === 'disabled' || schedule === null) return []
  const last = lastPlanRun(plan, now)
  const first = last === null ? 0 : last.number + plan.every
  return Array.from({ length: count }, (_, at) =>
    new Date(runAt(schedule, first + at * plan.every, plan.time_zone)).toISOString(),
  )
}
