import { useEffect } from 'react'
import type { RefObject } from 'react'
import { fieldOf } from '@wheelhouse/contract/certain.ts'
import type { List } from './list.ts'

interface Selecting {
  selection: ReadonlySet<string>
  keep: (selection: ReadonlySet<string>) => void
  /** What is being done to the rows counts its own. */
  isBusy: boolean
}

/** Of a selection, what these rows hold. */
export const shownOf = (selection: ReadonlySet<string>, rows: readonly object[]): ReadonlySet<string> =>
  new Set(rows.map((row) => String(fieldOf(row, 'id'))).filter((id) => selection.has(id)))

/**
 * A selection belongs to the rows that one sees: after a change of the filter, what the list does not show is no longer selected,
 * nor is all that matched the filter before. Nothing is then done to rows out of sight. `selectedUnderRef` is the filter that the
 * selection belongs to; it is kept where the selection is, because the list may be away while its filter changes.
 */
export function useShownOnly<Row extends object>(
  selectedUnderRef: RefObject<string>,
  filterKey: string,
  { rows, isPast, isLoading, error }: Pick<List<Row>, 'rows' | 'isPast' | 'isLoading' | 'error'>,
  { selection, keep, isBusy }: Selecting,
): void {
  const isAnswered = !isPast && !isLoading && error === null && !isBusy
  useEffect(() => {
    if (selectedUnderRef.current === filterKey || !isAnswered) return
    selectedUnderRef.current = filterKey
    keep(shownOf(selection, rows))
  }, [selectedUnderRef, filterKey, isAnswered, keep, rows, selection])
}
