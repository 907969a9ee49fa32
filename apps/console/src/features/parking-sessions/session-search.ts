import * as z from 'zod'
import { HowEnded } from '@wheelhouse/contract/parking-sessions.ts'
import type { listParkingSessions } from '@wheelhouse/contract/parking-sessions.ts'
import { someOf } from '../../lib/search-params.ts'

export const periods = ['today', 'yesterday', 'last_7_days', 'last_30_days', 'current_month', 'last_month'] as const
export type Period = (typeof periods)[number]

const Search = z.object({
  period: z.enum(periods).optional().catch(undefined),
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

/** What an address asks for, without its order. A named period is counted in the reader's days from `now`. */
export function filterOf({ period, order: _order, ...rest }: SessionsSearch, now: Date): Filter {
  const span = period ? spanOf(period, now) : {}
  return { ...rest, ...span }
}

function spanOf(period: Period, now: Date): { from: string; to?: string } {
  const day = (plus: number) => new Date(now.getFullYear(), now.getMonth(), now.getDate() + plus).toISOString()
  const month = (plus: number) => new Date(now.getFullYear(), now.getMonth() + plus, 1).toISOString()
  switch (period) {
    case 'today':
      return { from: day(0) }
    case 'yesterday':
      return { from: day(-1), to: day(0) }
    case 'last_7_days':
      return { from: day(-6) }
    case 'last_30_days':
      return { from: day(-29) }
    case 'current_month':
      return { from: month(0) }
    case 'last_month':
      return { from: month(-1), to: month(0) }
  }
}
