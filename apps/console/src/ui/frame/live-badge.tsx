import { IconClock, IconPlayerPause } from '@tabler/icons-react'
import classes from './live-badge.module.css'
import { number, t } from '../base/translate.ts'

export type LiveState = { state: 'live' } | { state: 'paused'; waiting: number } | { state: 'stale'; age: string }

function tipOf(state: LiveState['state']): string | undefined {
  if (state === 'live') return t('Updates automatically. Click to pause')
  return state === 'paused' ? t('Click to resume') : undefined
}

/** Says that rows update by themselves, and freezes them when asked: nothing that a person reads moves away. */
export function LiveBadge({ live, onToggle }: { live: LiveState; onToggle?: () => void }) {
  const tip = tipOf(live.state)
  return (
    <button
      type="button"
      className={classes.badge}
      data-state={live.state}
      data-tip={onToggle && tip}
      disabled={onToggle === undefined}
      aria-pressed={live.state === 'paused'}
      onClick={onToggle}
    >
      {live.state === 'live' && <span className={classes.dot} aria-hidden />}
      {live.state === 'paused' && <IconPlayerPause size={12} aria-hidden />}
      {live.state === 'stale' && <IconClock size={13} aria-hidden />}
      {wordsOf(live)}
    </button>
  )
}

function wordsOf(live: LiveState) {
  if (live.state === 'live') return t('Live')
  if (live.state === 'stale') return t('{{age}} old', { age: live.age })
  return live.waiting === 0 ? t('Paused') : t('Paused, {{count}} new', { count: number(live.waiting) })
}
