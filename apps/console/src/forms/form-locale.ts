import { useMemo } from 'react'
import type { FormManner } from '../ui/form/form-state.ts'
import { regionOf, weekStartOf } from '../ui/form/week-start.ts'
import { useUser } from '../stores/user-store.ts'

/** How fields read and write for this person; without localized formats the ISO way: weeks begin on Monday. */
export function useFormManner(): FormManner {
  const { localizedFormats, timezone } = useUser(({ userPreferences }) => userPreferences)
  return useMemo(
    () => ({
      language: localizedFormats ? navigator.language : 'en-US',
      timeZone: timezone,
      firstDayOfWeek: localizedFormats ? weekStartOf(navigator.language) : 1,
      dayFormat: localizedFormats ? 'D MMM YYYY' : 'YYYY-MM-DD',
      clock: localizedFormats && isTwelveHours(navigator.language) ? '12h' : '24h',
      country: regionOf(navigator.language),
    }),
    [localizedFormats, timezone],
  )
}

const isTwelveHours = (language: string): boolean =>
  new Intl.DateTimeFormat(language, { hour: 'numeric' }).resolvedOptions().hour12 === true
