import { SegmentedControl } from '@mantine/core'
import { lazy, Suspense, useEffect, type ComponentType } from 'react'
import { useAppearance, type Scheme } from '../shell/appearance.ts'
import { LoadingScreen } from '../ui/frame/mark.tsx'
import { EmptyView, ErrorScreen, Skeleton } from '../ui/frame/states.tsx'
import { Tips } from '../ui/details/tips.tsx'
import classes from './dev.module.css'

// Each its own chunk: no ordinary route carries any of it.
const PartsScene = lazy(async () => ({ default: (await import('./parts-scene.tsx')).PartsScene }))
const DetailsScene = lazy(async () => ({ default: (await import('./details-scene.tsx')).DetailsScene }))
const ListPartsScene = lazy(async () => ({ default: (await import('./list-parts-scene.tsx')).ListPartsScene }))
const FormsScene = lazy(async () => ({ default: (await import('./forms-scene.tsx')).FormsScene }))
const ChartsScene = lazy(async () => ({ default: (await import('./charts-scene.tsx')).ChartsScene }))
const FieldScene = lazy(async () => ({ default: (await import('./field-scene.tsx')).FieldScene }))
const PhotosScene = lazy(async () => ({ default: (await import('./photos-scene.tsx')).PhotosScene }))
const LocationsScene = lazy(async () => ({ default: (await import('./locations-scene.tsx')).LocationsScene }))
const LocationScene = lazy(async () => ({ default: (await import('./location-scene.tsx')).LocationScene }))
const PhoneScene = lazy(async () => ({ default: (await import('./phone-scene.tsx')).PhoneScene }))
const MapScene = lazy(async () => ({ default: (await import('./map-scene.tsx')).MapScene }))

const sections: readonly { id: string; title: string; Scene: ComponentType }[] = [
  { id: 'parts', title: 'Glyphs, controls, states', Scene: PartsScene },
  { id: 'details', title: 'Details', Scene: DetailsScene },
  { id: 'lists', title: 'Lists', Scene: ListPartsScene },
  { id: 'forms', title: 'Forms', Scene: FormsScene },
  { id: 'charts', title: 'Charts', Scene: ChartsScene },
  { id: 'field', title: 'Field work', Scene: FieldScene },
  { id: 'photos', title: 'Photos and reading codes', Scene: PhotosScene },
]

/** Whole screens, one at a time: `?scene=`. */
const scenes: Record<string, { title: string; Scene: ComponentType }> = {
  locations: { title: 'Locations', Scene: () => <LocationsScene /> },
  many: { title: '100,000 rows', Scene: () => <LocationsScene count={100_000} /> },
  waiting: { title: 'List, loading', Scene: () => <LocationsScene show="waiting" /> },
  nomatch: { title: 'List, no match', Scene: () => <LocationsScene show="no match" /> },
  offline: { title: 'List, offline', Scene: () => <LocationsScene isOffline /> },
  location: { title: 'Location', Scene: LocationScene },
  phone: { title: 'Device on a phone', Scene: PhoneScene },
  map: { title: 'Map', Scene: MapScene },
  loading: { title: 'Loading screen', Scene: () => <LoadingScreen word="Loading Wheelhouse" /> },
  empty: { title: 'Empty view', Scene: () => <EmptyView title="Not built yet" /> },
  missing: {
    title: 'Missing page',
    Scene: () => (
      <ErrorScreen code="404" title="This page does not exist" action={<a href="/dev/ui">Back to the parts</a>} />
    ),
  },
}

interface UiPageProps {
  theme: Scheme | undefined
  scene: string | undefined
  onTheme: (theme: Scheme) => void
}

/** Every part in its states, with invented data: the source of pictures and accessibility checks. Not in production. */
export function UiPage({ theme, scene, onTheme }: UiPageProps) {
  // Of this page alone: what the person chose for the console stays.
  useEffect(() => {
    if (theme !== undefined) useAppearance.setState({ scheme: theme })
  }, [theme])
  const asked = scene === undefined ? undefined : scenes[scene]
  if (asked !== undefined)
    return (
      <Suspense fallback={<Skeleton />}>
        <asked.Scene />
      </Suspense>
    )
  return <All onTheme={onTheme} />
}

function All({ onTheme }: Pick<UiPageProps, 'onTheme'>) {
  const scheme = useAppearance((state) => state.scheme)
  return (
    <div className={classes.all}>
      <header className={classes.allHead}>
        <h1>All parts</h1>
        <SegmentedControl
          aria-label="Theme"
          data={[
            { value: 'dark', label: 'Dark' },
            { value: 'light', label: 'Light' },
          ]}
          value={scheme}
          onChange={(chosen) => onTheme(chosen === 'light' ? 'light' : 'dark')}
        />
        <nav aria-label="Parts">
          {sections.map(({ id, title }) => (
            <a key={id} href={`#${id}`}>
              {title}
            </a>
          ))}
          <a href="#scenes">Whole screens</a>
        </nav>
      </header>
      <main>
        {sections.map(({ id, title, Scene }) => (
          <section key={id} id={id} className={classes.part} aria-label={title}>
            <h2>{title}</h2>
            <Suspense fallback={<Skeleton lines={8} />}>
              <Scene />
            </Suspense>
          </section>
        ))}
        <section id="scenes" className={classes.part} aria-label="Whole screens">
          <h2>Whole screens</h2>
          <ul className={classes.scenes}>
            {Object.entries(scenes).map(([name, { title }]) => (
              <li key={name}>
                <a href={`/dev/ui?scene=${name}&theme=${scheme}`}>{title}</a>
              </li>
            ))}
          </ul>
        </section>
      </main>
      <Tips />
    </div>
  )
}
