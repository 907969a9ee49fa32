import * as z from 'zod'
import { activeRentals, endedRentals } from '@wheelhouse/contract/rental-sessions/rental-sessions.ts'
import { dayPlus, daysOf, instantsOf } from '../../lists/day-span.ts'
import type { DaySpan } from '../../lists/day-span.ts'
import { listAddress } from '../../lists/list-address.ts'
import type { SearchOf } from '../../lists/list-address.ts'
import { presetRange } from '../../ui/form/date-ranges.ts'
import type { DateRange } from '../../ui/form/date-ranges.ts'

export const periods = ['today', 'yesterday', 'last_7_days', 'last_30_days', 'current_month', 'last_month'] as const
export type Period = (typeof periods)[number]

const Days = z.custom<DaySpan>((value) => typeof value === 'string' && daysOf(value) !== null)

/** The beginning is filtered by a named period or by days. */
export const endedRentalsAddress = listAddress(endedRentals, { period: z.union([z.enum(periods), Days]) }, [
  'from',
  'to',
])
/** The two lists differ in path and summary only, of which the screen's types know nothing. */
export const activeRentalsAddress: typeof endedRentalsAddress = {
  ...endedRentalsAddress,
  list: activeRentals as unknown as typeof endedRentals,
}
export type RentalSessionsSearch = SearchOf<typeof endedRentalsAddress>

/** Which tab of one session is open where there is no right column. */
const Details = z.object({ tab: z.literal('timeline').optional().catch(undefined) })
export type RentalSessionSearch = z.output<typeof Details>
export const rentalSessionSearch = (search: Record<string, unknown>): RentalSessionSearch => Details.parse(search)

/** From when to when a period is, by the clock of the reader, whose day it is `today`. */
export function instantsIn(
  { period }: RentalSessionsSearch,
  today: string,
  timeZone: string,
): { from?: string; to?: string } {
  if (period === undefined) return {}
  const days = daysOf(period)
  if (days !== null) return instantsOf(days, timeZone)
  const named = period as Period
  const { from, to } = instantsOf(daysIn(named, today), timeZone)
  // What goes on until now has no end: a session that begins while one looks at the list belongs to it.
  return { from, ...(endsToday.has(named) ? {} : { to }) }
}

const endsToday: ReadonlySet<Period> = new Set(['today', 'last_7_days', 'last_30_days', 'current_month'])

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
    case 'current_month':
    case 'last_month':
      return presetRange(period, today)
  }
}
