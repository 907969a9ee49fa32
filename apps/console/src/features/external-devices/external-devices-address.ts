import * as v from 'valibot'
import { externalDevices } from '@wheelhouse/contract/external-devices/external-devices.ts'
import { listAddress } from '../../lists/list-address.ts'
import type { SearchOf } from '../../lists/list-address.ts'

const uuid = '[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}'

/** `open` is a location and the device there whose panel is open. */
export const externalDevicesAddress = listAddress(externalDevices, {
  open: v.pipe(v.string(), v.regex(new RegExp(`^${uuid}\\.${uuid}$`))),
})
type ExternalDevicesSearch = SearchOf<typeof externalDevicesAddress>

export const openOf = ({ location_id, id }: { location_id: string; id: string }): string => `${location_id}.${id}`

export function openedDevice({ open }: Pick<ExternalDevicesSearch, 'open'>): { locationId: string; id: string } | null {
  if (open === undefined) return null
  const [locationId = '', id = ''] = open.split('.')
  return { locationId, id }
}
