/**
 * Calendar days of a time zone, as milliseconds. A day begins at its first instant there, so it has 23 or 25 hours when the
 * clock changes, and it begins at 01:00 where the change skips midnight.
 */

const dayMs = 86_400_000
const formats = new Map<string, Intl.DateTimeFormat>()

/** Made once for each zone: to make one takes a thousand times as long as to use it. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'iso8601',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  formats.set(timeZone, made)
  return made
}

/** What the clock on the wall shows at an instant, as if it were UTC. */
function wallClock(at: number, timeZone: string): number {
  const part: Record<string, number> = {}
  for (const { type, value } of formatOf(timeZone).formatToParts(at)) part[type] = Number(value)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part
  return Date.UTC(year, month - 1, day, hour, minute, second)
}

/** The local date of an instant, as the number of days since 1970. */
export const localDay = (at: number, timeZone: string): number => Math.floor(wallClock(at, timeZone) / dayMs)

/** No zone is further from UTC than 14 hours, and no day is longer than 26. */
const searchedMs = 16 * 3_600_000

/** Found once for each day and zone: a search asks the clock on the wall thirty times. */
const starts = new Map<string, number>()
const startsAtMost = 20_000

/** The first instant of a local day (days since 1970). */
export function startOfDay(day: number, timeZone: string): number {
  const key = `${day} ${timeZone}`
  const known = starts.get(key)
  if (known !== undefined) return known
  if (starts.size >= startsAtMost) starts.clear()
  const start = searchStart(day, timeZone)
  starts.set(key, start)
  return start
}

function searchStart(day: number, timeZone: string): number {
  let before = day * dayMs - searchedMs
  let within = day * dayMs + searchedMs
  while (within - before > 1) {
    const middle = Math.floor((before + within) / 2)
    if (localDay(middle, timeZone) >= day) within = middle
    else before = middle
  }
  return within
}
