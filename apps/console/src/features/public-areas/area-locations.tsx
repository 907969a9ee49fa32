import { useMemo, useState } from 'react'
import type { AreaLocation, PublicAreaDetails } from '@wheelhouse/contract/public-areas/public-areas.ts'
import { t } from '../../i18n/i18n.ts'
import { StatusText } from '../../ui/details/status.tsx'
import { NoData } from '../../ui/frame/states.tsx'
import type { MapPoint } from '../../ui/map/map-points.ts'
import { MapView } from '../../ui/map/map-view.tsx'
import { LocationLink } from '../locations/location-link.tsx'
import classes from './public-areas.module.css'

/** The locations of the area that the reader may see, on the map and in words; what is not public says why. */
export function AreaLocations({ area }: { area: PublicAreaDetails }) {
  const [hovered, setHovered] = useState<string | null>(null)
  const [selected, setSelected] = useState<string | null>(null)
  const { location_rows: rows } = area
  const points = useMemo(
    () =>
      rows.map(({ id, health, latitude, longitude, label }): MapPoint => ({
        id,
        kind: health,
        latitude,
        longitude,
        label,
      })),
    [rows],
  )
  if (rows.length === 0) return <NoData title={t('None of its locations is visible to you')} />
  return (
    <div className={classes.split}>
      <ul className={classes.locations} aria-label={t('Locations')}>
        {rows.map((row) => (
          <li key={row.id} data-hovered={hovered === row.id || undefined}>
            <LocationLink id={row.id} code={row.code} label={row.label} />
            <span className={classes.address}>{row.address}</span>
            <PublicState row={row} />
          </li>
        ))}
      </ul>
      <div className={classes.map}>
        <MapView
          label={t('Map of {{label}}', { label: area.name })}
          points={points}
          hovered={hovered}
          selected={selected}
          onHover={setHovered}
          onSelect={setSelected}
          card={(id) => <Card row={rows.find((row) => row.id === id)} />}
          legend={['online', 'some_offline', 'offline', 'unknown']}
          fitKey={area.id}
        />
      </div>
    </div>
  )
}

const Card = ({ row }: { row: AreaLocation | undefined }) =>
  row && (
    <span className={classes.card}>
      <strong>{row.label}</strong>
      <LocationLink id={row.id} code={row.code} label={t('Open the location')} />
    </span>
  )

function PublicState({ row }: { row: AreaLocation }) {
  if (row.is_public) return <span className={classes.public}>{t('In the feeds')}</span>
  return (
    <span className={classes.hidden}>
      {row.is_publicly_visible ? (
        <>
          {t('Not in the feeds:')} <StatusText of="location_status" value={row.status} />
        </>
      ) : (
        t('Not in the feeds: hidden from the public')
      )}
    </span>
  )
}
