import { IconPointFilled, type TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from './link.tsx'
import type { Tone } from './status-styles.ts'
import classes from './timeline.module.css'

export type TimelineStep = {
  id: string
  icon?: TablerIcon
  title: string
  detail?: ReactNode
  time?: ReactNode
  tone?: Tone
  /** What is still to come: a dashed ring, accent words. */
  isOpen?: boolean
}

/** What happened, in order, from top to bottom; the last one may wait. */
export function Timeline({ steps }: { steps: readonly TimelineStep[] }) {
  return (
    <ol className={classes.timeline}>
      {steps.map(({ id, icon: Icon = IconPointFilled, title, detail, time, tone = 'text2', isOpen }) => (
        <li key={id} data-tone={tone} data-open={isOpen || undefined}>
          <span className={classes.dot} aria-hidden>
            {!isOpen && <Icon size={14} />}
          </span>
          <div className={classes.step}>
            <strong>{title}</strong>
            {detail !== undefined && <span>{detail}</span>}
            {time !== undefined && <span>{time}</span>}
          </div>
        </li>
      ))}
    </ol>
  )
}

export type EventRow = {
  id: string
  icon: TablerIcon
  tone?: Tone
  title: string
  detail?: ReactNode
  time: ReactNode
  href?: string
}

/** Live events: newest first, hairlines between, the age at the right. */
export function EventList({ events }: { events: readonly EventRow[] }) {
  return (
    <ul className={classes.events}>
      {events.map(({ id, icon: Icon, tone = 'text2', title, detail, time, href }) => (
        <li key={id} data-tone={tone}>
          <span className={classes.box} aria-hidden>
            <Icon size={14} />
          </span>
          <div className={classes.step}>
            <strong>{href === undefined ? title : <Link href={href}>{title}</Link>}</strong>
            {detail !== undefined && <span>{detail}</span>}
          </div>
          <span className={classes.age}>{time}</span>
        </li>
      ))}
    </ul>
  )
}
