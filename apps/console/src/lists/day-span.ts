import * as v from 'valibot'
import type { DateRange } from '../ui/form/date-ranges.ts'
import { instantAt } from '../ui/form/wall-time.ts'

/** Two days of the reader's calendar, both included: `2026-10-01..2026-10-31`. Part of an address. */
export type DaySpan = `${string}..${string}`

const shape = /^(\d{4}-\d\d-\d\d)\.\.(\d{4}-\d\d-\d\d)$/

/** Null of whatever is not two days, the first not after the second. */
export function daysOf(span: string | undefined): DateRange | null {
  const [, from = '', to = ''] = shape.exec(span ?? '') ?? []
  return from !== '' && from <= to && isDay(from) && isDay(to) ? { from, to } : null
}

/** Reads two days of an address. */
export const Days = v.custom<DaySpan>((value) => typeof value === 'string' && daysOf(value) !== null)

const isDay = (day: string): boolean => !Number.isNaN(Date.parse(day)) && new Date(day).toISOString().startsWith(day)

export const spanOf = ({ from, to }: DateRange): DaySpan => `${from}..${to}`

export const dayPlus = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)

/** From the first moment of the first day up to the first one after the last, by the clock of this zone. */
export function instantsOf({ from, to }: DateRange, timeZone: string): { from?: string; to?: string } {
  const [first, after] = [instantAt(`${from}T00:00`, timeZone), instantAt(`${dayPlus(to, 1)}T00:00`, timeZone)]
  return first !== null && after !== null ? { from: first, to: after } : {}
}

/** "Sat, 21 Nov 2026", or the two ends. */
export const spanLabels = ({ from, to }: DateRange, day: (date: string) => string): string =>
  from === to ? day(from) : `${day(from)} – ${day(to)}`
