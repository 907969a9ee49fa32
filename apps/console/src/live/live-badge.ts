import { useClock } from '../ui/base/clock.ts'
import type { LiveState } from '../ui/frame/live-badge.tsx'
import { shortDuration } from '../ui/details/time.tsx'
import { pauseLive, resumeLive, useLiveState } from './stream.ts'

/** A stream that reconnects at once is not worth a word. */
const toleratedMs = 5_000

/** The badge beside a title, and what a click on it does. */
export function useLiveBadge(): { live?: LiveState; onLive?: () => void } {
  const { state, waiting, offlineSince } = useLiveState()
  const age = useClock(1_000, (now) =>
    offlineSince === null || now - offlineSince < toleratedMs ? '' : shortDuration(now - offlineSince),
  )
  if (state === 'paused') return { live: { state: 'paused', waiting }, onLive: resumeLive }
  if (state === 'live') return { live: { state: 'live' }, onLive: pauseLive }
  return age === '' ? {} : { live: { state: 'stale', age } }
}
