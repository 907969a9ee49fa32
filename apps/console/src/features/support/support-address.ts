import * as z from 'zod'

const id = () => z.uuid().optional().catch(undefined)

/** Who calls and about what. What was looked for is personal data and in no address. */
const SupportSearch = z.object({
  user: id(),
  /** The key that a search found. */
  key: id(),
  device: id(),
  location: id(),
  session: id(),
  case: id(),
  /** Which cases are listed while nobody is open; without it those that are open. */
  cases: z.literal('closed').optional().catch(undefined),
})
export type SupportSearch = z.output<typeof SupportSearch>

export const supportSearch = (search: Record<string, unknown>): SupportSearch => SupportSearch.parse(search)

/** The page of a caller's problem: `supportPath({ device })`. */
export function supportPath(search: Partial<SupportSearch>): string {
  const query = new URLSearchParams(
    Object.entries(search).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
  return query.size === 0 ? '/support' : `/support?${query}`
}
