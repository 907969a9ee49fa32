const weekdays = [0, 1, 2, 3, 4, 5, 6] as const
type Weekday = (typeof weekdays)[number]

/** What `Intl.Locale` knows of a week; browsers differ in whether it is a method. */
interface WeekLocale {
  getWeekInfo?(): { firstDay: number }
  weekInfo?: { firstDay: number }
}

/** The first day of the week in a language's country, 0 for Sunday; `Intl` counts Sunday as 7. */
export function weekStartOf(language: string): Weekday {
  const locale: Intl.Locale & WeekLocale = new Intl.Locale(language).maximize()
  const { firstDay } = locale.getWeekInfo?.() ?? locale.weekInfo ?? { firstDay: 1 }
  return weekdays[firstDay % 7] ?? 0
}

/** The country a language is spoken in, by its tag or by the likeliest one. */
export const regionOf = (language: string): string => new Intl.Locale(language).maximize().region ?? 'US'
