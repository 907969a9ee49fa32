import type { SavedView } from '@wheelhouse/contract/saved-views/saved-views.ts'

/** The same view, in whatever order its address is written, and whichever row is open. */
export function normalSearch(search: string): string {
  const query = new URLSearchParams(search)
  query.delete('open')
  query.sort()
  return query.toString()
}

/**
 * The view that is looked at: the one whose address this is, else the one that was come from and changed since. The plain
 * list is no view.
 */
export function activeView(
  views: readonly SavedView[],
  search: string,
  cameFrom: string | null,
): { id: string; isChanged: boolean } | null {
  const here = normalSearch(search)
  const exact = views.find((view) => normalSearch(view.search) === here)
  if (exact !== undefined) return { id: exact.id, isChanged: false }
  if (here === '') return null
  const left = views.find(({ id }) => id === cameFrom)
  return left === undefined ? null : { id: left.id, isChanged: true }
}
