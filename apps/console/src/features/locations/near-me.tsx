import { IconCurrentLocation } from '@tabler/icons-react'
import { metresBetween } from '@wheelhouse/contract/fleets/area.ts'
import type { LocationRow } from '@wheelhouse/contract/locations/locations.ts'
import { useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { askPosition, usePosition, useResumedPosition } from '../../stores/position.ts'
import type { Position } from '../../stores/position.ts'
import { ToggleChip } from '../../ui/list-parts/filter-chip.tsx'
import type { ListScreenProps } from '../../lists/list-address.ts'
import type { locationsAddress } from './locations-address.ts'
import classes from './locations.module.css'

/** About a hundred metres, as the list takes it: where exactly someone is stays in the browser. */
const nearOf = ({ latitude, longitude }: Position): string => `${latitude.toFixed(3)},${longitude.toFixed(3)}`

interface NearMe {
  /** What the list is asked with. */
  near: string | undefined
  chip: React.ReactNode
  notice: React.ReactNode
}

/** On a phone: the nearest first. The browser asks for the position on the tap, and never before. */
export function useNearMe({ search, onSearch }: ListScreenProps<typeof locationsAddress>, isPhone: boolean): NearMe {
  const { at, state } = useResumedPosition(isPhone)
  if (!isPhone) return { near: undefined, chip: null, notice: null }
  const isSorted = search.sort === 'distance'
  const toggle = (): void => {
    if (!isSorted || at === null) askPosition()
    onSearch({ ...search, sort: isSorted && at !== null ? undefined : 'distance', order: undefined }, { replace: true })
  }
  return {
    near: isSorted && at !== null ? nearOf(at) : undefined,
    chip: (
      <ToggleChip
        icon={IconCurrentLocation}
        isOn={isSorted && at !== null}
        isBusy={state === 'asking'}
        onToggle={toggle}
      >
        {t('Near me')}
      </ToggleChip>
    ),
    notice: isSorted && (state === 'refused' || state === 'unknown') && (
      <p className={classes.notice} role="status">
        {state === 'refused'
          ? t('This browser does not allow the console to read your position.')
          : t('Your position could not be found.')}
      </p>
    ),
  }
}

/** "350 m", "1.2 km": nothing until the person allowed their position. */
export function DistanceTo({ location: { latitude, longitude } }: { location: LocationRow }) {
  const { at } = usePosition()
  const { number } = useFormat()
  if (at === null || latitude === null || longitude === null) return null
  const metres = metresBetween(at, { latitude, longitude })
  return <span className={classes.distance}>{distanceLabel(metres, number)}</span>
}

/** To ten metres below a kilometre, to a hundred below ten. */
export function distanceLabel(metres: number, number: (value: number, digits?: number) => string): string {
  const tens = Math.round(metres / 10) * 10
  if (tens < 1_000) return t('{{count}} m', { count: tens })
  return t('{{count}} km', { count: number(metres / 1_000, metres < 9_950 ? 1 : 0) })
}
