import { useMemo } from 'react'
import type { Location } from '@wheelhouse/contract/locations/locations.ts'
import { t } from '../../i18n/i18n.ts'
import { MapView } from '../../ui/map/map-view.tsx'
import { OpenInMaps } from '../../ui/map/open-in-maps.tsx'
import classes from './location-page.module.css'

/** The place on a map. Draws nothing without coordinates, because the fields below already say so. */
export function LocationPlace({ location: { id, label, health, latitude, longitude } }: { location: Location }) {
  const points = useMemo(
    () => (latitude === null || longitude === null ? [] : [{ id, kind: health, latitude, longitude, label }]),
    [id, health, latitude, longitude, label],
  )
  const [point] = points
  if (point === undefined) return null
  return (
    <div className={classes.map}>
      <MapView
        label={t('Map of {{label}}', { label })}
        points={points}
        fitKey={`${latitude},${longitude}`}
        corner={<OpenInMaps at={point} label={label} />}
        isCooperative
        insteadOfMap={t('The coordinates are shown below.')}
      />
    </div>
  )
}
