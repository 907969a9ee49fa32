import { ActionIcon } from '@mantine/core'
import { IconCurrentLocation, IconFocusCentered, IconMinus, IconPlus } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { number, t } from '../base/translate.ts'
import type { MapEngine } from './map-engine.ts'
import { MapGlyph } from './map-glyph.tsx'
import { worldBounds } from './map-framing.ts'
import { isInside, wordOfKind } from './map-points.ts'
import type { Camera, MapBounds, MapCity, MapKind } from './map-points.ts'
import classes from './map.module.css'

export type View = { bounds: MapBounds; camera: Camera }

function activeCity({ bounds, camera }: View, cities: readonly MapCity[]): MapCity | 'world' | undefined {
  const width = bounds.east - bounds.west
  if (width > 90) return 'world'
  const near = ({ west, south, east, north }: MapBounds) => {
    const room = Math.max(east - west, north - south, 0.05)
    return (
      isInside(camera, { west: west - room, south: south - room, east: east + room, north: north + room }) &&
      width < 8 * room
    )
  }
  return cities.find((city) => near(city.bounds))
}

/** On a phone the chosen one may lie beyond the edge. */
function inSight(row: HTMLDivElement | null): void {
  const chosen = row?.querySelector<HTMLElement>('[aria-pressed="true"]')
  if (row && chosen) row.scrollLeft = chosen.offsetLeft + (chosen.offsetWidth - row.clientWidth) / 2
}

/** Top left: where most of them are, and the whole. */
export function Cities({
  cities,
  view,
  onJump,
}: {
  cities: readonly MapCity[]
  view: View | null
  onJump: (bounds: MapBounds) => void
}) {
  const active = view ? activeCity(view, cities) : undefined
  const row = useRef<HTMLDivElement>(null)
  useEffect(() => inSight(row.current), [active])
  return (
    <div ref={row} className={classes.cities} role="group" aria-label={t('Go to')}>
      {cities.map((city) => (
        <button key={city.name} type="button" aria-pressed={city === active} onClick={() => onJump(city.bounds)}>
          {city.name} {city.count !== undefined && <span>{number(city.count)}</span>}
        </button>
      ))}
      <button type="button" aria-pressed={active === 'world'} onClick={() => onJump(worldBounds)}>
        {t('World')}
      </button>
    </div>
  )
}

let isSaid = false

/** Said on the first map that has room for it; on each further map it would only be noise. */
export function StreetsAway() {
  const [isFirst] = useState(() => !isSaid)
  const notice = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (notice.current?.offsetParent) isSaid = true
  }, [])
  if (!isFirst) return null
  return (
    <p className={classes.notice} role="status" ref={notice}>
      {t('Street map not available, built-in map shown')}
    </p>
  )
}

const picture = { size: 16, 'aria-hidden': true } as const

export const Zoom = ({ engine, onAll }: { engine: MapEngine; onAll: (() => void) | undefined }) => (
  <div className={classes.zoom}>
    <ActionIcon.Group orientation="vertical">
      <ActionIcon data-step aria-label={t('Zoom in')} onClick={() => engine.zoomBy(1)}>
        <IconPlus {...picture} />
      </ActionIcon>
      <ActionIcon data-step aria-label={t('Zoom out')} onClick={() => engine.zoomBy(-1)}>
        <IconMinus {...picture} />
      </ActionIcon>
      {onAll && (
        <ActionIcon aria-label={t('Show all')} title={t('Show all')} onClick={onAll}>
          <IconFocusCentered {...picture} />
        </ActionIcon>
      )}
    </ActionIcon.Group>
    <NearMe engine={engine} />
  </div>
)

const nearZoom = 16
const positionWithinMs = 10_000

/** Goes to where the person is. The position stays in this page; it is sent nowhere. */
function NearMe({ engine }: { engine: MapEngine }) {
  const [state, setState] = useState<'idle' | 'asking' | 'refused' | 'unknown'>('idle')
  if (!('geolocation' in navigator)) return null
  const ask = (): void => {
    setState('asking')
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude, accuracy } }) => {
        setState('idle')
        engine.showPosition({ latitude, longitude }, accuracy)
        engine.moveTo({ latitude, longitude }, nearZoom)
      },
      ({ code, PERMISSION_DENIED }) => setState(code === PERMISSION_DENIED ? 'refused' : 'unknown'),
      { timeout: positionWithinMs, maximumAge: 60_000, enableHighAccuracy: true },
    )
  }
  return (
    <>
      <ActionIcon aria-label={t('Near me')} title={t('Near me')} loading={state === 'asking'} onClick={ask}>
        <IconCurrentLocation {...picture} />
      </ActionIcon>
      {(state === 'refused' || state === 'unknown') && (
        <p className={classes.nearNotice} role="status">
          {state === 'refused'
            ? t('This browser does not allow the console to read your position.')
            : t('Your position could not be found.')}
        </p>
      )}
    </>
  )
}

/** Bottom left. The scale and the credits of the map go above it. */
export const Legend = ({ kinds }: { kinds: readonly MapKind[] }) => (
  <ul className={classes.legend} aria-label={t('Legend')} ref={placeAbove}>
    {kinds.map((kind) => (
      <li key={kind}>
        <MapGlyph kind={kind} />
        {t(wordOfKind[kind])}
      </li>
    ))}
  </ul>
)

const legendBottom = 10

function placeAbove(legend: HTMLElement | null): (() => void) | undefined {
  const map = legend?.parentElement
  if (!legend || !map) return undefined
  const watch = new ResizeObserver(() =>
    map.style.setProperty('--above-legend', `${legend.offsetHeight + legendBottom}px`),
  )
  watch.observe(legend)
  return () => {
    watch.disconnect()
    map.style.removeProperty('--above-legend')
  }
}
