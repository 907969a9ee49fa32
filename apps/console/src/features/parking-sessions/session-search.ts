import * as z from 'zod'
import { HowEnded } from '@wheelhouse/contract/parking-sessions/parking-sessions.ts'
import type { listParkingSessions } from '@wheelhouse/contract/parking-sessions/parking-sessions.ts'
import { dayPlus, daysOf, instantsOf } from '../../lists/day-span.ts'
import type { DaySpan } from '../../lists/day-span.ts'
import { someOf } from '../../lists/search-params.ts'
import { presetRange } from '../../ui/form/date-ranges.ts'
import type { DateRange } from '../../ui/form/date-ranges.ts'

export const periods = ['today', 'yesterday', 'last_7_days', 'last_30_days', 'current_month', 'last_month'] as const
export type Period = (typeof periods)[number]

const Days = z.custom<DaySpan>((value) => typeof value === 'string' && daysOf(value) !== null)

const Search = z.object({
  period: z
    .union([z.enum(periods), Days])
    .optional()
    .catch(undefined),
  location_id: someOf(z.uuid()),
  user_id: z.uuid().optional().catch(undefined),
  device_id: z.uuid().optional().catch(undefined),
  how_ended: someOf(HowEnded),
  min_minutes: z.coerce.number().int().min(1).max(527_040).optional().catch(undefined),
  rating: someOf(z.coerce.number().int().min(1).max(5)),
  has_comment: z.enum(['yes', 'no']).optional().catch(undefined),
  order: z.literal('asc').optional().catch(undefined),
})

/** The state of the list is its address; what is at its default is not in it. */
export type SessionsSearch = z.output<typeof Search>

export const sessionsSearch = (search: Record<string, unknown>): SessionsSearch => Search.parse(search)

/** Which tab of one session is open where there is no right column. */
const Details = z.object({ tab: z.literal('timeline').optional().catch(undefined) })
export type SessionSearch = z.output<typeof Details>
export const sessionSearch = (search: Record<string, unknown>): SessionSearch => Details.parse(search)

type Filter = Omit<z.input<(typeof listParkingSessions)['query']>, 'order' | 'cursor' | 'limit'>

/** What an address asks for, without its order. Days begin and end by the clock of the reader, whose day it is `today`. */
export function filterOf({ period, order: _order, ...rest }: SessionsSearch, today: string, timeZone: string): Filter {
  if (period === undefined) return rest
  const days = daysOf(period)
  if (days !== null) return { ...rest, ...instantsOf(days, timeZone) }
  const named = period as Period
  const { from, to } = instantsOf(daysIn(named, today), timeZone)
  // What goes on until now has no end: a session that begins while one looks at the list belongs to it.
  return { ...rest, from, ...(endsToday.has(named) ? {} : { to }) }
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
