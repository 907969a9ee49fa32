import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { MapGlyph } from '../ui/map/map-glyph.tsx'
import { MapPointPicker } from '../ui/map/map-point-picker.tsx'
import { MapWithList } from '../ui/map/map-with-list.tsx'
import { wordOfKind } from '../ui/map/map-points.ts'
import type { Coordinates, MapCity, MapKind, MapPoint } from '../ui/map/map-points.ts'
import { Page } from '../ui/frame/page.tsx'
import classes from './dev.module.css'
import { FrameScene } from './frame-scene.tsx'

type Sample = MapPoint & { label: string; code: string }

const centres = [
  { name: 'Tallinn', latitude: 59.432, longitude: 24.75, code: 104_000 },
  { name: 'Oslo', latitude: 59.92, longitude: 10.745, code: 203_000 },
  { name: 'San Francisco', latitude: 37.77, longitude: -122.43, code: 301_000 },
]
const healths: readonly MapKind[] = [
  'online',
  'online',
  'online',
  'online',
  'online',
  'online',
  'some_offline',
  'online',
  'offline',
  'unknown',
]
const places: readonly MapKind[] = ['water', 'pump', 'service', 'planned', 'public', 'private']

/** The same picture each time. */
function samples(count: number, kinds: readonly MapKind[]): Sample[] {
  let state = 7
  const chance = () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647
  return Array.from({ length: count }, (_, index) => {
    const centre = centres[index % centres.length] ?? { name: '', latitude: 0, longitude: 0, code: 0 }
    const spread = count > 1_000 ? 4 : 0.05
    return {
      id: `sample-${index}`,
      kind: kinds[Math.floor(chance() * kinds.length)] ?? 'unknown',
      latitude: centre.latitude + (chance() + chance() - 1) * spread * 0.6,
      longitude: centre.longitude + (chance() + chance() - 1) * spread,
      label: `${centre.name}, place ${index}`,
      code: String(centre.code + index),
    }
  })
}

const cities: MapCity[] = centres.map(({ name, latitude, longitude }) => ({
  name,
  count: 40,
  bounds: { west: longitude - 0.08, south: latitude - 0.04, east: longitude + 0.08, north: latitude + 0.04 },
}))

const sets: Record<string, { points: Sample[]; legend: readonly MapKind[] }> = {
  few: { points: samples(120, healths), legend: ['online', 'some_offline', 'offline', 'unknown'] },
  places: { points: samples(60, places), legend: places },
}
const many = () => samples(100_000, healths)

const Row = ({ label, code, kind }: Sample) => (
  <>
    <span className={classes.cardLine}>
      <strong>{label}</strong>
      <span>{code}</span>
    </span>
    <span className={classes.cardFacts}>
      <MapGlyph kind={kind} /> {wordOfKind[kind]}
    </span>
  </>
)

/** `?scene=map`, with `&set=many` for 100,000 points, `&set=places`, `&set=picker`. */
export function MapScene() {
  const asked = new URLSearchParams(location.search).get('set') ?? 'few'
  const [name, setName] = useState(asked)
  const [set, setSet] = useState(
    () => sets[asked] ?? { points: many(), legend: ['online', 'some_offline', 'offline', 'unknown'] as const },
  )
  const choose = (next: string) => {
    setName(next)
    setSet(sets[next] ?? { points: many(), legend: sets.few?.legend ?? [] })
  }
  return (
    <FrameScene active="Locations">
      <Page
        title="Map"
        count={set.points.length}
        actions={
          <SegmentedControl
            data={['few', 'places', 'many', 'picker']}
            value={name}
            onChange={choose}
            aria-label="Set"
          />
        }
      >
        {name === 'picker' ? (
          <Picker />
        ) : (
          <MapWithList
            label="Sample places"
            items={set.points}
            row={(item) => <Row {...item} />}
            href={(item) => `#${item.id}`}
            cities={cities}
            legend={set.legend}
            fitKey={name}
          />
        )}
      </Page>
    </FrameScene>
  )
}

function Picker() {
  const [at, setAt] = useState<Coordinates | null>(null)
  const [moved, setMoved] = useState<Coordinates>({ latitude: 59.437, longitude: 24.7535 })
  return (
    <div className={classes.picking}>
      <MapPointPicker label="Place of a new thing" value={at} onChange={setAt} />
      <MapPointPicker label="Place of Viru keskus" value={moved} onChange={setMoved} />
    </div>
  )
}
