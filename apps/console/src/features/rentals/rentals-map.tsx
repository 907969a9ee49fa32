import { keepPreviousData } from '@tanstack/react-query'
import { useMemo } from 'react'
import { listRentalPlaces, rentalPlacesAtMost } from '@wheelhouse/contract/rentals/rentals.ts'
import type { RentalPlace } from '@wheelhouse/contract/rentals/rentals.ts'
import { useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { isNarrowed } from '../../lists/list-search.ts'
import { mapStates } from '../../lists/map-states.tsx'
import { useLive } from '../../live/use-live.ts'
import { MapWithList } from '../../ui/map/map-with-list.tsx'
import type { MapKind, MapPoint, MapShape } from '../../ui/map/map-points.ts'
import { useFleets } from '../fleets/fleet-choices.ts'
import { rentalsAddress } from './rental-address.ts'
import type { RentalsSearch } from './rental-address.ts'
import { RentalLine } from './rental-columns.tsx'
import { rentalPath } from './rental-link.tsx'

type Item = RentalPlace & MapPoint

const nowhere: readonly RentalPlace[] = []
const legend: readonly MapKind[] = [
  ...(['available', 'reserved', 'on_trip', 'maintenance', 'deactivated', 'missing'] as const),
]

interface RentalsMapProps {
  search: RentalsSearch
  onClear: () => void
  /** Somebody moved the map. */
  onCamera: (camera: string) => void
}

/** The filter's vehicles where they are, with the areas of their fleets, and the ones in view beside them. */
export function RentalsMap({ search, onClear, onCamera }: RentalsMapProps) {
  const filter = rentalsAddress.filter(search)
  const format = useFormat()
  const places = useLive(listRentalPlaces, { query: filter }, { placeholderData: keepPreviousData })
  const { items: found = nowhere, total = 0 } = places.data ?? {}
  const items = useMemo(() => found.map((place): Item => ({ ...place, kind: place.state, label: place.code })), [found])
  return (
    <MapWithList
      label={t('Map of rental devices')}
      items={items}
      shapes={useAreas(found)}
      row={(item) => <RentalLine place={item} />}
      href={({ id }) => rentalPath(id)}
      legend={legend}
      camera={search.camera}
      onCamera={onCamera}
      fitKey={places.isPlaceholderData || places.isPending ? 'waiting' : JSON.stringify(filter)}
      {...mapStates({
        query: places,
        count: items.length,
        words: {
          noMatch: t('No rental device matches'),
          noData: t('No rental device has reported a position yet'),
        },
        failed: listRentalPlaces.says.failed,
        isFiltered: isNarrowed(search),
        onClear,
      })}
      note={
        total > rentalPlacesAtMost ? (
          <span role="status">{t('of {{count}}; narrow the filter to see all', { count: format.number(total) })}</span>
        ) : undefined
      }
    />
  )
}

const noAreas: readonly MapShape[] = []

/** The areas of the fleets whose vehicles are shown. */
function useAreas(places: readonly RentalPlace[]): readonly MapShape[] {
  const fleets = useFleets()
  const names = [...new Set(places.map(({ fleet_name }) => fleet_name))].toSorted().join('|')
  return useMemo(() => {
    const shown = (fleets ?? []).filter(({ name, area }) => area.length > 0 && names.split('|').includes(name))
    return shown.length === 0 ? noAreas : shown.map(({ area }): MapShape => ({ kind: 'area', points: area }))
  }, [fleets, names])
}
