import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ReplyOf } from '@wheelhouse/contract/route.ts'
import { listListLayouts, saveListLayout } from '@wheelhouse/contract/saved-views/saved-views.ts'
import type { ListLayout } from '@wheelhouse/contract/saved-views/saved-views.ts'
import { firstLayout } from '../ui/data-table/layout.ts'
import type { TableLayout } from '../ui/data-table/layout.ts'
import { call } from '../api/api.ts'
import { useAppearance } from '../shell/appearance.ts'
import { pushFailure } from '../shell/messages.ts'
import { queryClient } from '../shell/query-client.ts'
import { forgetWithSession } from '../session/session-end.ts'
import { currentView } from '../session/view-as.ts'
import { useStaleOnChanges } from '../live/use-live.ts'

type Layouts = ReplyOf<typeof listListLayouts>

/** A column that is dragged tells its place many times. */
const saveAfterMs = 400
/** Chosen, and not yet kept by the server. */
const pending = new Map<string, { layout: ListLayout; timer: ReturnType<typeof setTimeout> }>()

const withLayout = (layouts: Layouts, list: string, layout: ListLayout): Layouts => [
  ...layouts.filter((one) => one.list !== list),
  { list, layout },
]

export const layouts = queryOptions({
  queryKey: [listListLayouts.path],
  queryFn: async ({ signal }) => {
    const kept = await call(listListLayouts, {}, { signal })
    return [...pending].reduce((all, [list, { layout }]) => withLayout(all, list, layout), kept)
  },
  staleTime: Infinity,
  // Kept as long as the person is signed in: asked for once.
  gcTime: Infinity,
})

async function save(list: string): Promise<void> {
  const chosen = pending.get(list)
  if (chosen === undefined) return
  clearTimeout(chosen.timer)
  const isSaved = await call(saveListLayout, { params: { list }, body: chosen.layout }).then(
    () => true,
    (error: unknown) => (pushFailure(saveListLayout.says.failed, error), false),
  )
  if (pending.get(list) !== chosen) return
  pending.delete(list)
  // A reply from before the server kept it would put the columns back, and take the focus with them.
  if (isSaved) void queryClient.invalidateQueries({ queryKey: layouts.queryKey })
}

function choose(list: string, arranged: TableLayout): void {
  // The same keys and values; the table promises besides to change nothing in place.
  const layout = arranged as ListLayout
  clearTimeout(pending.get(list)?.timer)
  // The layout is the person's own, and nothing is written during a view as someone else.
  if (currentView() === null) pending.set(list, { layout, timer: setTimeout(() => void save(list), saveAfterMs) })
  void queryClient.cancelQueries({ queryKey: layouts.queryKey })
  queryClient.setQueryData(layouts.queryKey, (before) => withLayout(before ?? [], list, layout))
}

// Who closes the page right after a choice has made it all the same.
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') for (const list of pending.keys()) void save(list)
})

forgetWithSession(() => {
  for (const { timer } of pending.values()) clearTimeout(timer)
  pending.clear()
})

const firstLayouts = { compact: firstLayout, comfortable: { ...firstLayout, density: 'comfortable' } as const }

/** How this person has laid out a list, on whatever machine; null until it is known. A choice shows at once and is kept by the server. */
export function useListLayout(list: string): [TableLayout | null, (layout: TableLayout) => void] {
  const { data, isError } = useQuery(layouts)
  useStaleOnChanges(listListLayouts, {}, layouts.queryKey, () => pending.size === 0)
  const kept = data?.find((one) => one.list === list)?.layout
  const density = useAppearance((state) => state.density)
  // Without an answer the list is shown all the same, as at first.
  return [kept ?? (data !== undefined || isError ? firstLayouts[density] : null), (layout) => choose(list, layout)]
}
