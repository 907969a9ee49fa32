import { memo } from 'react'
import classes from './docks-overview.module.css'
import { bubbleDrawings, bubbleStroke, type DockBubbleKind } from '../details/glyphs.tsx'
import { statusStyles } from '../details/status-styles.ts'
import { t } from '../base/translate.ts'

const pitch = 10
const size = 8
const most = 56
const twoLinesFrom = 15
/** "+n" takes the room of two. */
const roomForMore = 2

type DocksOverviewProps = {
  /** In physical order. */
  docks: readonly DockBubbleKind[]
  /** One line, as on phones; the width ends it instead. */
  lines?: 1 | 2
  max?: number
}

/**
 * A whole rack as one picture: docks of the same shape are one path, so a row costs at most ten elements.
 * Two lines from 15 docks on, 56 at most, then "+n".
 */
export const DocksOverview = memo(function DocksOverview({ docks, lines, max = most }: DocksOverviewProps) {
  const shown = docks.length > max ? docks.slice(0, Math.max(1, max - roomForMore)) : docks
  const lineCount = lines ?? (shown.length >= twoLinesFrom ? 2 : 1)
  const across = Math.ceil(shown.length / lineCount)
  const width = Math.max(1, across * pitch)
  const height = lineCount * pitch
  return (
    <span className={classes.overview}>
      <svg
        width={width}
        height={height}
        viewBox={`0 0 ${width} ${height}`}
        fill="none"
        role="img"
        aria-label={wordsOf(docks)}
      >
        {drawingsOf(shown, across).map(([className, { d, weight }]) => (
          <path key={className} className={className} d={d} strokeWidth={bubbleStroke(size) * weight} />
        ))}
      </svg>
      {docks.length > shown.length && <span className={classes.more}>+{docks.length - shown.length}</span>}
    </span>
  )
}, sameDocks)

function sameDocks(before: DocksOverviewProps, after: DocksOverviewProps) {
  if (before.lines !== after.lines || before.max !== after.max || before.docks.length !== after.docks.length)
    return false
  return before.docks.every((kind, index) => kind === after.docks[index])
}

function drawingsOf(docks: readonly DockBubbleKind[], across: number): [string, { d: string; weight: number }][] {
  const paths = new Map<string, { d: string; weight: number }>()
  docks.forEach((kind, index) => {
    const x = (index % across) * pitch + pitch / 2
    const y = Math.floor(index / across) * pitch + pitch / 2
    for (const { className = '', path, weight = 1 } of bubbleDrawings[kind]) {
      paths.set(className, { d: (paths.get(className)?.d ?? '') + path(x, y, size), weight })
    }
  })
  return [...paths]
}

/** "24 docks: 7 Free, 10 Occupied": what the picture says, in words. */
function wordsOf(docks: readonly DockBubbleKind[]) {
  const counts = new Map<DockBubbleKind, number>()
  for (const kind of docks) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  const parts = [...counts].map(([kind, count]) => `${count} ${t(statusStyles.dock_bubble[kind].word)}`)
  const values = { count: docks.length, parts: parts.join(', ') }
  return docks.length === 1 ? t('1 dock: {{parts}}', values) : t('{{count}} docks: {{parts}}', values)
}
