import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand, IconSearch } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Brand, Mark } from './mark.tsx'
import { NavGroup, type NavGroupEntries } from './nav.tsx'
import classes from './app-frame.module.css'
import { t } from '../base/translate.ts'

export type SidebarProps = {
  groups: readonly NavGroupEntries[]
  /** What the person sees at the bottom: a UserMenu. */
  user: ReactNode
  onFind?: () => void
  isCollapsed: boolean
  onCollapse: (isCollapsed: boolean) => void
}

const findKey = () => (navigator.platform.startsWith('Mac') ? '⌘K' : 'Ctrl K')

export const FindButton = ({ onFind, isCollapsed = false }: { onFind: () => void; isCollapsed?: boolean }) => (
  <button
    type="button"
    className={classes.find}
    onClick={onFind}
    aria-label={isCollapsed ? t('Find anything') : undefined}
    aria-keyshortcuts="Meta+K Control+K"
  >
    <IconSearch size={15} aria-hidden />
    <span>{t('Find anything')}</span>
    <kbd>{findKey()}</kbd>
  </button>
)

export function Sidebar({ groups, user, onFind, isCollapsed, onCollapse }: SidebarProps) {
  const word = isCollapsed ? t('Expand navigation') : t('Collapse navigation')
  const Fold = isCollapsed ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse
  return (
    <header className={classes.sidebar} data-collapsed={isCollapsed || undefined}>
      <div className={classes.head}>
        {isCollapsed ? <Mark /> : <Brand />}
        <button
          type="button"
          className={classes.fold}
          aria-label={word}
          data-tip={word}
          aria-expanded={!isCollapsed}
          onClick={() => onCollapse(!isCollapsed)}
        >
          <Fold size={16} aria-hidden />
        </button>
      </div>
      {onFind !== undefined && <FindButton onFind={onFind} isCollapsed={isCollapsed} />}
      <nav className={classes.nav} aria-label={t('Main navigation')}>
        {groups.map((group) => (
          <NavGroup key={group.label} {...group} isCollapsed={isCollapsed} />
        ))}
      </nav>
      <div className={classes.foot}>{user}</div>
    </header>
  )
}
