import { normalSearch } from './saved-views-active.ts'

/** The saved view that a list was last opened by in this tab, and the filter that was made of it since. */
interface LeftView {
  id: string
  search: string
}

const keyOf = (path: string): string => `wheelhouse.view.${path}`

/** Kept by the path of the list, for as long as the tab. */
export function leftView(path: string): LeftView | null {
  try {
    const kept: { id?: unknown; search?: unknown } | null = JSON.parse(sessionStorage.getItem(keyOf(path)) ?? 'null')
    return typeof kept?.id === 'string' && typeof kept.search === 'string' ? { id: kept.id, search: kept.search } : null
  } catch {
    return null
  }
}

export function keepLeftView(path: string, view: LeftView | null): void {
  if (view === null) sessionStorage.removeItem(keyOf(path))
  else sessionStorage.setItem(keyOf(path), JSON.stringify(view))
}

/** A link to another filter of a list is no change of the view that was chosen there before. */
export function followAddress(address: string): void {
  const [path = '', search = ''] = address.split('#', 1)[0]?.split('?') ?? []
  const kept = leftView(path)
  if (kept !== null && kept.search !== normalSearch(search)) keepLeftView(path, null)
}
