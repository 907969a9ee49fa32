/** How busy a city is at each hour of its local day; 1 is the average of a weekday's daytime. */
const weekday = [
  0.6, 0.55, 0.55, 0.55, 0.6, 0.7, 0.9, 1.35, 1.6, 1.2, 1, 1, 1.15, 1.1, 1, 1.05, 1.3, 1.6, 1.5, 1.15, 0.95, 0.8, 0.7,
  0.65,
]
const weekend = [
  0.65, 0.6, 0.55, 0.55, 0.55, 0.55, 0.6, 0.65, 0.75, 0.95, 1.1, 1.2, 1.3, 1.35, 1.35, 1.3, 1.2, 1.1, 1, 0.95, 0.9,
  0.85, 0.75, 0.65,
]

/**
 * Moves (arrivals and departures) per dock and hour at demand 1: with about 560 docks one move every three seconds by
 * day and every five by night.
 */
export const movesPerDockHour = 2.4

export interface LocalTime {
  hour: number
  isWeekend: boolean
}

const formats = new Map<string, Intl.DateTimeFormat>()

export function localTime(now: number, timezone: string): LocalTime {
  let format = formats.get(timezone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: timezone,
      hour: '2-digit',
      minute: '2-digit',
      weekday: 'short',
      hourCycle: 'h23',
    })
    formats.set(timezone, format)
  }
  const parts = Object.fromEntries(format.formatToParts(now).map(({ type, value }) => [type, value]))
  return {
    hour: Number(parts.hour) + Number(parts.minute) / 60,
    isWeekend: parts.weekday === 'Sat' || parts.weekday === 'Sun',
  }
}

export function demandAt({ hour, isWeekend }: LocalTime): number {
  const day = isWeekend ? weekend : weekday
  const from = Math.floor(hour) % 24
  const share = hour - Math.floor(hour)
  return (day[from] ?? 1) * (1 - share) + (day[(from + 1) % 24] ?? 1) * share
}

export type Character = 'work' | 'home' | 'mixed'
export const characters: readonly Character[] = ['work', 'home', 'mixed']

/**
 * The share of its docks that a place usually has occupied: offices fill by day, homes by night. For a whole city it
 * stays between 50 and 65 %.
 */
export function usualOccupancy(character: Character, { hour, isWeekend }: LocalTime): number {
  const daylight = isWeekend ? 0.3 : Math.max(0, Math.cos(((hour - 13) / 24) * 2 * Math.PI))
  if (character === 'work') return 0.5 + 0.2 * daylight
  if (character === 'home') return 0.66 - 0.2 * daylight
  return 0.57
}
