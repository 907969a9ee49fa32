import { memo } from 'react'
import classes from './glyphs.module.css'

export type DockBubbleKind = 'free' | 'booked' | 'occupied' | 'over_24' | 'over_72' | 'fault' | 'no_contact' | 'moving'
export type HealthKind = 'online' | 'some_offline' | 'offline' | 'unknown'
export type HeartbeatKind = 'healthy' | 'late' | 'offline' | 'long_offline' | 'no_data'

const circle = (x: number, y: number, r: number) =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`
const diamond = (x: number, y: number, r: number) => `M${x} ${y - r}L${x + r} ${y}L${x} ${y + r}L${x - r} ${y}Z`
const cross = (x: number, y: number, r: number) =>
  `M${x - r} ${y - r}L${x + r} ${y + r}M${x + r} ${y - r}L${x - r} ${y + r}`
const square = (x: number, y: number, r: number) => `M${x - r} ${y - r}h${2 * r}v${2 * r}h${-2 * r}Z`
const arc = (x: number, y: number, r: number) =>
  `M${x - r} ${y}a${r} ${r} 0 0 1 ${r} ${-r}a${r} ${r} 0 0 1 ${r * 0.7071} ${r * 0.2929}`

type Drawing = {
  className: string | undefined
  path: (x: number, y: number, size: number) => string
  /** Of the usual stroke. */ weight?: number
}

const ringRadius = (size: number) => (size >= 14 ? size * 0.37 : size * 0.36)

/** Each kind is one or two drawings; a whole rack merges the same drawings into one path (see DocksOverview). */
export const bubbleDrawings: Record<DockBubbleKind, readonly Drawing[]> = {
  free: [{ className: classes.free, path: (x, y, s) => circle(x, y, ringRadius(s)) }],
  booked: [
    { className: classes.bookedRing, path: (x, y, s) => circle(x, y, ringRadius(s)) },
    { className: classes.bookedDot, path: (x, y, s) => circle(x, y, s * 0.17) },
  ],
  occupied: [{ className: classes.occupied, path: (x, y, s) => circle(x, y, s * 0.45) }],
  over_24: [{ className: classes.over24, path: (x, y, s) => diamond(x, y, s * 0.52) }],
  over_72: [{ className: classes.over72, path: (x, y, s) => square(x, y, s * 0.43) }],
  fault: [{ className: classes.fault, path: (x, y, s) => cross(x, y, s * 0.33), weight: 1.3 }],
  no_contact: [{ className: classes.noContact, path: (x, y, s) => circle(x, y, ringRadius(s)) }],
  moving: [
    { className: classes.track, path: (x, y, s) => circle(x, y, ringRadius(s)) },
    { className: classes.moving, path: (x, y, s) => arc(x, y, ringRadius(s)) },
  ],
}

/** Stroke widths follow the size: 1.3 px at 8, 2 px at 16. */
export const bubbleStroke = (size: number) => (size >= 14 ? size * 0.145 : 1.35)

/** One dock: 8 px in lists, 10 in tables, 16 in the dock plan. Its word is next to it or in the legend. */
export const DockBubble = memo(function DockBubble({
  kind,
  size = 10,
  label,
}: {
  kind: DockBubbleKind
  size?: number
  label?: string
}) {
  const mid = size / 2
  return (
    <svg
      className={classes.glyph}
      data-turns={kind === 'moving' || undefined}
      width={size}
      height={size}
      viewBox={`0 0 ${size} ${size}`}
      {...labelled(label)}
    >
      {bubbleDrawings[kind].map((drawing, index) => (
        <path
          key={index}
          className={drawing.className}
          d={drawing.path(mid, mid, size)}
          strokeWidth={bubbleStroke(size) * (drawing.weight ?? 1)}
        />
      ))}
    </svg>
  )
})

const labelled = (label: string | undefined) =>
  label === undefined ? ({ 'aria-hidden': true } as const) : ({ role: 'img', 'aria-label': label } as const)

/** Full disc, half disc, ring with slash, dashed ring: the same shapes in lists, in the palette and on the map. */
export const HealthGlyph = memo(function HealthGlyph({
  kind,
  size = 12,
  label,
}: {
  kind: HealthKind
  size?: number
  label?: string
}) {
  return (
    <svg
      className={classes.glyph}
      width={size}
      height={size}
      viewBox="0 0 12 12"
      strokeWidth={1.5}
      {...labelled(label)}
    >
      {kind === 'online' && <circle className={classes.healthOnline} cx="6" cy="6" r="4.6" />}
      {kind === 'some_offline' && (
        <g className={classes.healthSome}>
          <circle cx="6" cy="6" r="4.4" fill="none" />
          <path d="M6 1.6a4.4 4.4 0 0 0 0 8.8Z" stroke="none" />
        </g>
      )}
      {kind === 'offline' && (
        <path className={classes.healthOffline} d="M6 1.6a4.4 4.4 0 1 0 0 8.8a4.4 4.4 0 1 0 0-8.8M9 3L3 9" />
      )}
      {kind === 'unknown' && (
        <circle className={classes.healthUnknown} cx="6" cy="6" r="4.4" strokeDasharray="2.2 1.26" />
      )}
    </svg>
  )
})

const litBars: Record<HeartbeatKind, number> = { healthy: 3, late: 2, offline: 1, long_offline: 0, no_data: 0 }
const bars = ['M1.6 11.5V8', 'M6 11.5V5', 'M10.4 11.5V1.5']

/** Three bars, with the age next to them ("4 m"). */
export const HeartbeatGlyph = memo(function HeartbeatGlyph({
  kind,
  size = 12,
  label,
}: {
  kind: HeartbeatKind
  size?: number
  label?: string
}) {
  return (
    <svg
      className={classes.glyph}
      data-heartbeat={kind}
      width={size}
      height={size}
      viewBox="0 0 12 12"
      strokeWidth={2.8}
      {...labelled(label)}
    >
      {bars.map((d, index) =>
        index < litBars[kind] ? (
          <path key={d} className={classes.barLit} d={d} />
        ) : (
          <path key={d} className={classes.barOff} d={d} />
        ),
      )}
      {kind === 'long_offline' && <path className={classes.barSlash} d="M1 1.5L11.5 11" />}
    </svg>
  )
})

/** A turn takes 900 ms; with reduced motion the ring stays still. The word of the step is next to it. */
export const Spinner = memo(function Spinner({ size = 14, label }: { size?: number; label?: string }) {
  return <DockBubble kind="moving" size={size} {...(label === undefined ? {} : { label })} />
})
