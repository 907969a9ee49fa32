import * as v from 'valibot'
import { activeRentals, endedRentals } from '@wheelhouse/contract/rental-sessions/rental-sessions.ts'
import { leftOut } from '../../lists/address-values.ts'
import { listAddress } from '../../lists/list-address.ts'
import type { SearchOf } from '../../lists/list-address.ts'
import { PeriodOrDays } from '../../lists/periods.ts'

/** The beginning is filtered by a named period or by days. */
export const endedRentalsAddress = listAddress(endedRentals, { period: PeriodOrDays }, ['from', 'to'])
/** The two lists differ in path and summary only, of which the screen's types know nothing. */
export const activeRentalsAddress: typeof endedRentalsAddress = {
  ...endedRentalsAddress,
  list: activeRentals as unknown as typeof endedRentals,
}
export type RentalSessionsSearch = SearchOf<typeof endedRentalsAddress>

/** Which tab of one session is open where there is no right column. */
const Details = v.object({ tab: leftOut(v.literal('timeline')) })
export type RentalSessionSearch = v.InferOutput<typeof Details>
export const rentalSessionSearch = (search: Record<string, unknown>): RentalSessionSearch => v.parse(Details, search)
