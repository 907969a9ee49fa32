import type { Rhythm } from '../platform/fleet-file.ts'
import type { Random } from '../platform/random.ts'

export interface LocalTime {
  /** 0 to 23. */
  hour: number
  isWeekend: boolean
}

const formats = new Map<string, Intl.DateTimeFormat>()
/** Formatting is slow, and every zone keeps its hour for a quarter of an hour at least. */
const quarterMs = 900_000
const known = new Map<string, { quarter: number; time: LocalTime }>()

export function localTime(now: number, timezone: string): LocalTime {
  const quarter = Math.floor(now / quarterMs)
  const last = known.get(timezone)
  if (last?.quarter === quarter) return last.time
  const parts = Object.fromEntries(
    formatOf(timezone)
      .formatToParts(now)
      .map(({ type, value }) => [type, value]),
  )
  const time = { hour: Number(parts.hour), isWeekend: parts.weekday === 'Sat' || parts.weekday === 'Sun' }
  known.set(timezone, { quarter, time })
  return time
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en-US', { timeZone, hour: '2-digit', weekday: 'short', hourCycle: 'h23' })
  formats.set(timeZone, format)
  return format
}

/** For a fleet file without a rhythm: riders come evenly, and stay for some hours. */
const hours = <T>(value: T): T[] => Array.from({ length: 24 }, () => value)
const evenStays = hours([{ below: 1, from_h: 0.5, to_h: 16 }])
export const evenRhythm: Rhythm = {
  mean_wait_h: 15,
  arrivals: { weekday: hours(1), weekend: hours(1) },
  stays: { weekday: evenStays, weekend: evenStays },
  booked_first: 0.1,
  booked_in_vain: 0.01,
  rides: { mean_wait_h: 4, by_hour: hours(1) },
}

const dayOf = ({ isWeekend }: LocalTime): 'weekday' | 'weekend' => (isWeekend ? 'weekend' : 'weekday')

/** Bikes that come to one free dock in an hour. */
export const arrivalsPerHour = ({ arrivals, mean_wait_h }: Rhythm, time: LocalTime): number =>
  (arrivals[dayOf(time)][time.hour] ?? 1) / mean_wait_h

/** How long a bike stays that comes at this time. */
export function drawStayHours({ stays }: Rhythm, time: LocalTime, random: Random): number {
  const lot = random.next()
  const choice = stays[dayOf(time)][time.hour]?.find(({ below }) => lot < below)
  return random.between(choice?.from_h ?? 1, choice?.to_h ?? 12)
}
