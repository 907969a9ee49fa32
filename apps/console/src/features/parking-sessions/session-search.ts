import * as z from 'zod'
import { activeSessions, endedSessions } from '@wheelhouse/contract/parking-sessions/parking-sessions.ts'
import { listAddress } from '../../lists/list-address.ts'
import type { SearchOf } from '../../lists/list-address.ts'
import { PeriodOrDays } from '../../lists/periods.ts'

/** The beginning is filtered by a named period or by days. */
export const sessionsAddress = listAddress(endedSessions, { period: PeriodOrDays }, ['from', 'to'])
export const activeSessionsAddress = listAddress(activeSessions, { period: PeriodOrDays }, ['from', 'to'])
/** Of either list: only the active ones are searched. */
export type SessionsSearch = SearchOf<typeof activeSessionsAddress>

/** Which tab of one session is open where there is no right column. */
const Details = z.object({ tab: z.literal('timeline').optional().catch(undefined) })
export type SessionSearch = z.output<typeof Details>
export const sessionSearch = (search: Record<string, unknown>): SessionSearch => Details.parse(search)
