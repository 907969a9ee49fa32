import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { search } from '@wheelhouse/contract/search/search.ts'
import type { SearchHit, SearchType } from '@wheelhouse/contract/search/search.ts'
import { read } from '../../api/api.ts'

/** Between two letters of someone who types. */
const pauseMs = 120
export const shortestText = 2
/** Results may name people: nothing of them stays for long. */
const keptMs = 30_000
const none: SearchHit[] = []

export interface Search {
  hits: readonly SearchHit[]
  /** They are of the text before: the answer to this one is on its way. */
  isPending: boolean
  isFailed: boolean
  again: () => void
}

/** All that there is, or of some types. Asks when the typing pauses; an answer that nobody waits for is cancelled, and the one before stays until the next has come. */
export function useSearch(text: string, types?: readonly SearchType[]): Search {
  const q = text.trim().slice(0, 100)
  const [asked] = useDebouncedValue(q, pauseMs)
  const isAsked = asked.length >= shortestText
  const { data, isFetching, isPlaceholderData, isError, refetch } = useQuery({
    ...read(search, { query: { q: asked, ...(types === undefined ? {} : { type: [...types] }) } }),
    enabled: isAsked,
    placeholderData: keepPreviousData,
    gcTime: keptMs,
  })
  const isWanted = q.length >= shortestText
  return {
    hits: isWanted && isAsked ? (data?.items ?? none) : none,
    isPending: isWanted && (asked !== q || isPlaceholderData || (isFetching && data === undefined)),
    isFailed: isWanted && isError,
    again: () => void refetch(),
  }
}
