import { useApp } from '../stores/app-store.ts'
import { useFormat } from '../i18n/format.ts'
import { reconnectLive, useLiveState } from '../live/stream.ts'
import { OfflineBar } from '../ui/frame/bars.tsx'
import { useClock } from '../ui/base/clock.ts'
import { durationLabel } from '../ui/details/time.tsx'

// A server that starts again is back within seconds; a bar that comes and goes would only worry.
const toleratedMs = 10_000

/** Over every screen while there is no network, or no server at its end: what is shown grows old, and since when. */
export function Offline() {
  const isOnline = useApp((state) => state.isOnline)
  const { offlineSince } = useLiveState()
  const format = useFormat()
  const age = useClock(1_000, (now) => (offlineSince === null ? 0 : Math.max(0, now - offlineSince)))
  if (offlineSince === null || (isOnline && age < toleratedMs)) return null
  const since = format.time(new Date(offlineSince).toISOString())
  return (
    <OfflineBar
      since={since}
      age={durationLabel(age)}
      isServerAway={isOnline}
      onRetry={isOnline ? reconnectLive : undefined}
    />
  )
}
