const dayMs = 86_400_000

/** A day of the calendar (`2026-03-01`) so many days later, or earlier. */
export const dayPlus = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)

/** A year and a day, both ends included: the longest period of a dashboard, a report, a history or a stay. */
export const periodDaysAtMost = 366
