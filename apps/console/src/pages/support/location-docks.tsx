import { listLocationDevices } from '@wheelhouse/contract/devices/devices.ts'
import { getLocation } from '@wheelhouse/contract/locations/locations.ts'
import { DeviceState } from '../../features/devices/device-cells.tsx'
import { deviceName } from '../../features/devices/device-labels.ts'
import { supportPath } from '../../features/support/support-address.ts'
import type { SupportSearch } from '../../features/support/support-address.ts'
import { t } from '../../i18n/i18n.ts'
import { useLive } from '../../live/use-live.ts'
import { Card } from '../../ui/details/key-values.tsx'
import { Link } from '../../ui/details/link.tsx'
import { ErrorState, Skeleton } from '../../ui/frame/states.tsx'
import classes from './support-page.module.css'

/** The caller knows the place: which dock is it? */
export function LocationDocks({ locationId, search }: { locationId: string; search: SupportSearch }) {
  const params = { location_id: locationId }
  const location = useLive(getLocation, { params }, { isQuiet: true })
  const devices = useLive(listLocationDevices, { params }, { isQuiet: true })
  const error = location.error ?? devices.error
  if (error)
    return (
      <ErrorState
        title={listLocationDevices.says.failed}
        detail={error.message}
        onRetry={() => (void location.refetch(), void devices.refetch())}
      />
    )
  const place = location.data
  if (place === undefined || devices.data === undefined) return <Skeleton lines={8} />
  const doors = devices.data.filter(({ type }) => type !== 'controller' && type !== 'guard')
  return (
    <Card title={t('Which dock of {{code}} {{label}}?', { code: place.code, label: place.label })}>
      <ul className={classes.docks}>
        {doors.map((device) => (
          <li key={device.id}>
            <Link href={supportPath({ ...search, location: undefined, device: device.id })}>
              <strong>{deviceName(device)}</strong>
              <DeviceState device={device} hours={place} />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}
