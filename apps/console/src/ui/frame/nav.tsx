import type { TablerIcon } from '@tabler/icons-react'
import { Link } from '../details/link.tsx'
import classes from './nav.module.css'
import { number } from '../base/translate.ts'

export type NavEntry = {
  label: string
  icon: TablerIcon
  href: string
  isActive?: boolean
  count?: number
  /** Shown below while the entry or one of them is active. */
  children?: readonly { label: string; href: string; isActive?: boolean }[]
}

export type NavGroupEntries = { label: string; entries: readonly NavEntry[] }

/** A titled group of the sidebar; collapsed it shows icons, whose words appear as tips. */
export function NavGroup({
  label,
  entries,
  isCollapsed = false,
  onFollow,
}: NavGroupEntries & { isCollapsed?: boolean; onFollow?: () => void }) {
  return (
    <div className={classes.group} data-collapsed={isCollapsed || undefined} role="group" aria-label={label}>
      <div className={classes.title} aria-hidden>
        {label}
      </div>
      {entries.map((entry) => (
        <NavItem key={entry.href} entry={entry} isCollapsed={isCollapsed} {...(onFollow ? { onFollow } : {})} />
      ))}
    </div>
  )
}

/**
 * Scrolls the present page into view at the far end of a long navigation. It waits for the next frame, because the browser
 * would otherwise compute the layout twice.
 */
const shown = (entry: HTMLElement | null) =>
  void requestAnimationFrame(() => entry?.scrollIntoView({ block: 'nearest' }))

export function NavItem({
  entry,
  isCollapsed,
  onFollow,
}: {
  entry: NavEntry
  isCollapsed: boolean
  onFollow?: () => void
}) {
  const Icon = entry.icon
  const isOpen = entry.isActive === true || entry.children?.some((child) => child.isActive) === true
  return (
    <>
      <Link
        className={classes.item}
        href={entry.href}
        data-active={isOpen || undefined}
        aria-current={entry.isActive && entry.children === undefined ? 'page' : undefined}
        aria-label={isCollapsed ? entry.label : undefined}
        data-tip={isCollapsed ? entry.label : undefined}
        data-tip-side="right"
        ref={isOpen ? shown : undefined}
        onClick={onFollow}
      >
        <Icon size={16} aria-hidden />
        <span className={classes.label}>{entry.label}</span>
        {entry.count !== undefined && entry.count > 0 && <span className={classes.count}>{number(entry.count)}</span>}
      </Link>
      {isOpen &&
        !isCollapsed &&
        entry.children?.map((child) => (
          <Link
            key={child.href}
            className={classes.child}
            href={child.href}
            data-active={child.isActive || undefined}
            aria-current={child.isActive ? 'page' : undefined}
            ref={child.isActive ? shown : undefined}
            onClick={onFollow}
          >
            {child.label}
          </Link>
        ))}
    </>
  )
}
