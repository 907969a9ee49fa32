import type { SavedView } from '@wheelhouse/contract/saved-views/saved-views.ts'
import type { Tab } from '../ui/frame/page.tsx'

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

/** A view that a list has before anybody saved one. */
export interface OfferedView {
  label: string
  search: string
}

interface Here {
  path: string
  search: string
  views: readonly Pick<SavedView, 'search'>[]
}

/** The list's own tabs and the view that it offers, until a saved view has the same address. */
export function withOffered(
  tabs: readonly Tab[],
  offered: OfferedView | undefined,
  { path, search, views }: Here,
): Tab[] {
  const of = normalSearch(offered?.search ?? '')
  if (offered === undefined || views.some((view) => normalSearch(view.search) === of)) return [...tabs]
  const isActive = normalSearch(search) === of
  return [
    ...tabs.map((tab) => ({ ...tab, isActive: tab.isActive && !isActive })),
    { id: 'offered', label: offered.label, href: `${path}?${offered.search}`, isActive },
  ]
}
