import * as z from 'zod'
import { activeSessions, endedSessions } from '@wheelhouse/contract/parking-sessions/parking-sessions.ts'
import { listAddress } from '../../lists/list-address.ts'
import type { SearchOf } from '../../lists/list-address.ts'
import { PeriodOrDays } from '../../lists/periods.ts'

/** The beginning is filtered by a named period or by days. */
export const sessionsAddress = listAddress(endedSessions, { period: PeriodOrDays }, ['from', 'to'])
/** The two lists differ in path and summary only, of which the screen's types know nothing. */
export const activeSessionsAddress: typeof sessionsAddress = {
  ...sessionsAddress,
  list: activeSessions as unknown as typeof endedSessions,
}
export type SessionsSearch = SearchOf<typeof sessionsAddress>

/** Which tab of one session is open where there is no right column. */
const Details = z.object({ tab: z.literal('timeline').optional().catch(undefined) })
export type SessionSearch = z.output<typeof Details>
export const sessionSearch = (search: Record<string, unknown>): SessionSearch => Details.parse(search)
