import { memo, useSyncExternalStore } from 'react'
import { useClock } from '../base/clock.ts'
import { t } from '../base/translate.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** Two units at most: "4 d 3 h", "31 h 13 min", "48 min", "9 s". */
export function durationLabel(ms: number): string {
  const span = Math.max(0, ms)
  if (span < minute) return `${Math.floor(span / second)} s`
  if (span < hour)
    return pair(Math.floor(span / minute), 'min', span < 10 * minute ? Math.floor((span % minute) / second) : 0, 's')
  if (span < 2 * day) return pair(Math.floor(span / hour), 'h', Math.floor((span % hour) / minute), 'min')
  return pair(Math.floor(span / day), 'd', Math.floor((span % day) / hour), 'h')
}

const pair = (big: number, bigUnit: string, small: number, smallUnit: string) =>
  small === 0 ? `${big} ${bigUnit}` : `${big} ${bigUnit} ${small} ${smallUnit}`

/** One unit, for tiles and narrow columns: "48 m", "31 h", "4 d". Hours up to two days, as the dock bubbles count them. */
export function shortDuration(ms: number): string {
  const span = Math.max(0, ms)
  if (span < minute) return `${Math.floor(span / second)} s`
  if (span < hour) return `${Math.floor(span / minute)} m`
  if (span < 2 * day) return `${Math.floor(span / hour)} h`
  return `${Math.floor(span / day)} d`
}

/** Longer ago than this, a date says more than a number of days. */
const longest = 30 * day

const ago = (at: number, now: number, isShort: boolean) => {
  const span = now - at
  if (span >= longest && !isShort) return dateOf(at)
  // The clock of the screen moves once a second: what has just happened may be ahead of it.
  if (Math.abs(span) < 5 * second) return t('now')
  if (span < 0) return isShort ? shortDuration(-span) : t('in {{time}}', { time: shortDuration(-span) })
  return isShort ? shortDuration(span) : t('{{time}} ago', { time: shortDuration(span).replace(/m$/, 'min') })
}

type TimeProps = {
  /** RFC 3339, as the API sends it. */
  at: string
  /** The exact time for the tip where it is that of another zone. Default: the reader's (`writeTimesBy`). */
  exact?: string
  isShort?: boolean
}

let exactOf = (at: string): string =>
  new Date(at).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'medium' })
let dateOf = (at: number): string => new Date(at).toLocaleDateString(undefined, { dateStyle: 'medium' })
/** Counts the changes of how times are written. */
let manner = 0
const currentManner = (): number => manner
const readers = new Set<() => void>()
function followManner(reader: () => void): () => void {
  readers.add(reader)
  return () => readers.delete(reader)
}

export const exactTime = (at: string): string => exactOf(at)
/** As the person prefers: zone, order, language. */
export function writeTimesBy({ exact, date }: { exact: (at: string) => string; date: (at: string) => string }): void {
  exactOf = exact
  dateOf = (at) => date(new Date(at).toISOString())
  manner += 1
  for (const read of readers) read()
}

/** The tip of the same time is written again when the person changes how. */
function useExactTime(at: string): string {
  useSyncExternalStore(followManner, currentManner, currentManner)
  return exactTime(at)
}

/** "4 min ago", a date when that is more than a month ago, with the exact time in the tip; all of them share one timer. */
export const RelativeTime = memo(function RelativeTime({ at, exact, isShort = false }: TimeProps) {
  const start = Date.parse(at)
  const words = useClock(second, (now) => ago(start, now, isShort))
  const own = useExactTime(at)
  return (
    <time dateTime={at} data-tip={exact ?? own}>
      {words}
    </time>
  )
})

/** A fixed span, or one that still runs since `since`. */
export const Duration = memo(function Duration(
  props: { ms: number; isShort?: boolean } | { since: string; isShort?: boolean },
) {
  const words = props.isShort ? shortDuration : durationLabel
  return 'ms' in props ? <span>{words(props.ms)}</span> : <Running since={props.since} words={words} />
})

const Running = ({ since, words }: { since: string; words: (ms: number) => string }) => {
  const start = Date.parse(since)
  const text = useClock(second, (now) => words(now - start))
  const exact = useExactTime(since)
  return (
    <time dateTime={since} data-tip={exact}>
      {text}
    </time>
  )
}
