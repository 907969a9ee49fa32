import * as z from 'zod'

/** The list one came from, for previous and next on a location's page. Of this tab, until it is closed. */
const LastList = z.object({
  href: z.string().startsWith('/locations'),
  isFiltered: z.boolean(),
  ids: z.array(z.string()),
  total: z.string(),
})
export type LastList = z.infer<typeof LastList>

const key = 'wheelhouse.last-list'

export function rememberList(list: LastList): void {
  sessionStorage.setItem(key, JSON.stringify(list))
}

export function lastList(): LastList | null {
  try {
    return LastList.parse(JSON.parse(sessionStorage.getItem(key) ?? ''))
  } catch {
    return null
  }
}
