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
      country: regionOf(navigator.language),
    }),
    [localizedFormats, timezone],
  )
}
