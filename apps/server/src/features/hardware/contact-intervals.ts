import type { HistoryTable } from '@wheelhouse/db/history-partitions.ts'
import type { Config } from '../../platform/config.ts'

/** Widths that hours and days divide by, in seconds: five minutes to a week. */
const widths = [300, 900, 1_800, 3_600, 7_200, 14_400, 21_600, 43_200, 86_400, 172_800, 604_800]

/** Where buckets begin to be counted; `date_bin` of the statements starts there too. */
const epochMs = Date.parse('2000-01-01T00:00:00.000Z')

export interface Steps {
  /** Milliseconds; the first step's start, at or before what was asked. */
  from: number
  to: number
  step_s: number
  count: number
  table: HistoryTable
}

/** A week in five minutes would be read for steps that hours give as well. */
const fineForMs = 2 * 86_400_000

function tableOf(width: number): HistoryTable {
  if (width < 3_600) return 'hardware_five_minutes'
  return width < 86_400 ? 'hardware_hours' : 'hardware_days'
}

const keptDays = ({ history_days }: Config, table: HistoryTable): number =>
  ({
    hardware_five_minutes: history_days.five_minutes,
    hardware_hours: history_days.hours,
    hardware_days: history_days.days,
    rental_positions: history_days.rental_positions,
  })[table]

export interface Asked {
  from: number
  to: number
  now: number
  /** So many steps at most. */
  atMost: number
  /** Expected seconds between two heartbeats: a step holds two of them, or every other one would look like a gap. */
  interval_s: number
}

/** The finest steps that are still kept, fit, and hold more than one heartbeat. */
export function stepsOf({ from, to, now, atMost, interval_s }: Asked, config: Config): Steps {
  const fits = (width: number): boolean =>
    Math.ceil((to - from) / (width * 1_000)) + 1 <= atMost &&
    width >= 2 * interval_s &&
    (width >= 3_600 || to - from <= fineForMs)
  const isKept = (width: number): boolean => from >= now - keptDays(config, tableOf(width)) * 86_400_000
  const step_s =
    widths.find((width) => fits(width) && isKept(width)) ??
    widths.find((width) => fits(width) && width >= 86_400) ??
    604_800
  const stepMs = step_s * 1_000
  const first = epochMs + Math.floor((from - epochMs) / stepMs) * stepMs
  return { from: first, to, step_s, count: Math.max(1, Math.ceil((to - first) / stepMs)), table: tableOf(step_s) }
}

const dayMs = 86_400_000
const fiveMinutesMs = 300_000
/** `T00:05:00.000Z`: the times of a day at which steps begin. */
const timesOfDay = Array.from({ length: dayMs / fiveMinutesMs }, (_, nth) =>
  new Date(nth * fiveMinutesMs).toISOString().slice(10),
)

/** When each step begins. Of each day the date is written once, because a whole instant takes seven times as long. */
export function timesOf({ from, step_s, count }: Steps): string[] {
  let [day, date] = [Number.NaN, '']
  return Array.from({ length: count }, (_, step) => {
    const at = from + step * step_s * 1_000
    const itsDay = Math.floor(at / dayMs)
    if (itsDay !== day) [day, date] = [itsDay, new Date(at).toISOString().slice(0, 10)]
    return `${date}${timesOfDay[(at - day * dayMs) / fiveMinutesMs]}`
  })
}

export const stepOf = ({ from, step_s }: Steps, at: number): number => Math.floor((at - from) / (step_s * 1_000))

export interface Span {
  from: number
  to: number
}

/** Seconds of each step that are in one of the spans and in the window. */
export function secondsIn(steps: Steps, spans: readonly Span[], window: Span): number[] {
  const seconds = Array.from({ length: steps.count }, () => 0)
  for (const span of spans) {
    const [from, to] = [Math.max(span.from, window.from, steps.from), Math.min(span.to, window.to, steps.to)]
    for (let at = from; at < to;) {
      const index = stepOf(steps, at)
      const end = Math.min(to, steps.from + (index + 1) * steps.step_s * 1_000)
      seconds[index] = (seconds[index] ?? 0) + (end - at) / 1_000
      at = end
    }
  }
  return seconds
}

/**
 * Null when nobody listened, or for less than the time in which a beat may come. Contact is counted in whole seconds, so the
 * part of a second at an edge is not missing; anything else that is missing keeps the share below 1.
 */
export function shareOf(online_s: number, listened_s: number): number | null {
  if (listened_s < 1) return null
  return online_s >= Math.floor(listened_s) ? 1 : Math.floor((online_s / listened_s) * 10_000) / 10_000
}
