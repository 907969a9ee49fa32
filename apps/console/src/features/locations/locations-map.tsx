import { keepPreviousData } from '@tanstack/react-query'
import { useMemo } from 'react'
import { locationPoints, locationPointsAtMost } from '@wheelhouse/contract/locations/location-points.ts'
import { locationHealths } from '@wheelhouse/contract/locations/locations.ts'
import type { LocationPoint } from '@wheelhouse/contract/locations/location-points.ts'
import { useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { isNarrowed } from '../../lists/list-search.ts'
import { mapStates } from '../../lists/map-states.tsx'
import { useLive } from '../../live/use-live.ts'
import { MapWithList } from '../../ui/map/map-with-list.tsx'
import type { MapPoint } from '../../ui/map/map-points.ts'
import { StatusText } from '../../ui/details/status.tsx'
import { locationPath } from './location-link.tsx'
import { locationsAddress } from './locations-address.ts'
import type { LocationsSearch } from './locations-address.ts'
import classes from './locations.module.css'

interface LocationsMapProps {
  /** The same filter as the table's; order and columns mean nothing on a map. */
  search: LocationsSearch
  onClear: () => void
  /** Somebody moved the map. */
  onCamera: (camera: string) => void
}

type Item = LocationPoint & MapPoint

const itemsOf = (points: readonly LocationPoint[]): Item[] => points.map((point) => ({ ...point, kind: point.health }))
const nowhere: readonly LocationPoint[] = []
const hrefOf = ({ id }: Item): string => locationPath(id)

/** The filter's locations at their places, coloured by health, and the ones in view beside them. */
export function LocationsMap({ search, onClear, onCamera }: LocationsMapProps) {
  const filter = locationsAddress.filter(search)
  const format = useFormat()
  const points = useLive(locationPoints, { query: filter }, { placeholderData: keepPreviousData })
  const { items: found = nowhere, total = 0, cities = [] } = points.data ?? {}
  // By hand, because the compiler does not keep it: each new array is sent to the worker of the map, which clusters it again.
  const items = useMemo(() => itemsOf(found), [found])
  return (
    <MapWithList
      label={t('Map of locations')}
      items={items}
      row={(item) => <PointLine point={item} />}
      href={hrefOf}
      cities={cities.map(({ city, locations, ...bounds }) => ({ name: city, count: locations, bounds }))}
      legend={locationHealths}
      camera={search.camera}
      onCamera={onCamera}
      fitKey={points.isPlaceholderData || points.isPending ? 'waiting' : JSON.stringify(filter)}
      {...mapStates({
        query: points,
        count: items.length,
        words: {
          noMatch: t('No location matches'),
          noData: t('No locations yet'),
          whyNoData: t('Locations of your organization appear here.'),
        },
        failed: locationPoints.says.failed,
        isFiltered: isNarrowed(search),
        onClear,
      })}
      note={
        total > items.length && items.length === locationPointsAtMost ? (
          <span role="status">{t('of {{count}}; narrow the filter to see all', { count: format.number(total) })}</span>
        ) : undefined
      }
    />
  )
}

const PointLine = ({ point: { label, code, status, health } }: { point: Item }) => (
  <span className={classes.point}>
    <span>
      <strong>{label}</strong> <span>{code}</span>
    </span>
    <span>
      <StatusText of="health" value={health} />
      {status !== 'launched' && <StatusText of="location_status" value={status} />}
    </span>
  </span>
)
