import { IconPlus, IconUsers } from '@tabler/icons-react'
import { useState } from 'react'
import { Badge } from '../details/badge.tsx'
import { lazyComponent, lazyDialog } from '../base/lazy.tsx'
import { Link } from '../details/link.tsx'
import type { Tab } from '../frame/page.tsx'
import pageClasses from '../frame/page.module.css'
import { useTabRow } from '../frame/tab-row.ts'
import classes from './saved-view-tabs.module.css'
import type { AskedName } from './saved-view-dialog.tsx'
import { number, t } from '../base/translate.ts'

/** A named address, a person's own or a colleague's. */
export type ViewTab = Tab & {
  /** One came from here and has changed the filter since. */
  isChanged?: boolean
  isShared: boolean
  /** The colleague who made it and can change it; null: the reader's own view. */
  sharedBy: string | null
  canDelete: boolean
}

type SavedViewTabsProps = {
  label: string
  /** The list's own addresses, which nobody can change: "All", or active and history. */
  tabs: readonly Tab[]
  views: readonly ViewTab[]
  /** There are colleagues to share with. */
  canShare: boolean
  /** The name is checked by the server; rejects with what it says. */
  onSave: (name: string, isShared: boolean) => Promise<void>
  onRename: (id: string, name: string) => Promise<void>
  /** The view gets the filter of now. */
  onUpdate: (id: string) => void
  onShare: (id: string, isShared: boolean) => void
  onDelete: (id: string) => void
}

const NameDialog = lazyDialog(() => import('./saved-view-dialog.tsx').then((module) => module.SavedViewDialog))

const ViewMenu = lazyComponent(() => import('./saved-view-menu.tsx').then((module) => module.SavedViewMenu))

/** Below the title: the list's own addresses, then the person's and the shared ones, then "Save view". */
export function SavedViewTabs(props: SavedViewTabsProps) {
  const { label, tabs, views, canShare, onSave, onRename } = props
  const [asked, setAsked] = useState<AskedName | null>(null)
  const all = [...tabs, ...views]
  const row = useTabRow(all.find(({ isActive }) => isActive)?.id, all.length)
  return (
    <div {...row} className={pageClasses.tabs} role="group" aria-label={label}>
      {tabs.map((tab) => (
        <TabLink key={tab.id} tab={tab} />
      ))}
      {views.map((view) => (
        <span key={view.id} className={classes.view} data-active={view.isActive || undefined}>
          <TabLink tab={view} sharing={sharingOf(view)} />
          {view.isActive && (
            <ViewMenu
              view={view}
              canShare={canShare}
              onUpdate={props.onUpdate}
              onShare={props.onShare}
              onDelete={props.onDelete}
              onCopy={() => setAsked({ kind: 'save' })}
              onRename={() => setAsked({ kind: 'rename', id: view.id, name: view.label })}
            />
          )}
        </span>
      ))}
      <button type="button" className={pageClasses.tab} onClick={() => setAsked({ kind: 'save' })}>
        <IconPlus size={14} aria-hidden />
        {t('Save view')}
      </button>
      <NameDialog
        opened={asked !== null}
        asked={asked}
        canShare={canShare}
        onClose={() => setAsked(null)}
        onName={(name, isShared) => (asked?.kind === 'rename' ? onRename(asked.id, name) : onSave(name, isShared))}
      />
    </div>
  )
}

const sharingOf = ({ isShared, sharedBy }: ViewTab): string | null => {
  if (!isShared) return null
  return sharedBy === null ? t('Shared with your organization') : t('Shared by {{name}}', { name: sharedBy })
}

type TabLinkProps = { tab: Tab & Pick<Partial<ViewTab>, 'isChanged'>; sharing?: string | null }

const TabLink = ({ tab, sharing = null }: TabLinkProps) => (
  <Link
    className={pageClasses.tab}
    href={tab.href}
    data-active={tab.isActive || undefined}
    aria-current={tab.isActive ? 'page' : undefined}
  >
    {tab.label}
    {sharing !== null && (
      <span className={classes.shared} role="img" aria-label={sharing} data-tip={sharing}>
        <IconUsers size={13} />
      </span>
    )}
    {tab.isChanged && (
      <span
        className={classes.changed}
        role="img"
        aria-label={t('edited')}
        data-tip={t('Edited since the view was saved')}
      />
    )}
    {tab.count !== undefined && <Badge {...(tab.tone ? { tone: tab.tone } : {})}>{number(tab.count)}</Badge>}
  </Link>
)
