import * as v from 'valibot'

/** The list one came from, for previous and next on a details page. Of this tab, until it is closed. */
const LastList = v.object({
  href: v.pipe(v.string(), v.startsWith('/')),
  isFiltered: v.boolean(),
  ids: v.array(v.string()),
  total: v.string(),
})
export type LastList = v.InferOutput<typeof LastList>

const keyOf = (list: string): string => `wheelhouse.last-list.${list}`
/** Enough to walk through; the storage of a tab is small. */
const keptAtMost = 5_000

export function rememberList(list: string, { ids, ...rest }: LastList): void {
  try {
    sessionStorage.setItem(keyOf(list), JSON.stringify({ ...rest, ids: ids.slice(0, keptAtMost) }))
  } catch {
    // A full storage costs the way to the next one, nothing else.
  }
}

export function lastList(list: string): LastList | null {
  try {
    return v.parse(LastList, JSON.parse(sessionStorage.getItem(keyOf(list)) ?? ''))
  } catch {
    return null
  }
}
