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
  views: readonly SavedView[]
  active: { id: string; isChanged: boolean } | null
  /** These two reject with the server's words, for the form. */
  save: (name: string) => Promise<void>
  rename: (id: string, name: string) => Promise<void>
  update: (id: string) => void
  remove: (id: string) => void
}

/** All of a person's, of every list: for the landing view. Read once; the lists ask the same question. */
export function useOwnViews(): readonly SavedView[] {
  const { data } = useQuery({ ...read(listSavedViews), staleTime: 60_000 })
  return data ?? none
}

/** A person's named addresses of one list; path and search are the address of now. */
export function useSavedViews(list: string, path: string, search: string): SavedViews {
  const { data } = useLive(listSavedViews, {}, { staleTime: 60_000 })
  const views = data?.filter((view) => view.list === list) ?? none
  const active = activeView(views, search, leftView(path)?.id ?? null)
  const activeId = active?.id ?? null
  const isKnown = data !== undefined
  const here = normalSearch(search)
  useEffect(() => {
    if (isKnown) keepLeftView(path, activeId === null ? null : { id: activeId, search: here })
  }, [path, activeId, here, isKnown])
  const done = () => refetch([listSavedViews])
  return {
    views,
    active,
    save: async (name) => {
      await call(createSavedView, { body: { list, name, search: here } }, { idempotencyKey: crypto.randomUUID() })
      await done()
    },
    rename: async (view_id, name) => {
      await call(updateSavedView, { params: { view_id }, body: { name } })
      await done()
    },
    update: (view_id) =>
      void call(updateSavedView, { params: { view_id }, body: { search: here } }).then(done, (error: unknown) =>
        pushFailure(updateSavedView.says.failed, error),
      ),
    remove: (view_id) =>
      void call(deleteSavedView, { params: { view_id } }).then(done, (error: unknown) =>
        pushFailure(deleteSavedView.says.failed, error),
      ),
  }
}
