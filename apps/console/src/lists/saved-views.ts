import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import {
  createSavedView,
  deleteSavedView,
  listSavedViews,
  updateSavedView,
} from '@wheelhouse/contract/saved-views/saved-views.ts'
import type { SavedView } from '@wheelhouse/contract/saved-views/saved-views.ts'
import { call, read, refetch } from '../api/api.ts'
import { pushFailure } from '../shell/messages.ts'
import { keepLeftView, leftView } from './left-view.ts'
import { activeView, normalSearch } from './saved-views-active.ts'
import { useLive } from '../live/use-live.ts'

const none: SavedView[] = []

export interface SavedViews {
  /** They have been read. */
  isKnown: boolean
  views: readonly SavedView[]
  active: { id: string; isChanged: boolean } | null
  /** These two reject with the server's words, for the form. */
  save: (name: string, isShared: boolean) => Promise<void>
  rename: (id: string, name: string) => Promise<void>
  update: (id: string) => void
  share: (id: string, isShared: boolean) => void
  remove: (id: string) => void
}

/** A person's own and those shared with them, of every list: for the landing view. Read once; the lists ask the same question. */
export function useOwnViews(): readonly SavedView[] {
  const { data } = useQuery({ ...read(listSavedViews), staleTime: 60_000 })
  return data ?? none
}

/** Of two views with the same address, the person's own is the active one. */
const ownFirst = (views: readonly SavedView[]): SavedView[] =>
  views.toSorted((a, b) => Number(a.shared_by !== null) - Number(b.shared_by !== null))

/** A person's named addresses of one list; path and search are the address of now. */
export function useSavedViews(list: string, path: string, search: string): SavedViews {
  const { data } = useLive(listSavedViews, {}, { staleTime: 60_000 })
  const views = data === undefined ? none : ownFirst(data.filter((view) => view.list === list))
  const active = activeView(views, search, leftView(path)?.id ?? null)
  const activeId = active?.id ?? null
  const isKnown = data !== undefined
  const here = normalSearch(search)
  useEffect(() => {
    if (isKnown) keepLeftView(path, activeId === null ? null : { id: activeId, search: here })
  }, [path, activeId, here, isKnown])
  const done = () => refetch([listSavedViews])
  const change = (view_id: string, body: { search?: string; is_shared?: boolean }) =>
    void call(updateSavedView, { params: { view_id }, body }).then(done, (error: unknown) =>
      pushFailure(updateSavedView.says.failed, error),
    )
  return {
    isKnown,
    views,
    active,
    save: async (name, is_shared) => {
      const body = { list, name, search: here, is_shared }
      await call(createSavedView, { body }, { idempotencyKey: crypto.randomUUID() })
      await done()
    },
    rename: async (view_id, name) => {
      await call(updateSavedView, { params: { view_id }, body: { name } })
      await done()
    },
    update: (view_id) => change(view_id, { search: here }),
    share: (view_id, is_shared) => change(view_id, { is_shared }),
    remove: (view_id) =>
      void call(deleteSavedView, { params: { view_id } }).then(done, (error: unknown) =>
        pushFailure(deleteSavedView.says.failed, error),
      ),
  }
}
