import * as v from 'valibot'
import { id, leftOut } from '../../lists/address-values.ts'
import { eventAddressShape } from '../events/event-address.ts'

/** Who calls and about what. What was looked for is personal data and in no address. */
const SupportSearch = v.object({
  user: leftOut(id),
  /** The key that a search found. */
  key: leftOut(id),
  device: leftOut(id),
  location: leftOut(id),
  session: leftOut(id),
  case: leftOut(id),
  /** Which cases are listed while nobody is open; without it those that are open. */
  cases: leftOut(v.literal('closed')),
  /** The filter of the events of the dock. */
  ...eventAddressShape,
})
export type SupportSearch = v.InferOutput<typeof SupportSearch>

export const supportSearch = (search: Record<string, unknown>): SupportSearch => v.parse(SupportSearch, search)
