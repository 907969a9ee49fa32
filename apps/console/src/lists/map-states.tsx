import type { ReactNode } from 'react'
import { Loaded, NotRenewed } from '../live/loaded.tsx'
import type { Reading } from '../live/loaded.tsx'
import { NoData, NoMatch, Skeleton } from '../ui/frame/states.tsx'
import type { ListWords } from './list-rows.tsx'

interface MapStates {
  /** The places that match the filter. */
  query: Reading<unknown>
  /** How many of them are drawn. */
  count: number
  words: ListWords & { noMatch: string }
  /** What the call says when it fails. */
  failed: string
  isFiltered: boolean
  onClear: () => void
}

/** What a map with its list (`MapWithList`) says instead of rows, and above rows that could not be renewed. */
export function mapStates({ query, count, words, failed, isFiltered, onClear }: MapStates): {
  state: ReactNode
  notice: ReactNode
} {
  const { error } = query
  if (count > 0)
    return { state: undefined, notice: error && <NotRenewed query={query} error={error} failed={failed} isBox /> }
  const state = (
    <Loaded query={query} failed={failed} bones={<Skeleton lines={6} />}>
      {() =>
        isFiltered ? (
          <NoMatch title={words.noMatch} onClear={onClear} />
        ) : (
          <NoData title={words.noData}>{words.whyNoData}</NoData>
        )
      }
    </Loaded>
  )
  return { state, notice: undefined }
}
