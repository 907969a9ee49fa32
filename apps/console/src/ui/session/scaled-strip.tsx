import type { ReactNode } from 'react'
import { DockBubble } from '../details/glyphs.tsx'
import classes from './scaled-strip.module.css'

/** A duration at which the session becomes remarkable, above the bar. */
export interface StripMark {
  /** Share of the axis, 0 to 1. */
  at: number
  kind: 'over_24' | 'over_72'
  label: string
  /** When that is; left out where the next mark is near. */
  time?: string | undefined
  isReached: boolean
}

/** What is written below the bar: its beginning, the end of the free period, now. */
export interface StripPoint {
  id: string
  at: number
  label: ReactNode
}

interface ScaledStripProps {
  /** Shares of the axis: how long it lasted so far, and how long it is free. */
  elapsed: number
  free: number
  isOpen: boolean
  marks: readonly StripMark[]
  /** In the order of time. */
  points: readonly StripPoint[]
}

const percent = (share: number): string => `${Math.round(share * 10_000) / 100}%`
/** From here on a label does not fit to the right of its mark. */
const nearEnd = 0.88

/**
 * A session drawn to scale: two strips side by side can be compared. What is free is hatched, what has not come yet is empty.
 * The words above and below say the same.
 */
export function ScaledStrip({ elapsed, free, isOpen, marks, points }: ScaledStripProps) {
  const shares = { '--elapsed': percent(elapsed), '--free': percent(free) }
  return (
    <div className={classes.strip} style={shares}>
      {marks.length > 0 && (
        <div className={classes.marks}>
          {marks.map((mark) => (
            <Mark key={mark.kind} mark={mark} />
          ))}
        </div>
      )}
      <div className={classes.bar} aria-hidden>
        <span className={classes.free} />
        <span className={classes.passed} />
        {elapsed > free && <span className={classes.charged} />}
        {isOpen && <span className={classes.now} />}
        {marks.map(({ kind, at }) => (
          <i key={kind} style={{ left: percent(at) }} />
        ))}
      </div>
      <div className={classes.points} style={{ gridTemplateColumns: columnsFor(points) }}>
        {points.map(({ id, at, label }) => (
          <span key={id} data-end={at > nearEnd || undefined}>
            {label}
          </span>
        ))}
      </div>
    </div>
  )
}

const Mark = ({ mark: { at, kind, label, time, isReached } }: { mark: StripMark }) => (
  <span
    className={classes.mark}
    data-reached={isReached || undefined}
    data-end={at > nearEnd || undefined}
    style={{ '--at': percent(at) }}
  >
    <DockBubble kind={kind} size={10} />
    {label}
    {time !== undefined && <small>{time}</small>}
  </span>
)

/** Each label begins where its point is, or right behind the label before it. */
const columnsFor = (points: readonly StripPoint[]): string =>
  points
    .map(({ at }, index) => {
      const next = points[index + 1]
      return next === undefined ? 'minmax(max-content, 1fr)' : `minmax(max-content, ${percent(next.at - at)})`
    })
    .join(' ')
