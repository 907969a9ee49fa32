import { IconChevronDown, IconDeviceFloppy, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { Badge } from '../details/badge.tsx'
import { lazyDialog } from '../base/lazy.tsx'
import { Link } from '../details/link.tsx'
import { Menu, MenuItem } from '../dialogs/overlay.tsx'
import type { Tab } from '../frame/page.tsx'
import pageClasses from '../frame/page.module.css'
import classes from './saved-view-tabs.module.css'
import type { AskedName } from './saved-view-dialog.tsx'
import { number, t } from '../base/translate.ts'

/** A person's own named address. */
export type ViewTab = Tab & { /** One came from here and has changed the filter since. */ isChanged?: boolean }

type SavedViewTabsProps = {
  label: string
  /** The list's own addresses, which nobody can change: "All", or active and history. */
  tabs: readonly Tab[]
  views: readonly ViewTab[]
  /** The name is checked by the server; rejects with what it says. */
  onSave: (name: string) => Promise<void>
  onRename: (id: string, name: string) => Promise<void>
  /** The view gets the filter of now. */
  onUpdate: (id: string) => void
  onDelete: (id: string) => void
}

const NameDialog = lazyDialog(() => import('./saved-view-dialog.tsx').then((module) => module.SavedViewDialog))

/** Below the title: the list's own addresses, then the person's, then "Save view". */
export function SavedViewTabs({ label, tabs, views, onSave, onRename, onUpdate, onDelete }: SavedViewTabsProps) {
  const [asked, setAsked] = useState<AskedName | null>(null)
  return (
    <div className={pageClasses.tabs} role="group" aria-label={label}>
      {tabs.map((tab) => (
        <TabLink key={tab.id} tab={tab} />
      ))}
      {views.map((view) => (
        <span key={view.id} className={classes.view} data-active={view.isActive || undefined}>
          <TabLink tab={view} />
          {view.isActive && (
            <ViewMenu
              view={view}
              onUpdate={onUpdate}
              onDelete={onDelete}
              onRename={() => setAsked({ kind: 'rename', id: view.id, name: view.label })}
            />
          )}
        </span>
      ))}
      <button type="button" className={pageClasses.tab} onClick={() => setAsked({ kind: 'save' })}>
        <IconPlus size={14} stroke={1.75} aria-hidden />
        {t('Save view')}
      </button>
      <NameDialog
        opened={asked !== null}
        asked={asked}
        onClose={() => setAsked(null)}
        onName={(name) => (asked?.kind === 'rename' ? onRename(asked.id, name) : onSave(name))}
      />
    </div>
  )
}

const TabLink = ({ tab }: { tab: ViewTab }) => (
  <Link
    className={pageClasses.tab}
    href={tab.href}
    data-active={tab.isActive || undefined}
    aria-current={tab.isActive ? 'page' : undefined}
  >
    {tab.label}
    {tab.isChanged && (
      <span
        className={classes.changed}
        role="img"
        aria-label={t('changed')}
        data-tip={t('Changed since it was saved')}
      />
    )}
    {tab.count !== undefined && <Badge {...(tab.tone ? { tone: tab.tone } : {})}>{number(tab.count)}</Badge>}
  </Link>
)

type ViewMenuProps = {
  view: ViewTab
  onUpdate: (id: string) => void
  onDelete: (id: string) => void
  onRename: () => void
}

const ViewMenu = ({ view, onUpdate, onDelete, onRename }: ViewMenuProps) => (
  <Menu
    position="bottom-start"
    target={
      <button type="button" className={classes.more} aria-label={t('Saved view {{name}}', { name: view.label })}>
        <IconChevronDown size={14} stroke={1.75} aria-hidden />
      </button>
    }
  >
    {view.isChanged && (
      <MenuItem leftSection={<IconDeviceFloppy size={15} stroke={1.75} />} onClick={() => onUpdate(view.id)}>
        {t('Save changes')}
      </MenuItem>
    )}
    <MenuItem leftSection={<IconPencil size={15} stroke={1.75} />} onClick={onRename}>
      {t('Rename')}
    </MenuItem>
    <MenuItem data-danger leftSection={<IconTrash size={15} stroke={1.75} />} onClick={() => onDelete(view.id)}>
      {t('Delete view')}
    </MenuItem>
  </Menu>
)
