import * as v from 'valibot'
import { presetRange } from '../ui/form/date-ranges.ts'
import type { DateRange } from '../ui/form/date-ranges.ts'
import { dayPlus, Days, daysOf, instantsOf } from './day-span.ts'

/** Periods that are counted from today, as addresses name them. */
export const periods = [
  'today',
  'yesterday',
  'last_7_days',
  'last_30_days',
  'current_month',
  'last_month',
  'current_year',
] as const
export type Period = (typeof periods)[number]

/** Keys of `t`. */
export const periodLabels: Record<Period, string> = {
  today: 'Today',
  yesterday: 'Yesterday',
  last_7_days: 'Last 7 days',
  last_30_days: 'Last 30 days',
  current_month: 'Current month',
  last_month: 'Last month',
  current_year: 'Current year',
}

/** Of an address: a period, or two days. */
export const PeriodOrDays = v.union([v.picklist(periods), Days])
export type PeriodOrDays = v.InferOutput<typeof PeriodOrDays>

interface Timed {
  period?: PeriodOrDays | undefined
}

/** From when to when a period is, by the clock of the reader, whose day it is `today`. */
export function instantsIn({ period }: Timed, today: string, timeZone: string): { from?: string; to?: string } {
  if (period === undefined) return {}
  const days = daysOf(period)
  if (days !== null) return instantsOf(days, timeZone)
  // What is no span of days is a name.
  const named = period as Period
  const { from, to } = instantsOf(daysIn(named, today), timeZone)
  // What goes on until now has no end: what begins while one looks at the list belongs to it.
  return { from, ...(isOver.has(named) ? { to } : {}) }
}

const isOver: ReadonlySet<Period> = new Set(['yesterday', 'last_month'])

function daysIn(period: Period, today: string): DateRange {
  switch (period) {
    case 'today':
      return { from: today, to: today }
    case 'yesterday':
      return { from: dayPlus(today, -1), to: dayPlus(today, -1) }
    case 'last_7_days':
      return { from: dayPlus(today, -6), to: today }
    case 'last_30_days':
      return { from: dayPlus(today, -29), to: today }
    default:
      return presetRange(period, today)
  }
}
