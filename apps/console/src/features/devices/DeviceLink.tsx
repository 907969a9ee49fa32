import { deviceNumber } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { Link } from '../../ui/link.tsx'
import { deviceTypeWords } from './device-looks.ts'

export const devicePath = (locationId: string, id: string): string => `/locations/${locationId}?device=${id}`

/** "Dock 07", on its location's page. */
export const DeviceLink = ({ id, locationId, type, number }: { id: string; locationId: string; type: string; number: number }) => (
  <Link href={devicePath(locationId, id)}>{`${t(deviceTypeWords[type] ?? type)} ${deviceNumber(number)}`}</Link>
)
