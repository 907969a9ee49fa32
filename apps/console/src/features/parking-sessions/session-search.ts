import * as v from 'valibot'
import { activeSessions, endedSessions } from '@wheelhouse/contract/parking-sessions/parking-sessions.ts'
import { leftOut } from '../../lists/address-values.ts'
import { listAddress } from '../../lists/list-address.ts'
import type { SearchOf } from '../../lists/list-address.ts'
import { PeriodOrDays } from '../../lists/periods.ts'

/** The beginning is filtered by a named period or by days. */
export const sessionsAddress = listAddress(endedSessions, { period: PeriodOrDays }, ['from', 'to'])
export const activeSessionsAddress = listAddress(activeSessions, { period: PeriodOrDays }, ['from', 'to'])
/** Of either list: only the active ones are searched. */
export type SessionsSearch = SearchOf<typeof activeSessionsAddress>

/** Which tab of one session is open where there is no right column. */
const Details = v.object({ tab: leftOut(v.literal('timeline')) })
export type SessionSearch = v.InferOutput<typeof Details>
export const sessionSearch = (search: Record<string, unknown>): SessionSearch => v.parse(Details, search)
