import { Button } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { locationPoints } from '@wheelhouse/contract/locations/location-points.ts'
import type { LocationPoint } from '@wheelhouse/contract/locations/location-points.ts'
import { locationHealths } from '@wheelhouse/contract/locations/locations.ts'
import { t } from '../../i18n/i18n.ts'
import { useLive } from '../../live/use-live.ts'
import { StatusText } from '../../ui/details/status.tsx'
import { useNavigateTo } from '../../ui/details/link.tsx'
import { MapView } from '../../ui/map/map-view.tsx'
import { OpenInMaps } from '../../ui/map/open-in-maps.tsx'
import { locationPath } from '../locations/location-link.tsx'
import classes from './overview.module.css'

const nowhere: readonly LocationPoint[] = []

/** All locations of the person, coloured by health. The list of locations shows the same information. */
export function OverviewMap() {
  const [selected, setSelected] = useState<string | null>(null)
  const navigate = useNavigateTo()
  const { data, isPending } = useLive(
    locationPoints,
    { query: {} },
    { isQuiet: true, placeholderData: keepPreviousData },
  )
  const items = data?.items ?? nowhere
  const points = useMemo(() => items.map((point) => ({ ...point, kind: point.health })), [items])
  const cities = useMemo(
    () => (data?.cities ?? []).map(({ city, locations, ...bounds }) => ({ name: city, count: locations, bounds })),
    [data?.cities],
  )
  const card = (id: string) => {
    const point = items.find((one) => one.id === id)
    return (
      point && (
        <span className={classes.card}>
          <span>
            <strong>{point.label}</strong> <small>{point.code}</small>
          </span>
          <StatusText of="health" value={point.health} />
          <span>
            <Button size="xs" onClick={() => navigate?.(locationPath(id))}>
              {t('Open')}
            </Button>
            <OpenInMaps at={point} label={point.label} />
          </span>
        </span>
      )
    )
  }
  return (
    <div className={classes.map}>
      <MapView
        label={t('Map of locations')}
        points={points}
        cities={cities}
        legend={locationHealths}
        fitKey={isPending ? 'waiting' : 'all'}
        selected={selected}
        onSelect={setSelected}
        card={card}
        isCooperative
        insteadOfMap={t('The list of locations shows the same information.')}
      />
    </div>
  )
}
