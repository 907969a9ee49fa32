import { useState, type KeyboardEvent } from 'react'
import { t } from '../base/translate.ts'
import { placeAfter, placeWithin, spokenTip } from './chart-points.ts'
import type { ChartPoints, Place } from './chart-points.ts'
import classes from './chart.module.css'

interface ChartCursorProps {
  title: string
  points: ChartPoints
  /** The point that the keyboard is at, and null while it is elsewhere. */
  onPoint: (place: Place | null) => void
}

/**
 * Goes through the points of a picture by the arrow keys and says the values of each. It is a slider because every screen
 * reader passes the arrow keys on to one and says its new value, also by swipes on a phone.
 */
export function ChartCursor({ title, points, onPoint }: ChartCursorProps) {
  // The latest value is what most people look for; of a week its beginning.
  const [kept, setKept] = useState<Place>({ row: 0, column: points.rows === 1 ? points.columns - 1 : 0 })
  const [isPointing, setPointing] = useState(false)
  const place = placeWithin(kept, points)
  const point = (next: Place | null): void => {
    setPointing(next !== null)
    if (next !== null) setKept(next)
    onPoint(next)
  }
  const press = (event: KeyboardEvent): void => {
    const next = event.key === 'Escape' && isPointing ? null : placeAfter(event.key, place, points)
    if (next === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    // The panel around the chart stays open: the key takes away only the tip.
    event.stopPropagation()
    point(next)
  }
  return (
    <div
      className={classes.cursor}
      role="slider"
      tabIndex={0}
      aria-label={t('Values of {{title}}', { title })}
      aria-valuemin={1}
      aria-valuemax={points.rows * points.columns}
      aria-valuenow={place.row * points.columns + place.column + 1}
      aria-valuetext={spokenTip(points.tipAt(place))}
      onFocus={() => point(place)}
      onBlur={() => point(null)}
      onKeyDown={press}
    />
  )
}
