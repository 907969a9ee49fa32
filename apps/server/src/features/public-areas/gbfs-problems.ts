import type { FeedCheck } from '@wheelhouse/contract/public-areas/public-areas.ts'
import type { GbfsFeed } from '@wheelhouse/contract/public-areas/feeds.ts'

export type Problem = FeedCheck['problems'][number]
export type Problems = Partial<Record<GbfsFeed, Problem[]>>

export function namedTwice<T>(items: readonly T[], list: string, idOf: (item: T) => string): Problem[] {
  const seen = new Set<string>()
  return items.flatMap((item, at) => {
    const id = idOf(item)
    const isAgain = seen.has(id)
    seen.add(id)
    return isAgain ? [{ at: `data.${list}.${at}`, text: `the id ${id} is given twice` }] : []
  })
}

export const unknownIn = (known: ReadonlySet<string>, at: string, what: string, id: string | undefined): Problem[] =>
  id === undefined || known.has(id) ? [] : [{ at, text: `${what} ${id} is in no other file` }]

/** A rule that a value breaks, in a list that can be spread. */
export const brokenIf = (isBroken: boolean, at: string, text: string): Problem[] => (isBroken ? [{ at, text }] : [])
