import * as z from 'zod'

/** Spec section 5: the presets; `own` are days that someone chose. */
export const timeframes = ['last_year', 'current_year', 'last_month', 'current_month', 'own'] as const
export const Timeframe = z.enum(timeframes, 'Timeframe is required')
export type Timeframe = z.infer<typeof Timeframe>

const day = (year: number, month: number, date: number): string =>
  new Date(Date.UTC(year, month, date)).toISOString().slice(0, 10)

export interface Days {
  from_day: string
  to_day: string
}

/** First and last day of a preset, both included. A current one ends today. */
export function daysOf(timeframe: Exclude<Timeframe, 'own'>, now: Date): Days {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()]
  const today = now.toISOString().slice(0, 10)
  const presets = {
    last_year: { from_day: day(year - 1, 0, 1), to_day: day(year - 1, 11, 31) },
    current_year: { from_day: day(year, 0, 1), to_day: today },
    last_month: { from_day: day(year, month - 1, 1), to_day: day(year, month, 0) },
    current_month: { from_day: day(year, month, 1), to_day: today },
  }
  return presets[timeframe]
}

/** The preset that these days are on the given day; otherwise they are someone's own. */
export function timeframeOf({ from_day, to_day }: Days, now: Date): Timeframe {
  const isPreset = (timeframe: Timeframe): boolean => {
    if (timeframe === 'own') return false
    const days = daysOf(timeframe, now)
    return days.from_day === from_day && days.to_day === to_day
  }
  return timeframes.find(isPreset) ?? 'own'
}
