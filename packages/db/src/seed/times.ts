export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

/** The given number of days before, at 9:12 UTC, within working hours. */
export const daysBefore = (now: number, days: number): number =>
  Math.min(Math.floor((now - days * dayMs) / dayMs) * dayMs + 9 * hourMs + 12 * minuteMs, now - hourMs)

export const iso = (at: number): string => new Date(at).toISOString()

export interface LocalHour {
  /** 0 to 23 in local time. */
  hour: number
  isWeekend: boolean
}

/** The local hour of each hour from a start on: computed once per hour and zone, not once per session. */
export function localHours(start: number, count: number, timeZone: string): LocalHour[] {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', hourCycle: 'h23', weekday: 'short' })
  return Array.from({ length: count }, (_, index) => {
    const parts = format.formatToParts(start + index * hourMs)
    const of = (type: string) => parts.find((part) => part.type === type)?.value ?? ''
    return { hour: Number(of('hour')), isWeekend: ['Sat', 'Sun'].includes(of('weekday')) }
  })
}
