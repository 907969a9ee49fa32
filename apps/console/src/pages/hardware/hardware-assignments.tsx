import { hardwareAssignments } from '@wheelhouse/contract/hardware/hardware-details.ts'
import type { Assignment } from '@wheelhouse/contract/hardware/hardware-details.ts'
import { deviceName } from '../../features/devices/device-labels.ts'
import { LocationLink } from '../../features/locations/location-link.tsx'
import { useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { Loaded } from '../../live/loaded.tsx'
import { useLive } from '../../live/use-live.ts'
import { Card } from '../../ui/details/key-values.tsx'
import { NoData, Skeleton } from '../../ui/frame/states.tsx'
import classes from './hardware-page.module.css'

/** Where it was built in, newest first. */
export function HardwareAssignments({ id }: { id: string }) {
  const assignments = useLive(hardwareAssignments, { params: { hardware_id: id } }, { isQuiet: true })
  return (
    <Card title={t('Assignment history')}>
      <Loaded query={assignments} failed={hardwareAssignments.says.failed} bones={<Skeleton lines={3} />}>
        {(found) => (
          <>
            {found.length === 0 && (
              <NoData title={t('Never assigned to a device')}>{t('This hardware has always been in stock.')}</NoData>
            )}
            <ul className={classes.rows}>
              {found.map((assignment) => (
                <Row key={assignment.id} assignment={assignment} />
              ))}
            </ul>
          </>
        )}
      </Loaded>
    </Card>
  )
}

function Row({ assignment }: { assignment: Assignment }) {
  const { dateTime } = useFormat()
  const { location_id, location_label, location_code, device_type, device_number, assigned_at, removed_at } = assignment
  const until = removed_at === null ? t('until now') : t('until {{time}}', { time: dateTime(removed_at) })
  const people = [
    assignment.assigned_by && t('assigned by {{name}}', { name: assignment.assigned_by }),
    assignment.removed_by && t('removed by {{name}}', { name: assignment.removed_by }),
  ].filter(Boolean)
  return (
    <li>
      <strong>{deviceName({ type: device_type, number: device_number })}</strong>
      {location_id === null ? (
        <span className={classes.dim}>{t('a location that you may not see')}</span>
      ) : (
        <LocationLink id={location_id} label={location_label ?? ''} code={location_code ?? undefined} />
      )}
      <small>{[`${dateTime(assigned_at)} ${until}`, ...people].join(' · ')}</small>
    </li>
  )
}
