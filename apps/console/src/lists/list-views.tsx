import { useLocation } from '@tanstack/react-router'
import { SavedViewTabs } from '../ui/list-parts/saved-view-tabs.tsx'
import type { Tab } from '../ui/frame/page.tsx'
import { t } from '../i18n/i18n.ts'
import { useUser } from '../stores/user-store.ts'
import { useSavedViews } from './saved-views.ts'
import { withOffered } from './saved-views-active.ts'
import type { OfferedView } from './saved-views-active.ts'

interface ViewsProps {
  title: string
  tabs?: readonly Tab[]
  offeredView?: OfferedView
}

/** On a phone a row of tabs with nothing to choose from would only take room. */
export function useViews(list: string, { title, tabs, offeredView }: ViewsProps, isPhone: boolean) {
  const { pathname, searchStr } = useLocation()
  const saved = useSavedViews(list, pathname, searchStr)
  const canShare = useUser(({ organizationId }) => organizationId !== null)
  if (isPhone && tabs === undefined && saved.views.length === 0) return undefined
  const own = withOffered(
    tabs ?? [{ id: 'all', label: t('All'), href: pathname, isActive: true }],
    saved.isKnown ? offeredView : undefined,
    { path: pathname, search: searchStr, views: saved.views },
  )
  return (
    <SavedViewTabs
      label={t('Views of {{list}}', { list: title.toLowerCase() })}
      tabs={own.map((tab) => ({ ...tab, isActive: tab.isActive && saved.active === null }))}
      views={saved.views.map(({ id, name, search, is_shared, shared_by, can_delete }) => ({
        id,
        label: name,
        href: search === '' ? pathname : `${pathname}?${search}`,
        isActive: saved.active?.id === id,
        isChanged: saved.active?.id === id && saved.active.isChanged,
        isShared: is_shared,
        sharedBy: shared_by,
        canDelete: can_delete,
      }))}
      canShare={canShare}
      onSave={saved.save}
      onRename={saved.rename}
      onUpdate={saved.update}
      onShare={saved.share}
      onDelete={saved.remove}
    />
  )
}
