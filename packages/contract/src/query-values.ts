/** What keys of a query mean. The console reads them at its start, without zod: this file imports nothing. */

/** A key that is given once or several times: `?status=demo&status=launched`. */
export const asList = (value: unknown): unknown => (value === undefined || Array.isArray(value) ? value : [value])

export const isText = (value: unknown): boolean => typeof value === 'string'

/** Two days, both included: `2026-10-01..2026-10-31`. */
export function isDaySpan(text: string): boolean {
  const days = text.split('..')
  return days.length === 2 && days.every(isDay)
}

/** Not in the year 9999: the end of its last day is in a year of five digits, which no date is written with. */
const isDay = (day: string): boolean =>
  /^(?!9999)[\d-]{10}$/.test(day) && !Number.isNaN(Date.parse(day)) && new Date(day).toISOString().startsWith(day)
