import { IconAlertCircle } from '@tabler/icons-react'
import type { LocationRow } from '@wheelhouse/contract/locations.ts'
import { t } from '../../lib/i18n.ts'
import { StatusText } from '../../ui/status.tsx'
import { Docks } from './location-columns.tsx'
import classes from './locations.module.css'

/** Beside the count of free ones, on 360 px. */
const fitInOneLine = 22

/** A row on a phone: name, code and what differs, the rack in one line, what is free. */
export function LocationCard({ location }: { location: LocationRow }) {
  const { label, code, status, health, docks, available_docks, total_docks, issues } = location
  return (
    <>
      <span className={classes.cardName}>{label}</span>
      <span className={classes.cardLine}>
        <span>{code}</span>
        {status !== 'launched' && <StatusText of="location_status" value={status} size={16} />}
        <StatusText of="health" value={health} size={16} />
      </span>
      <span className={classes.cardDocks}>
        <Docks {...location} lines={docks.length <= fitInOneLine ? 1 : 2} />
        <span>
          <strong>{available_docks}</strong> {t('of {{total}} free', { total: total_docks })}
        </span>
      </span>
      {issues > 0 && (
        <span className={classes.cardIssues}>
          <IconAlertCircle size={16} stroke={1.75} aria-hidden />
          {issues === 1 ? t('1 issue') : t('{{count}} issues', { count: issues })}
        </span>
      )}
    </>
  )
}
