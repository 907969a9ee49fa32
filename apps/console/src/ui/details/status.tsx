import { memo } from 'react'
import { DockBubble, HealthGlyph, HeartbeatGlyph } from './glyphs.tsx'
import { lookOf, type StatusFamily, type StatusLook } from './status-styles.ts'
import classes from './status.module.css'
import { t } from '../base/translate.ts'

type Of = { of: StatusFamily; value: string }

const Picture = ({ look, size }: { look: StatusLook; size: number }) => {
  if (look.dock !== undefined) return <DockBubble kind={look.dock} size={size - 4} />
  if (look.health !== undefined) return <HealthGlyph kind={look.health} size={size - 2} />
  if (look.heartbeat !== undefined) return <HeartbeatGlyph kind={look.heartbeat} size={size - 2} />
  const Icon = look.icon
  return Icon === undefined ? null : <Icon className={classes.picture} data-tone={look.tone} size={size} aria-hidden />
}

/** Glyph and word without a box: for tables, lists and facts. `word` replaces the table's word ("Lock jam", "4 min old"). */
export const StatusText = memo(function StatusText({
  of,
  value,
  word,
  size = 14,
}: Of & { word?: string; size?: number }) {
  const look = lookOf(of, value)
  return (
    <span className={classes.text} data-tone={look.plain ? 'text' : look.tone} data-struck={look.struck}>
      <Picture look={look} size={size} />
      <span className={classes.word}>{word ?? t(look.word)}</span>
    </span>
  )
})

/** Only the glyph, for places with a legend; screen readers get the word. */
export const StatusGlyph = memo(function StatusGlyph({ of, value, size = 14 }: Of & { size?: number }) {
  const look = lookOf(of, value)
  return (
    <span className={classes.glyph} role="img" aria-label={t(look.word)} data-tip={t(look.word)}>
      <Picture look={look} size={size} />
    </span>
  )
})

/** Tinted and 20 px high: only in headers and for what is pending. */
export const StatusPill = memo(function StatusPill({ of, value, word }: Of & { word?: string }) {
  const look = lookOf(of, value)
  return (
    <span className={classes.pill} data-tone={look.tone}>
      <Picture look={look} size={14} />
      {word ?? t(look.word)}
    </span>
  )
})
