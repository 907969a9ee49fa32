import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import * as v from 'valibot'
import { geoJsonPath } from '@wheelhouse/contract/public-areas/feeds.ts'
import { config } from '../../http/config.ts'
import { t } from '../../i18n/i18n.ts'
import { useDocumentTitle } from '../../shell/document-title.ts'
import { ErrorState, NoData, Skeleton } from '../../ui/frame/states.tsx'
import type { MapPoint } from '../../ui/map/map-points.ts'
import { MapView } from '../../ui/map/map-view.tsx'
import classes from './embedded-area.module.css'

/** What this page needs of the public feed, which it reads as any other page would. */
const Area = v.object({
  name: v.string(),
  operator: v.string(),
  features: v.array(
    v.object({
      id: v.string(),
      geometry: v.object({ coordinates: v.strictTuple([v.number(), v.number()]) }),
      properties: v.object({
        name: v.string(),
        address: v.string(),
        is_open: v.boolean(),
        docks: v.number(),
        free_docks: v.number(),
        vehicles: v.number(),
      }),
    }),
  ),
})
type Area = v.InferOutput<typeof Area>
type Place = Area['features'][number]

const againMs = 60_000

/** Null: there is no such area. */
async function readArea(id: string): Promise<Area | null> {
  const response = await fetch(`${config().api_url}${geoJsonPath(id)}`)
  if (response.status === 404 || response.status === 400) return null
  if (!response.ok) throw new Error(`Request failed with status code ${response.status}`)
  return v.parse(Area, await response.json())
}

/** The map of a public area for other pages: public locations with their free docks, and nothing that changes anything. */
export function EmbeddedArea({ id }: { id: string }) {
  const area = useQuery({ queryKey: ['embedded-area', id], queryFn: () => readArea(id), refetchInterval: againMs })
  useDocumentTitle(area.data?.name ?? t('Public area'))
  if (area.data) return <Map area={area.data} />
  return (
    <main className={classes.page}>
      {area.data === null && <NoData title={t('Public area not found')} />}
      {area.isPending && <Skeleton lines={6} />}
      {area.error && (
        <ErrorState
          title={t('The map could not be loaded')}
          detail={area.error.message}
          onRetry={() => void area.refetch()}
        />
      )}
    </main>
  )
}

function Map({ area }: { area: Area }) {
  const [selected, setSelected] = useState<string | null>(null)
  const points = useMemo(() => area.features.map(pointOf), [area.features])
  const chosen = (id: string): Place | undefined => area.features.find((place) => place.id === id)
  return (
    <main className={classes.page}>
      <header className={classes.head}>
        <h1>{area.name}</h1>
        <span>{area.operator}</span>
      </header>
      <div className={classes.map}>
        <MapView
          label={t('Map of {{label}}', { label: area.name })}
          points={points}
          selected={selected}
          onSelect={setSelected}
          card={(id) => <Card place={chosen(id)} />}
          fitKey={area.name}
          isCooperative
        />
      </div>
      <ul className={classes.places} aria-label={t('Locations')}>
        {area.features.map((place) => (
          <li key={place.id}>
            <button type="button" aria-pressed={selected === place.id} onClick={() => setSelected(place.id)}>
              <strong>{place.properties.name}</strong>
              <span>{freeText(place)}</span>
            </button>
          </li>
        ))}
      </ul>
    </main>
  )
}

const pointOf = ({ id, geometry, properties }: Place): MapPoint => ({
  id,
  kind: properties.is_open ? 'public' : 'maintenance',
  label: properties.name,
  longitude: geometry.coordinates[0],
  latitude: geometry.coordinates[1],
})

const Card = ({ place }: { place: Place | undefined }) =>
  place && (
    <span className={classes.card}>
      <strong>{place.properties.name}</strong>
      <span>{place.properties.address}</span>
      <span>{freeText(place)}</span>
    </span>
  )

function freeText({ properties: { is_open, docks, free_docks, vehicles } }: Place): string {
  if (!is_open) return t('Closed for maintenance')
  const free = t('{{free}} of {{docks}} free', { free: free_docks, docks })
  return vehicles === 0 ? free : t('{{free}} · {{count}} to rent', { free, count: vehicles })
}
