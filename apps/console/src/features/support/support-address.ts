import type { SupportSearch } from './support-search.ts'

/** The page of a caller's problem: `supportPath({ device })`. The filter of the events of a dock is not that of another. */
export function supportPath({ user, key, device, location, session, case: one }: Partial<SupportSearch>): string {
  const query = new URLSearchParams(
    Object.entries({ user, key, device, location, session, case: one }).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    ),
  )
  return query.size === 0 ? '/support' : `/support?${query}`
}
