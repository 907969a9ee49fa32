import { useMemo } from 'react'
import { useUser } from '../stores/user-store.ts'
import { useClock } from '../ui/base/clock.ts'
import { todayIn } from '../ui/form/date-ranges.ts'
import { instantsIn } from './periods.ts'
import type { PeriodOrDays } from './periods.ts'

/** A named period is counted from today, and today changes at midnight only: all pages agree on where it began. */
export function useSpan({ period }: { period?: PeriodOrDays | undefined }) {
  const timeZone = useUser((state) => state.userPreferences.timezone)
  const today = useClock(60_000, (now) => todayIn(timeZone, now))
  return useMemo(() => instantsIn({ period }, today, timeZone), [period, today, timeZone])
}
