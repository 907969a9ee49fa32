import { listLocationDevices } from '@wheelhouse/contract/devices/devices.ts'
import type { Device } from '@wheelhouse/contract/devices/devices.ts'
import { getLocation } from '@wheelhouse/contract/locations/locations.ts'
import type { Location } from '@wheelhouse/contract/locations/locations.ts'
import { DeviceState } from '../../features/devices/device-cells.tsx'
import { deviceName } from '../../features/devices/device-labels.ts'
import { supportPath } from '../../features/support/support-address.ts'
import type { SupportSearch } from '../../features/support/support-search.ts'
import { t } from '../../i18n/i18n.ts'
import { Loaded, bothOf } from '../../live/loaded.tsx'
import { useLive } from '../../live/use-live.ts'
import { Card } from '../../ui/details/key-values.tsx'
import { Link } from '../../ui/details/link.tsx'
import classes from './support-page.module.css'

/** The caller knows the place: which dock is it? */
export function LocationDocks({ locationId, search }: { locationId: string; search: SupportSearch }) {
  const params = { location_id: locationId }
  const location = useLive(getLocation, { params }, { isQuiet: true })
  const devices = useLive(listLocationDevices, { params }, { isQuiet: true })
  return (
    <Loaded query={bothOf(location, devices)} failed={listLocationDevices.says.failed}>
      {([place, here]) => <Doors place={place} devices={here} search={search} />}
    </Loaded>
  )
}

interface DoorsProps {
  place: Location
  devices: readonly Device[]
  search: SupportSearch
}

function Doors({ place, devices, search }: DoorsProps) {
  const doors = devices.filter(({ type }) => type !== 'controller' && type !== 'guard')
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
