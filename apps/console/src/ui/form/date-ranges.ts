/** Calendar days as `2026-11-21`; a range holds both its ends. */
export interface DateRange {
  from: string
  to: string
}

export const presetNames = ['last_year', 'current_year', 'last_month', 'current_month'] as const
export type DatePreset = (typeof presetNames)[number]

/** Spec section 5: timeframe presets. */
export const presetLabels: Record<DatePreset, string> = {
  last_year: 'Last year',
  current_year: 'Current year',
  last_month: 'Last month',
  current_month: 'Current month',
}

const day = (year: number, month: number, date: number): string =>
  new Date(Date.UTC(year, month, date)).toISOString().slice(0, 10)

/** The day that a clock in this zone shows. */
export const todayIn = (timeZone: string, now: number = Date.now()): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(now)

/** Whole years and months; the current ones end today, since nothing is known of tomorrow. */
export function presetRange(preset: DatePreset, today: string): DateRange {
  const [year = 0, month = 1] = today.split('-').map(Number)
  switch (preset) {
    case 'last_year':
      return { from: day(year - 1, 0, 1), to: day(year - 1, 11, 31) }
    case 'current_year':
      return { from: day(year, 0, 1), to: today }
    case 'last_month':
      return { from: day(year, month - 2, 1), to: day(year, month - 1, 0) }
    case 'current_month':
      return { from: day(year, month - 1, 1), to: today }
  }
}

export const presetOf = (range: DateRange, today: string): DatePreset | null =>
  presetNames.find((name) => {
    const { from, to } = presetRange(name, today)
    return from === range.from && to === range.to
  }) ?? null

export const daysIn = ({ from, to }: DateRange): number => (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1
