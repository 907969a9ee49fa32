import { ActionIcon } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { IconClock, IconMinimize } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useMemo } from 'react'
import type { Figures } from '@wheelhouse/contract/dashboards/charts.ts'
import type { Dashboard } from '@wheelhouse/contract/dashboards/dashboards.ts'
import { useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { useClock } from '../../ui/base/clock.ts'
import { Skeleton } from '../../ui/frame/states.tsx'
import { durationLabel } from '../../ui/details/time.tsx'
import { DashboardBoard, placedOf } from './dashboard-board.tsx'
import { wallLayout } from './wall-layout.ts'
import classes from './dashboards.module.css'

interface WallProps {
  board: Dashboard
  figures: Figures | undefined
  /** The day that is not over yet. */
  today: string
  /** The last request failed: what is shown is older than it should be. */
  hasFailed: boolean
  /** When the figures came, in milliseconds. */
  since: number
  onEnd: () => void
}

/** Three minutes without figures are worth a word. */
const toleratedMs = 3 * 60_000
/** A narrower screen is no wall, and is scrolled. */
const narrowPx = 900

/** A dashboard on a wall: everything at once, large, renewed by itself; without the network it says since when. */
export function DashboardWall({ board, figures, today, hasFailed, since, onEnd }: WallProps) {
  const format = useFormat()
  const { ref, width, height } = useElementSize<HTMLDivElement>()
  const age = useClock(1_000, (now) => (now - since > toleratedMs && since > 0 ? durationLabel(now - since) : ''))
  const time = useClock(1_000, (now) => format.dateTime(new Date(now).toISOString()))
  useFullScreen(onEnd)
  const spans = useMemo(
    () => (figures ? placedOf(board.tiles, figures).map(({ size }) => (size === 'wide' ? 2 : 1)) : []),
    [board.tiles, figures],
  )
  const layout = width < narrowPx ? undefined : wallLayout({ width, height }, spans)
  return (
    <div ref={ref} className={classes.wall}>
      <div className={classes.wallContent} data-fits={layout !== undefined || undefined} style={{ zoom: layout?.zoom }}>
        <header>
          <h1>{board.name}</h1>
          {(hasFailed || age !== '') && (
            <span className={classes.lost} role="status">
              <IconClock size={18} aria-hidden />
              {t('No connection. Figures are {{age}} old', { age: age === '' ? t('a moment') : age })}
            </span>
          )}
          <time>{time}</time>
          <ActionIcon variant="subtle" aria-label={t('End full screen')} onClick={onEnd}>
            <IconMinimize size={18} aria-hidden />
          </ActionIcon>
        </header>
        {figures ? (
          <DashboardBoard
            tiles={board.tiles}
            figures={figures}
            today={today}
            height={layout?.chartHeight}
            wallColumns={layout?.columns}
          />
        ) : (
          <Skeleton lines={10} />
        )}
      </div>
    </div>
  )
}

/** The whole screen where the browser allows it; leaving that, by Escape too, ends the wall. */
function useFullScreen(onEnd: () => void): void {
  const end = useEffectEvent(onEnd)
  useEffect(() => {
    void document.documentElement.requestFullscreen?.().catch(() => undefined)
    const changed = () => document.fullscreenElement === null && end()
    const pressed = ({ key }: KeyboardEvent) => key === 'Escape' && document.fullscreenElement === null && end()
    document.addEventListener('fullscreenchange', changed)
    document.addEventListener('keydown', pressed)
    return () => {
      document.removeEventListener('fullscreenchange', changed)
      document.removeEventListener('keydown', pressed)
      if (document.fullscreenElement !== null) void document.exitFullscreen().catch(() => undefined)
    }
  }, [])
}
