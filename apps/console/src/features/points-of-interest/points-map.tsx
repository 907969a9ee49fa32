import { keepPreviousData } from '@tanstack/react-query'
import { useMemo } from 'react'
import {
  listPointPlaces,
  pointIcons,
  pointPlacesAtMost,
} from '@wheelhouse/contract/points-of-interest/points-of-interest.ts'
import type { PointPlace } from '@wheelhouse/contract/points-of-interest/points-of-interest.ts'
import { useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { isNarrowed } from '../../lists/list-search.ts'
import { mapStates } from '../../lists/map-states.tsx'
import { useLive } from '../../live/use-live.ts'
import { MapWithList } from '../../ui/map/map-with-list.tsx'
import type { Coordinates, MapPoint } from '../../ui/map/map-points.ts'
import { PointLine } from './point-columns.tsx'
import { pointsAddress } from './point-search.ts'
import type { PointsSearch } from './point-search.ts'

interface PointsMapProps {
  /** The same filter as the table's; order and columns mean nothing on a map. */
  search: PointsSearch
  onOpen: (id: string) => void
  onClear: () => void
  /** Somebody moved the map. */
  onCamera: (camera: string) => void
  /** While a new one looks for its place: a click says where. */
  onPlace: ((at: Coordinates) => void) | undefined
}

type Item = PointPlace & MapPoint

const nowhere: readonly PointPlace[] = []

/** The filter's points where they are, by their icons, and the ones in view beside them. */
export function PointsMap({ search, onOpen, onClear, onCamera, onPlace }: PointsMapProps) {
  const filter = pointsAddress.filter(search)
  const format = useFormat()
  const places = useLive(listPointPlaces, { query: filter }, { placeholderData: keepPreviousData })
  const { items: found = nowhere, total = 0 } = places.data ?? {}
  const items = useMemo(() => found.map((place): Item => ({ ...place, kind: place.icon_type })), [found])
  return (
    <MapWithList
      label={t('Map of points of interest')}
      items={items}
      row={(item) => <PointLine point={item} />}
      onOpen={({ id }) => onOpen(id)}
      legend={pointIcons}
      place={onPlace && { value: null, onPlace }}
      camera={search.camera}
      onCamera={onCamera}
      fitKey={places.isPlaceholderData || places.isPending ? 'waiting' : JSON.stringify(filter)}
      {...mapStates({
        query: places,
        count: items.length,
        words: {
          noMatch: t('No point of interest matches'),
          noData: t('No points of interest yet'),
        },
        failed: listPointPlaces.says.failed,
        isFiltered: isNarrowed(search),
        onClear,
      })}
      note={
        total > pointPlacesAtMost ? (
          <span role="status">{t('of {{count}}; narrow the filter to see all', { count: format.number(total) })}</span>
        ) : undefined
      }
    />
  )
}
