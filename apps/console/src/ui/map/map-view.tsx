import { ActionIcon, useComputedColorScheme } from '@mantine/core'
import { IconCurrentLocation, IconMapOff, IconMinus, IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import { State } from '../frame/states.tsx'
import { number, t } from '../base/translate.ts'
import type { Camera, MapEngine, MapListeners } from './map-engine.ts'
import { AnchoredCard, PlacedPin } from './map-anchors.tsx'
import { MapGlyph } from './map-glyph.tsx'
import { boundsOf, isInside, wordOfKind } from './map-points.ts'
import type { Coordinates, MapBounds, MapCity, MapKind, MapPoint, MapShape } from './map-points.ts'
import classes from './map.module.css'

const MapCanvas = lazy(() => import('./map-canvas.tsx').then((loaded) => ({ default: loaded.MapCanvas })))

export interface MapViewProps {
  /** Names the canvas for screen readers. */
  label: string
  /** Keep the array until it changes: a new one is sent to the map's worker again. */
  points: readonly MapPoint[]
  /** Tracks and areas below the points; keep the array until it changes, too. */
  shapes?: readonly MapShape[]
  /** Style of a street map; empty or absent: the built-in basemap. */
  styleUrl?: string | undefined
  hovered?: string | null
  selected?: string | null
  onHover?: (id: string | null) => void
  /** A point was chosen, or the chosen one let go. */
  onSelect?: (id: string | null) => void
  /** Beside the selected point. */
  card?: ((id: string) => ReactNode) | undefined
  cities?: readonly MapCity[]
  legend?: readonly MapKind[]
  onBounds?: (bounds: MapBounds) => void
  /** A click, or Enter on the cross in the middle, sets the pin, which can be dragged. Points do not open then. */
  place?: { value: Coordinates | null; onPlace: (at: Coordinates) => void } | undefined
  /** The keys go to it while this is so: there is nothing else to do on the screen. */
  takesKeys?: boolean
  /** In a page that scrolls: the wheel needs Ctrl, one finger scrolls the page. */
  isCooperative?: boolean
  /** The view goes to all points once they have come, and again when this changes. */
  fitKey?: string
  /** Where there is no WebGL: what to do instead. */
  insteadOfMap?: string
}

type View = { bounds: MapBounds; camera: Camera }

/** A map of points. It only repeats what the text next to it says, so nobody who cannot see or draw it misses anything. */
export function MapView(props: MapViewProps) {
  const {
    label,
    points,
    shapes = noShapes,
    styleUrl = '',
    cities = [],
    legend = [],
    place,
    isCooperative = false,
  } = props
  const scheme = useComputedColorScheme('dark')
  const [isDrawable] = useState(hasWebGl)
  const [engine, setEngine] = useState<MapEngine | null>(null)
  const [view, setView] = useState<View | null>(null)
  const [failedStyle, setFailedStyle] = useState('')
  const listeners = useListeners(props, setView, () => setFailedStyle(styleUrl))
  useShown(engine, props)
  useEffect(() => {
    if (props.takesKeys === true) engine?.focus()
  }, [engine, props.takesKeys])
  if (!isDrawable)
    return <NoMap instead={props.insteadOfMap ?? t('Everything on the map is also in the list beside it.')} />
  const style = styleUrl === failedStyle ? '' : styleUrl
  const chosen = props.selected == null ? undefined : points.find(({ id }) => id === props.selected)
  return (
    <div className={classes.map} data-placing={place !== undefined || undefined}>
      <Suspense fallback={<div className={classes.waiting} role="status" aria-label={t('Loading the map')} />}>
        <MapCanvas
          key={`${scheme} ${style}`}
          label={label}
          scheme={scheme}
          styleUrl={style}
          camera={view?.camera ?? startOf(place?.value, style)}
          bounds={around(points, shapes, style)}
          isCooperative={isCooperative}
          words={cooperativeLabels()}
          listeners={listeners}
          onReady={setEngine}
        />
      </Suspense>
      {place && <span className={classes.cross} aria-hidden />}
      {cities.length > 0 && engine && <Cities cities={cities} view={view} onJump={engine.fit} />}
      {engine && (
        <Zoom
          engine={engine}
          onAll={
            points.length + shapes.length > 0
              ? () => engine.fit(around(points, shapes, style) ?? worldBounds)
              : undefined
          }
        />
      )}
      {legend.length > 0 && <Legend kinds={legend} />}
      {failedStyle !== '' && styleUrl === failedStyle && (
        <p className={classes.notice} role="status">
          {t('The street map could not be loaded. This is the built-in map.')}
        </p>
      )}
      {engine && place?.value && <PlacedPin engine={engine} at={place.value} onMove={place.onPlace} />}
      {engine && chosen && props.card && (
        <AnchoredCard key={chosen.id} engine={engine} at={chosen} onClose={() => props.onSelect?.(null)}>
          {props.card(chosen.id)}
        </AnchoredCard>
      )}
    </div>
  )
}

const noShapes: readonly MapShape[] = []
const worldBounds: MapBounds = { west: -140, south: -45, east: 160, north: 68 }
/** A place that is set already is shown with its streets around it; the built-in map has none, and shows in which country it is. */
const startOf = (value: Coordinates | null | undefined, style: string): Camera | null =>
  value ? { ...value, zoom: style === '' ? 5.5 : 13 } : null

/** A single point needs some surroundings to show where it is. */
const landDegrees = 1.6
function around(points: readonly MapPoint[], shapes: readonly MapShape[], style: string): MapBounds | null {
  const all = [...points, ...shapes.flatMap((shape) => shape.points)]
  const bounds = boundsOf(all)
  if (bounds === null || style !== '' || all.length > 1) return bounds
  const { west, south, east, north } = bounds
  return {
    west: west - landDegrees * 2,
    south: south - landDegrees,
    east: east + landDegrees * 2,
    north: north + landDegrees,
  }
}

const cooperativeLabels = () => ({
  'CooperativeGesturesHandler.WindowsHelpText': t('Use Ctrl and scroll to zoom the map'),
  'CooperativeGesturesHandler.MacHelpText': t('Use ⌘ and scroll to zoom the map'),
  'CooperativeGesturesHandler.MobileHelpText': t('Use two fingers to move the map'),
  'AttributionControl.ToggleAttribution': t('Map credits'),
})

function useListeners(
  props: MapViewProps,
  setView: (view: View) => void,
  onStyleFailure: () => void,
): () => MapListeners {
  const current = useRef<MapListeners>(undefined)
  useEffect(() => {
    current.current = {
      onSelect: (id) => props.onSelect?.(id),
      onHover: (id) => props.onHover?.(id),
      onView: (view) => {
        setView(view)
        props.onBounds?.(view.bounds)
      },
      onPlace: props.place?.onPlace,
      onStyleFailure,
    }
  })
  const [read] = useState(() => () => current.current ?? silent)
  return read
}
const nothing = () => undefined
const silent: MapListeners = {
  onSelect: nothing,
  onHover: nothing,
  onView: nothing,
  onPlace: undefined,
  onStyleFailure: nothing,
}

/** Keeps the drawing in step with the properties. */
function useShown(
  engine: MapEngine | null,
  { points, shapes = noShapes, styleUrl = '', hovered = null, selected = null, fitKey = '' }: MapViewProps,
): void {
  const fitted = useRef<string>(undefined)
  useEffect(() => engine?.showPoints(points), [engine, points])
  useEffect(() => engine?.showShapes(shapes), [engine, shapes])
  useEffect(() => {
    if (engine === null) return
    const find = (id: string | null) => (id === null ? undefined : points.find((point) => point.id === id))
    engine.mark(find(hovered), find(selected))
  }, [engine, points, hovered, selected])
  const fit = useEffectEvent(() => {
    const bounds = around(points, shapes, styleUrl)
    if (engine === null || bounds === null || fitted.current === fitKey) return
    fitted.current = fitKey
    engine.fit(bounds)
  })
  useEffect(() => fit(), [engine, points, shapes, fitKey])
}

function hasWebGl(): boolean {
  try {
    const context = document.createElement('canvas').getContext('webgl2')
    // A browser keeps few contexts alive: this one was only a question.
    context?.getExtension('WEBGL_lose_context')?.loseContext()
    return context !== null
  } catch {
    return false
  }
}

const NoMap = ({ instead }: { instead: string }) => (
  <div className={classes.map}>
    <div className={classes.none}>
      <State icon={<IconMapOff size={20} stroke={1.75} aria-hidden />} title={t('This browser cannot show the map')}>
        {t('The map needs WebGL, which is disabled or not supported here.')} {instead}
      </State>
    </div>
  </div>
)

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

/** Top left: where most of them are, and the whole. */
function Cities({
  cities,
  view,
  onJump,
}: {
  cities: readonly MapCity[]
  view: View | null
  onJump: (bounds: MapBounds) => void
}) {
  const active = view ? activeCity(view, cities) : undefined
  return (
    <div className={classes.cities} role="group" aria-label={t('Go to')}>
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

const picture = { size: 16, stroke: 1.75, 'aria-hidden': true } as const

const Zoom = ({ engine, onAll }: { engine: MapEngine; onAll: (() => void) | undefined }) => (
  <ActionIcon.Group className={classes.zoom} orientation="vertical">
    <ActionIcon aria-label={t('Zoom in')} onClick={() => engine.zoomBy(1)}>
      <IconPlus {...picture} />
    </ActionIcon>
    <ActionIcon aria-label={t('Zoom out')} onClick={() => engine.zoomBy(-1)}>
      <IconMinus {...picture} />
    </ActionIcon>
    {onAll && (
      <ActionIcon aria-label={t('Show all')} onClick={onAll}>
        <IconCurrentLocation {...picture} />
      </ActionIcon>
    )}
  </ActionIcon.Group>
)

const Legend = ({ kinds }: { kinds: readonly MapKind[] }) => (
  <ul className={classes.legend} aria-label={t('Legend')}>
    {kinds.map((kind) => (
      <li key={kind}>
        <MapGlyph kind={kind} />
        {t(wordOfKind[kind])}
      </li>
    ))}
  </ul>
)
