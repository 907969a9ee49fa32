import { useComputedColorScheme } from '@mantine/core'
import { IconMapOff } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import { State } from '../frame/states.tsx'
import { t } from '../base/translate.ts'
import type { MapEngine, MapListeners } from './map-engine.ts'
import { AnchoredCard, PlacedPin } from './map-anchors.tsx'
import type { MapCanvasProps } from './map-canvas.tsx'
import { MapBoundary } from './map-boundary.tsx'
import { Cities, Legend, StreetsAway, Zoom } from './map-controls.tsx'
import type { View } from './map-controls.tsx'
import { around, startOf, worldBounds } from './map-framing.ts'
import type { Camera, Coordinates, MapBounds, MapCity, MapKind, MapPoint, MapShape } from './map-points.ts'
import { mapSources } from '../basemap/map-sources.ts'
import { useStreetStyle } from '../basemap/street-style.ts'
import type { StreetStyle } from '../basemap/street-style.ts'
import classes from './map.module.css'

const loadCanvas = () => import('./map-canvas.tsx').then((loaded) => ({ default: loaded.MapCanvas }))
const MapCanvas = lazy(loadCanvas)

export interface MapViewProps {
  /** Names the canvas for screen readers. */
  label: string
  /** Keep the array until it changes: a new one is sent to the map's worker again. */
  points: readonly MapPoint[]
  /** Tracks and areas below the points; keep the array until it changes, too. */
  shapes?: readonly MapShape[]
  hovered?: string | null
  selected?: string | null
  onHover?: (id: string | null) => void
  /** A point was chosen, or the chosen one let go. */
  onSelect?: (id: string | null) => void
  /** Beside the selected point. */
  card?: ((id: string) => ReactNode) | undefined
  cities?: readonly MapCity[]
  legend?: readonly MapKind[]
  /** Top left, where the cities are on a map that has some. */
  corner?: ReactNode
  onBounds?: (bounds: MapBounds) => void
  /** Where the map opens, instead of at all points. */
  camera?: Camera | null
  /** Somebody moved the map. */
  onCamera?: ((camera: Camera) => void) | undefined
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

/** A map of points. It only repeats what the text next to it says, so nobody who cannot see or draw it misses anything. */
export function MapView(props: MapViewProps) {
  const { label, points, shapes = noShapes, cities = [], legend = [], place, isCooperative = false } = props
  const scheme = useComputedColorScheme('dark')
  const [isDrawable] = useState(hasWebGl)
  const [engine, setEngine] = useState<MapEngine | null>(null)
  const [view, setView] = useState<View | null>(null)
  const { style, isAway, giveUp } = useStreetStyle(scheme)
  const isStreetMap = style !== null
  const listeners = useListeners(props, setView, giveUp)
  useShown(engine, props, isStreetMap)
  useEffect(() => {
    if (props.takesKeys === true) engine?.focus()
  }, [engine, props.takesKeys])
  if (!isDrawable)
    return <NoMap instead={props.insteadOfMap ?? t('Everything on the map is also in the list beside it.')} />
  const chosen = props.selected == null ? undefined : points.find(({ id }) => id === props.selected)
  return (
    <div className={classes.map} data-placing={place !== undefined || undefined}>
      <Ground
        label={label}
        scheme={scheme}
        style={style}
        city={isStreetMap ? null : mapSources().city}
        camera={view?.camera ?? props.camera ?? startOf(place?.value, isStreetMap)}
        bounds={around(points, shapes, isStreetMap)}
        isCooperative={isCooperative}
        words={cooperativeLabels()}
        listeners={listeners}
        onReady={setEngine}
      />
      {place && <span className={classes.cross} aria-hidden />}
      <div className={classes.top}>
        {cities.length > 0 && engine && <Cities cities={cities} view={view} onJump={engine.fit} />}
        {props.corner && <div className={classes.corner}>{props.corner}</div>}
        {isAway && <StreetsAway />}
      </div>
      {engine && (
        <Zoom
          engine={engine}
          onAll={
            points.length + shapes.length > 0
              ? () => engine.fit(around(points, shapes, isStreetMap) ?? worldBounds)
              : undefined
          }
        />
      )}
      {legend.length > 0 && <Legend kinds={legend} />}
      {engine && place?.value && <PlacedPin engine={engine} at={place.value} onMove={place.onPlace} />}
      {engine && chosen && props.card && (
        <AnchoredCard key={chosen.id} engine={engine} at={chosen} onClose={() => props.onSelect?.(null)}>
          {props.card(chosen.id)}
        </AnchoredCard>
      )}
    </div>
  )
}

/** The map below everything else; another style or theme is another map. */
function Ground({ style, ...canvas }: Omit<MapCanvasProps, 'style'> & Pick<StreetStyle, 'style'>) {
  // The library comes while the street map is asked for.
  useEffect(() => void loadCanvas().catch(() => undefined), [])
  return (
    <MapBoundary instead={<NotLoaded />}>
      <Suspense fallback={<Waiting />}>
        {style === undefined ? (
          <Waiting />
        ) : (
          <MapCanvas key={`${canvas.scheme} ${style !== null}`} {...canvas} style={style} />
        )}
      </Suspense>
    </MapBoundary>
  )
}

const noShapes: readonly MapShape[] = []

const Waiting = () => <div className={classes.waiting} role="status" aria-label={t('Loading the map')} />

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
      onView: (view, isAutomatic) => {
        setView(view)
        props.onBounds?.(view.bounds)
        if (!isAutomatic) props.onCamera?.(view.camera)
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
  { points, shapes = noShapes, hovered = null, selected = null, fitKey = '', camera = null }: MapViewProps,
  isStreetMap: boolean,
): void {
  const fitted = useRef<string>(undefined)
  const isPlaced = useRef(camera !== null)
  useEffect(() => engine?.showPoints(points), [engine, points])
  useEffect(() => engine?.showShapes(shapes), [engine, shapes])
  useEffect(() => {
    if (engine === null) return
    const find = (id: string | null) => (id === null ? undefined : points.find((point) => point.id === id))
    engine.mark(find(hovered), find(selected))
  }, [engine, points, hovered, selected])
  const fit = useEffectEvent(() => {
    const bounds = around(points, shapes, isStreetMap)
    if (engine === null || bounds === null || fitted.current === fitKey) return
    // The address says where to look: only another filter leads elsewhere.
    if (isPlaced.current && fitKey === waitingKey) return
    fitted.current = fitKey
    const wasPlaced = isPlaced.current
    isPlaced.current = false
    if (wasPlaced) return
    engine.fit(bounds, true)
  })
  useEffect(() => fit(), [engine, points, shapes, fitKey])
}

/** While the points are on their way. */
export const waitingKey = 'waiting'

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

const NotLoaded = () => (
  <div className={classes.none}>
    <State icon={<IconMapOff size={20} aria-hidden />} title={t('The map could not be loaded')}>
      {t('Reload this page when you are online.')}
    </State>
  </div>
)

const NoMap = ({ instead }: { instead: string }) => (
  <div className={classes.map}>
    <div className={classes.none}>
      <State icon={<IconMapOff size={20} aria-hidden />} title={t('This browser cannot show the map')}>
        {t('The map needs WebGL, which is disabled or not supported here.')} {instead}
      </State>
    </div>
  </div>
)
