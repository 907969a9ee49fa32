import { IconArrowLeft, IconChevronDown, IconChevronRight, IconChevronUp, type TablerIcon } from '@tabler/icons-react'
import { Fragment, use, type ReactNode } from 'react'
import { usePhone } from '../frame/app-frame.tsx'
import { HeaderNotice } from '../frame/bars.tsx'
import { IconButton, IconLink } from '../base/button.tsx'
import { BannerHere } from '../frame/bars.tsx'
import { CopyableId, endsOf } from './copyable-id.tsx'
import classes from './details.module.css'
import { Link } from './link.tsx'
import { LiveBadge, type LiveState } from '../frame/live-badge.tsx'
import { t } from '../base/translate.ts'

export type Fact = {
  icon?: TablerIcon
  value: ReactNode
  label?: string
  /** Hidden on a phone, where the value is among the other fields. */
  isWideOnly?: boolean
}

type Neighbours = { position: string; listName: string; listHref: string; previousHref?: string; nextHref?: string }

export type DetailsHeaderProps = {
  /** The breadcrumbs; the last one is this page. */
  crumbs: readonly { label: string; href?: string }[]
  live?: LiveState
  onLive?: () => void
  /** Place in the list one came from: "3 of 17" in "Needs attention". */
  neighbours?: Neighbours
  name: string
  code?: string
  /** StatusPill, health, what waits. */
  states?: ReactNode
  actions?: ReactNode
  /** On a phone the actions are in the first line, next to the link back, which has room for a menu and one button. */
  isTopOnPhone?: boolean
  facts?: readonly Fact[]
  tabs?: ReactNode
}

/** Breadcrumb, then name, code, status and health, actions right; one line of facts; tabs. */
export function DetailsHeader({
  crumbs,
  live,
  onLive,
  neighbours,
  name,
  code,
  states,
  facts = [],
  tabs,
  ...props
}: DetailsHeaderProps) {
  const isTop = usePhone() && props.isTopOnPhone === true
  // What was not renewed does not move by itself.
  const notice = use(HeaderNotice)
  const actions = <div className={isTop ? classes.topActions : classes.actions}>{props.actions}</div>
  const back = crumbs.at(-2)?.href
  return (
    <header className={classes.header}>
      <div className={classes.way}>
        {back !== undefined && (
          <Link href={back} className={classes.back} aria-label={t('Back')}>
            <IconArrowLeft size={20} aria-hidden />
          </Link>
        )}
        <div className={classes.crumbs} role="group" aria-label={t('Breadcrumb')}>
          {crumbs.map((crumb, index) => (
            <Fragment key={crumb.label}>
              {index > 0 && <IconChevronRight size={14} aria-hidden />}
              {crumb.href === undefined ? (
                <span aria-current="page">{crumb.label}</span>
              ) : (
                <Link href={crumb.href}>{crumb.label}</Link>
              )}
            </Fragment>
          ))}
        </div>
        {live !== undefined && !(notice && live.state === 'live') && (
          <LiveBadge live={live} {...(onLive ? { onToggle: onLive } : {})} />
        )}
        {neighbours !== undefined && <NeighbourLinks {...neighbours} />}
        {isTop && actions}
      </div>
      <BannerHere />
      {notice}
      <div className={classes.title}>
        <h1>{name}</h1>
        {code !== undefined && <CopyableId id={code} variant="boxed" />}
        {states}
        {!isTop && actions}
      </div>
      {facts.length > 0 && <Facts facts={facts} />}
      {tabs !== undefined && <div className={classes.tabs}>{tabs}</div>}
    </header>
  )
}

/** The id of what the page shows, shortened, and copied whole. */
export const idFact = (id: string): Fact => ({
  value: (
    <CopyableId id={id} isMono>
      {endsOf(id)}
    </CopyableId>
  ),
})

export const Facts = ({ facts }: { facts: readonly Fact[] }) => (
  <ul className={classes.facts}>
    {facts.map(({ icon: Icon, value, label, isWideOnly }, index) => (
      <li key={index} data-wide={isWideOnly || undefined}>
        {Icon !== undefined && <Icon size={14} aria-hidden />}
        <span>{value}</span>
        {label !== undefined && <span className={classes.label}>{label}</span>}
      </li>
    ))}
  </ul>
)

function NeighbourLinks({ position, listName, listHref, previousHref, nextHref }: Neighbours) {
  return (
    <span className={classes.neighbours}>
      <span>
        {position} {t('in')} <Link href={listHref}>{listName}</Link>
      </span>
      <Step href={previousHref} label={t('Previous')} icon={IconChevronUp} />
      <Step href={nextHref} label={t('Next')} icon={IconChevronDown} />
    </span>
  )
}

const Step = ({ href, label, icon: Icon }: { href: string | undefined; label: string; icon: TablerIcon }) =>
  href === undefined ? (
    <IconButton variant="subtle" disabled aria-label={label}>
      <Icon size={16} />
    </IconButton>
  ) : (
    <IconLink href={href} aria-label={label}>
      <Icon size={16} />
    </IconLink>
  )

type DetailsBodyProps = {
  children: ReactNode
  /** What moves (command progress, events): 296 px at the right from 1280 on, below that the caller makes it a tab. */
  aside?: ReactNode
  asideLabel?: string
  /** The right column holds a panel that brings its padding and needs more room than events. */
  hasPanel?: boolean
}

export function DetailsBody({ children, aside, asideLabel, hasPanel = false }: DetailsBodyProps) {
  return (
    <div className={classes.columns}>
      <div className={classes.main}>{children}</div>
      {aside !== undefined && aside !== false && (
        <aside className={classes.aside} aria-label={asideLabel} data-right-column data-panel={hasPanel || undefined}>
          {aside}
        </aside>
      )}
    </div>
  )
}
