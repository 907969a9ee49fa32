import { momentOf, shownAt } from '@wheelhouse/contract/wall-clock.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const weekMs = 7 * 24 * hourMs

/** Moments, as epoch milliseconds. */
export interface ComparedHours {
  /** When a clock of the reader first shows each full hour of the day, as far as the day has come. */
  today: number[]
  /** The same of the whole day a week before. */
  before: number[]
  /** When that clock showed the present time a week before. */
  week_ago: number
}

/**
 * The hours of a day beside those of the same weekday before, by the clock of the reader: where the clock was changed between them,
 * they are 167 or 169 hours apart. Of a time that spring leaves out the moment is that of the change.
 */
export function comparedHours(day: string, zone: string, now: number): ComparedHours {
  const begins = Date.parse(day)
  const hoursOf = (wall: number): number[] =>
    Array.from({ length: 24 }, (_, hour) => momentOf(wall + hour * hourMs, zone))
  return {
    today: hoursOf(begins).filter((moment) => moment <= now),
    before: hoursOf(begins - weekMs),
    week_ago: momentOf(shownAt(now, zone) - weekMs, zone) + (now % minuteMs),
  }
}
