import * as v from 'valibot'
import { id, leftOut } from '../../lists/address-values.ts'

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
})
export type SupportSearch = v.InferOutput<typeof SupportSearch>

export const supportSearch = (search: Record<string, unknown>): SupportSearch => v.parse(SupportSearch, search)

/** The page of a caller's problem: `supportPath({ device })`. */
export function supportPath(search: Partial<SupportSearch>): string {
  const query = new URLSearchParams(
    Object.entries(search).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
  return query.size === 0 ? '/support' : `/support?${query}`
}
