import * as v from 'valibot'
import { compares } from '@wheelhouse/contract/dashboards/charts.ts'
import { dashboards } from '@wheelhouse/contract/dashboards/dashboards.ts'
import { leftOut } from '../../lists/address-values.ts'
import { Days, dayPlus, daysOf } from '../../lists/day-span.ts'
import { listAddress } from '../../lists/list-address.ts'
import { presetRange } from '../../ui/form/date-ranges.ts'
import type { DateRange } from '../../ui/form/date-ranges.ts'

export const dashboardsAddress = listAddress(dashboards, { open: v.literal('new') })
export const dashboardPath = (id: string): string => `/analytics/dashboards/${id}`

export const periods = [
  ...(['last_7_days', 'last_30_days', 'last_90_days'] as const),
  ...(['current_month', 'last_month', 'current_year', 'last_year'] as const),
] as const
export type Period = (typeof periods)[number]

/** What is at its default is not in the address. */
const Search = v.object({
  period: leftOut(v.union([v.picklist(periods), Days])),
  compare: leftOut(v.picklist(compares.filter((compare) => compare !== 'previous'))),
  /** Whose today ends the period; the reader's own without it. */
  zone: leftOut(v.pipe(v.string(), v.maxLength(64), v.check(isZone))),
  wall: leftOut(v.literal('yes')),
  edit: leftOut(v.picklist(['fields', 'charts', 'link'])),
})
export type DashboardSearch = v.InferOutput<typeof Search>
export const dashboardSearch = (search: Record<string, unknown>): DashboardSearch => v.parse(Search, search)

export const usualPeriod: Period = 'last_30_days'

function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** First and last day of the period; today is its last, where it goes on. */
export function rangeOf({ period = usualPeriod }: Pick<DashboardSearch, 'period'>, today: string): DateRange {
  const own = daysOf(period)
  if (own !== null) return own
  switch (period as Period) {
    case 'last_7_days':
      return { from: dayPlus(today, -6), to: today }
    case 'last_30_days':
      return { from: dayPlus(today, -29), to: today }
    case 'last_90_days':
      return { from: dayPlus(today, -89), to: today }
    case 'current_month':
    case 'last_month':
    case 'current_year':
    case 'last_year':
      return presetRange(period as 'current_month' | 'last_month' | 'current_year' | 'last_year', today)
  }
}
