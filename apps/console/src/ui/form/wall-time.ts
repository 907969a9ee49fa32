const minuteMs = 60_000

/** What a clock in this zone shows: `2026-11-21T18:30`. */
export function wallTime(instant: string, timeZone: string): string {
  const shown = new Intl.DateTimeFormat('sv-SE', {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
  }).format(Date.parse(instant))
  return shown.replace(' ', 'T')
}

/** The moment at which a clock in this zone shows `2026-11-21T18:30`; of a skipped hour the one after it, of a repeated one the first. */
export function instantAt(wall: string, timeZone: string): string | null {
  const asUtc = Date.parse(`${wall}:00Z`)
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(wall) || Number.isNaN(asUtc)) return null
  const offsetAt = (at: number): number =>
    Date.parse(`${wallTime(new Date(at).toISOString(), timeZone)}:00Z`) - floored(at)
  // Of the two offsets around a change of the clock, that of the day before is tried first.
  const before = asUtc - offsetAt(asUtc - 1_440 * minuteMs)
  const after = asUtc - offsetAt(asUtc + 1_440 * minuteMs)
  const fitting = [before, after].find((at) => wallTime(new Date(at).toISOString(), timeZone) === wall)
  return new Date(fitting ?? before).toISOString()
}

const floored = (at: number): number => Math.floor(at / minuteMs) * minuteMs
