import { useApp } from '../stores/app-store.ts'
import { useFormat } from '../i18n/format.ts'
import { reconnectLive, useLiveState } from '../live/stream.ts'
import { OfflineBar } from '../ui/frame/bars.tsx'
import { useClock } from '../ui/base/clock.ts'
import { durationLabel } from '../ui/details/time.tsx'

// A server that starts again is back within seconds; a bar that comes and goes would only worry.
const toleratedMs = 10_000
/** Beyond it the time of day alone would be misread. */
const halfDayMs = 43_200_000

/** Over every screen while there is no network, or no server at its end: what is shown grows old, and since when. */
export function Offline() {
  const isOnline = useApp((state) => state.isOnline)
  const { offlineSince } = useLiveState()
  const format = useFormat()
  const age = useClock(1_000, (now) => (offlineSince === null ? 0 : Math.max(0, now - offlineSince)))
  if (offlineSince === null || (isOnline && age < toleratedMs)) return null
  const at = new Date(offlineSince).toISOString()
  const since = age < halfDayMs ? format.time(at) : format.dateTime(at)
  return (
    <OfflineBar
      since={since}
      age={durationLabel(age)}
      isServerAway={isOnline}
      onRetry={isOnline ? reconnectLive : undefined}
    />
  )
}
