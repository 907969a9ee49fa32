import { ActionIcon } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { IconClock, IconMinimize } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import type { Figures } from '@wheelhouse/contract/dashboards/charts.ts'
import type { Dashboard } from '@wheelhouse/contract/dashboards/dashboards.ts'
import { useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { useClock } from '../../ui/base/clock.ts'
import { Skeleton } from '../../ui/frame/states.tsx'
import { durationLabel } from '../../ui/details/time.tsx'
import { DashboardBoard } from './dashboard-board.tsx'
import classes from './dashboards.module.css'

interface WallProps {
  board: Dashboard
  figures: Figures | undefined
  /** The last request failed: what is shown is older than it should be. */
  hasFailed: boolean
  /** When the figures came, in milliseconds. */
  since: number
  onEnd: () => void
}

/** Three minutes without figures are worth a word. */
const toleratedMs = 3 * 60_000
const rimPx = 118
/** Below this nobody reads it across a room; what is beyond is scrolled to. */
const smallest = 0.5

/** A dashboard on a wall: everything at once, large, renewed by itself; without the network it says since when. */
export function DashboardWall({ board, figures, hasFailed, since, onEnd }: WallProps) {
  const format = useFormat()
  const { ref, width, height } = useElementSize<HTMLDivElement>()
  const age = useClock(1_000, (now) => (now - since > toleratedMs && since > 0 ? durationLabel(now - since) : ''))
  const time = useClock(1_000, (now) => format.dateTime(new Date(now).toISOString()))
  useFullScreen(onEnd)
  const columns = width < 900 ? 1 : 3
  const cells = board.tiles.reduce((sum, { size }) => sum + (size === 'wide' ? 2 : 1), 0)
  const rows = Math.max(1, Math.ceil(cells / columns))
  const content = useRef<HTMLDivElement>(null)
  const zoom = useFittingZoom(content, `${width} ${height}`, columns > 1)
  return (
    <div ref={ref} className={classes.wall}>
      <header>
        <h1>{board.name}</h1>
        {(hasFailed || age !== '') && (
          <span className={classes.lost} role="status">
            <IconClock size={18} stroke={1.75} aria-hidden />
            {t('No contact, figures of {{age}} ago', { age: age === '' ? t('a moment') : age })}
          </span>
        )}
        <time>{time}</time>
        <ActionIcon variant="subtle" aria-label={t('End full screen')} onClick={onEnd}>
          <IconMinimize size={18} stroke={1.75} aria-hidden />
        </ActionIcon>
      </header>
      <div ref={content} style={{ zoom }}>
        {figures ? (
          <DashboardBoard
            tiles={board.tiles}
            figures={figures}
            linkOf={() => undefined}
            height={Math.max(110, Math.floor((height - rimPx) / rows) - 78)}
            isWall
          />
        ) : (
          <Skeleton lines={10} />
        )}
      </div>
    </div>
  )
}

/** Nobody scrolls a wall: what is too much for the screen is drawn smaller until all of it fits. */
function useFittingZoom(content: RefObject<HTMLElement | null>, screen: string, isWanted: boolean): number {
  const [fit, setFit] = useState({ screen, zoom: 1 })
  const zoom = isWanted && fit.screen === screen ? fit.zoom : 1
  useLayoutEffect(() => {
    const element = content.current
    if (element === null || !isWanted) return undefined
    // Figures come later, and another width of the tiles changes how they wrap.
    const observer = new ResizeObserver(() =>
      setFit((before) => ({ screen, zoom: fittingZoom(element, before.screen === screen ? before.zoom : 1) })),
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [content, screen, isWanted])
  return zoom
}

function fittingZoom(element: HTMLElement, zoom: number): number {
  const { top, height } = element.getBoundingClientRect()
  const room = window.innerHeight - top
  return height > room + 1 ? Math.max(smallest, (zoom * room) / height) : zoom
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
