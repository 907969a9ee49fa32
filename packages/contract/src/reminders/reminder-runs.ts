import * as z from 'zod'
import { momentOf, shownAt, wallOf } from '../wall-clock.ts'

export const reminderPeriods = ['hourly', 'daily', 'weekly', 'monthly', 'yearly'] as const
export const ReminderPeriod = z.enum(reminderPeriods, 'Period is required')
export type ReminderPeriod = z.infer<typeof ReminderPeriod>

/** When a config runs: from a time on the wall of each location, once every period. Runs are numbered from 0. */
export interface ReminderSchedule {
  /** `2026-01-31T09:00`. */
  activation_at: string
  period: ReminderPeriod
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** So many months later, on the last day of a month that is too short for the day. */
function monthsLater(wall: number, months: number): number {
  const from = new Date(wall)
  const first = Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months, 1)
  const target = new Date(first)
  const lastDay = new Date(Date.UTC(target.getUTCFullYear(), target.getUTCMonth() + 1, 0)).getUTCDate()
  return first + (Math.min(from.getUTCDate(), lastDay) - 1) * dayMs + (wall % dayMs)
}

/** Epoch milliseconds of a run. Hours pass; days, weeks, months and years keep the time on the wall. */
export function runAt({ activation_at, period }: ReminderSchedule, number: number, timeZone: string): number {
  const wall = wallOf(activation_at)
  switch (period) {
    case 'hourly':
      return momentOf(wall, timeZone) + number * hourMs
    case 'daily':
      return momentOf(wall + number * dayMs, timeZone)
    case 'weekly':
      return momentOf(wall + number * 7 * dayMs, timeZone)
    case 'monthly':
      return momentOf(monthsLater(wall, number), timeZone)
    case 'yearly':
      return momentOf(monthsLater(wall, number * 12), timeZone)
  }
}

function guessOf({ activation_at, period }: ReminderSchedule, now: number, timeZone: string): number {
  const wall = wallOf(activation_at)
  const shown = shownAt(now, timeZone)
  const [from, to] = [new Date(wall), new Date(shown)]
  const months = (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth()
  const guesses: Record<ReminderPeriod, number> = {
    hourly: Math.floor((now - momentOf(wall, timeZone)) / hourMs),
    daily: Math.floor((shown - wall) / dayMs),
    weekly: Math.floor((shown - wall) / (7 * dayMs)),
    monthly: months,
    yearly: Math.floor(months / 12),
  }
  return guesses[period]
}

/** The number of the last run at or before a moment; null before the first. */
export function lastRunNumber(schedule: ReminderSchedule, now: number, timeZone: string): number | null {
  const guess = guessOf(schedule, now, timeZone)
  for (let number = guess + 1; number >= Math.max(0, guess - 1); number--)
    if (runAt(schedule, number, timeZone) <= now) return number
  return null
}

/** The runs after a moment, in their order. */
export function nextRuns(schedule: ReminderSchedule, now: number, timeZone: string, count: number): number[] {
  const first = (lastRunNumber(schedule, now, timeZone) ?? -1) + 1
  return Array.from({ length: count }, (_, at) => runAt(schedule, first + at, timeZone))
}
