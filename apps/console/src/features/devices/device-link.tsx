import { deviceName } from './device-labels.ts'
import { Link } from '../../ui/details/link.tsx'

export const devicePath = (locationId: string, id: string): string => `/locations/${locationId}?device=${id}`

/** "Dock 07", on its location's page. */
export const DeviceLink = ({
  id,
  locationId,
  type,
  number,
}: {
  id: string
  locationId: string
  type: string
  number: number
}) => <Link href={devicePath(locationId, id)}>{deviceName({ type, number })}</Link>
