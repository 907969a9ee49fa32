import { IconArrowLeft } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Badge } from '../details/badge.tsx'
import { BannerHere, Stale, StaleHere } from './bars.tsx'
import { LiveBadge, type LiveState } from './live-badge.tsx'
import { Link } from '../details/link.tsx'
import classes from './page.module.css'
import { useTabRow } from './tab-row.ts'
import { number, t } from '../base/translate.ts'

type PageProps = {
  title: string
  /** Where the page belongs, for one that is no entry of the menu. */
  back?: { label: string; href: string }
  /** The exact count, or what the server dares to say: "10,000+". */
  count?: number | string
  /** What it is of, where the title does not say it: the first to give way, and not on a phone. */
  detail?: string
  live?: LiveState
  onLive?: () => void
  /** At the right; at most one filled button a screen. */
  actions?: ReactNode
  views?: ReactNode
  legend?: ReactNode
  filter?: ReactNode
  children: ReactNode
}

/** A list: title, count, live badge, actions; saved views and legend; filter; then what scrolls by itself. */
export function Page({
  title,
  back,
  count,
  detail,
  live,
  onLive,
  actions,
  views,
  legend,
  filter,
  children,
}: PageProps) {
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        {back !== undefined && (
          <Link href={back.href} className={classes.back} aria-label={t('Back to {{name}}', { name: back.label })}>
            <IconArrowLeft size={18} aria-hidden />
          </Link>
        )}
        <h1>{title}</h1>
        {count !== undefined && (
          <span className={classes.count}>{typeof count === 'number' ? number(count) : count}</span>
        )}
        {detail !== undefined && <span className={classes.about}>{detail}</span>}
        {live !== undefined && <LiveBadge live={live} {...(onLive ? { onToggle: onLive } : {})} />}
        <div className={classes.actions}>{actions}</div>
      </header>
      <BannerHere />
      <StaleHere />
      {(views !== undefined || legend !== undefined) && (
        <div className={classes.tabRow}>
          {views}
          <div className={classes.legend}>{legend}</div>
        </div>
      )}
      {filter}
      <div className={classes.body}>
        <Stale value={null}>{children}</Stale>
      </div>
    </div>
  )
}

export type Tab = {
  id: string
  label: string
  href: string
  isActive: boolean
  count?: number
  /** Somebody should look. */ tone?: 'amber' | 'red'
}

/** Links, not buttons: a tab is an address. A group and no `nav`: the window has one, the menu. */
export function Tabs({ tabs, label }: { tabs: readonly Tab[]; label: string }) {
  const row = useTabRow(tabs.find(({ isActive }) => isActive)?.id, tabs.length)
  return (
    <div {...row} className={classes.tabs} role="group" aria-label={label}>
      {tabs.map((tab) => (
        <Link
          key={tab.id}
          className={classes.tab}
          href={tab.href}
          data-active={tab.isActive || undefined}
          aria-current={tab.isActive ? 'page' : undefined}
        >
          {tab.label}
          {tab.count !== undefined && <Badge {...(tab.tone ? { tone: tab.tone } : {})}>{number(tab.count)}</Badge>}
        </Link>
      ))}
    </div>
  )
}

/** A row between the parts of a page: 13/18 600, a count, words, actions at the right. */
export const SectionHead = ({
  title,
  count,
  detail,
  actions,
}: {
  title: string
  count?: number
  detail?: ReactNode
  actions?: ReactNode
}) => (
  <div className={classes.section}>
    <h2>{title}</h2>
    {count !== undefined && <span className={classes.count}>{number(count)}</span>}
    {detail !== undefined && <span className={classes.detail}>{detail}</span>}
    <div className={classes.actions}>{actions}</div>
  </div>
)
