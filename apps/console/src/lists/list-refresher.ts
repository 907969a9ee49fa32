import { pagesWith, refreshed } from './list-pages.ts'
import type { ListPage, ListPages } from './list-pages.ts'
import { queryClient } from '../shell/query-client.ts'

export type Ask = (cursor: string | null) => Promise<ListPage>

interface KeeperDeps {
  /** Where the cache holds the pages. */
  key: readonly unknown[]
  ask: Ask
  /** The rows that are looked at, by their place. */
  view: () => { first: number; last: number }
  everyMs: number
}

/** What keeps one list fresh where it is looked at. */
export interface Keeper {
  /** Loads the visible rows again: at most once in `everyMs`, but immediately after a write of this person. */
  change: (isOwn: boolean) => void
  /** Another part of the list is looked at. */
  look: () => void
  end: () => void
}

interface Keeping extends KeeperDeps {
  /** Pages of before the last change. */
  stale: WeakSet<ListPage>
  changes: number
  timer: ReturnType<typeof setTimeout> | undefined
  isAsking: boolean
  askedAt: number
  hasEnded: boolean
}

/** A list that one comes back to within this time is shown as it was. */
const freshMs = 15_000
/** While one scrolls on nothing is asked. */
const settleMs = 150
/** Somebody else asks for this list just now. */
const busyMs = 300

export function createKeeper(deps: KeeperDeps): Keeper {
  const keeping: Keeping = {
    ...deps,
    stale: new WeakSet(),
    changes: 0,
    timer: undefined,
    isAsking: false,
    askedAt: 0,
    hasEnded: false,
  }
  const keeper: Keeper = {
    change: (isOwn) => {
      keeping.changes++
      for (const page of dataOf(keeping)?.pages ?? []) keeping.stale.add(page)
      schedule(keeping, isOwn ? 0 : Math.max(0, keeping.askedAt + keeping.everyMs - Date.now()))
    },
    look: () => {
      if (isViewStale(keeping)) schedule(keeping, settleMs)
    },
    end: () => {
      keeping.hasEnded = true
      clearTimeout(keeping.timer)
    },
  }
  const state = queryClient.getQueryState(deps.key)
  if (state?.data !== undefined && (state.isInvalidated || Date.now() - state.dataUpdatedAt > freshMs))
    keeper.change(true)
  return keeper
}

const dataOf = ({ key }: Keeping) => queryClient.getQueryData<ListPages<ListPage>>(key)

function viewOf({ view }: Keeping, pages: readonly ListPage[]) {
  const { first, last } = view()
  return pagesWith(pages, first, last)
}

function isViewStale(keeping: Keeping): boolean {
  const data = dataOf(keeping)
  if (data === undefined) return false
  const { from, to } = viewOf(keeping, data.pages)
  return data.pages.slice(from, to + 1).some((page) => keeping.stale.has(page))
}

function schedule(keeping: Keeping, afterMs: number): void {
  if (keeping.hasEnded || keeping.isAsking) return
  clearTimeout(keeping.timer)
  keeping.timer = setTimeout(() => void refresh(keeping), afterMs)
}

async function refresh(keeping: Keeping): Promise<void> {
  const before = dataOf(keeping)
  if (before === undefined) return
  if (queryClient.isFetching({ queryKey: keeping.key, exact: true }) > 0) return schedule(keeping, busyMs)
  const changesBefore = keeping.changes
  keeping.isAsking = true
  keeping.askedAt = Date.now()
  const after = await refreshed(before, viewOf(keeping, before.pages), keeping.ask).catch(() => null)
  keeping.isAsking = false
  if (keeping.hasEnded) return
  // Asks again instead of overwriting a page that was loaded in between.
  if (after !== null && dataOf(keeping) === before) {
    queryClient.setQueryData(keeping.key, after.list)
    // What changed while it was asked may not be in the answer.
    const isFresh = (at: number) => keeping.changes === changesBefore && at >= after.fresh.from && at <= after.fresh.to
    for (const [at, page] of dataOf(keeping)?.pages.entries() ?? [])
      if (isFresh(at)) keeping.stale.delete(page)
      else keeping.stale.add(page)
  }
  if (isViewStale(keeping)) schedule(keeping, after === null ? keeping.everyMs * 5 : keeping.everyMs)
}
