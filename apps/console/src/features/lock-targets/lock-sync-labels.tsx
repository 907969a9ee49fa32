import { t } from '../../i18n/i18n.ts'
import { Nothing } from '../../ui/data-table/cells.tsx'
import { StatusText } from '../../ui/details/status.tsx'

export interface LockCounts {
  locks: number
  locks_pending: number
  locks_failed: number
}

export const locksText = ({ locks }: LockCounts): string =>
  locks === 1 ? t('1 lock') : t('{{locks}} locks', { locks })

/** How far the locks have the newest list of keys: what failed comes first, then what waits. */
export function SyncOf(counts: LockCounts) {
  const { locks, locks_pending: pending, locks_failed: failed } = counts
  if (locks === 0) return <Nothing />
  if (failed > 0)
    return (
      <StatusText of="lock_list" value="failed" word={t('{{count}} of {{locks}} failed', { count: failed, locks })} />
    )
  if (pending === 0) return <StatusText of="lock_list" value="in_sync" word={locksText(counts)} />
  const waiting = t('{{count}} of {{locks}} pending', { count: pending, locks })
  return <StatusText of="lock_list" value="pending" word={waiting} />
}
