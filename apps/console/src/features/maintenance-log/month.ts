const dayMs = 86_400_000
const text = (at: number): string => new Date(at).toISOString().slice(0, 10)

/** The days of the weeks that a month touches, as a calendar shows them; plain days, without a time zone. */
export function daysOfMonth(month: string, firstDayOfWeek: number): string[] {
  const first = Date.parse(`${month}-01T00:00:00Z`)
  const before = (new Date(first).getUTCDay() - firstDayOfWeek + 7) % 7
  const start = first - before * dayMs
  const next = Date.parse(`${monthBeside(month, 1)}-01T00:00:00Z`)
  const weeks = Math.ceil((next - start) / (7 * dayMs))
  return Array.from({ length: weeks * 7 }, (_, at) => text(start + at * dayMs))
}

export function monthBeside(month: string, step: 1 | -1): string {
  const at = new Date(`${month}-01T00:00:00Z`)
  at.setUTCMonth(at.getUTCMonth() + step)
  return at.toISOString().slice(0, 7)
}
