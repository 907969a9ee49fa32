import { externalDevices } from '@wheelhouse/contract/external-devices/external-devices.ts'
import { idPair } from '../../lists/address-values.ts'
import { listAddress } from '../../lists/list-address.ts'
import type { SearchOf } from '../../lists/list-address.ts'

/** `open` is a location and the device there whose panel is open. */
export const externalDevicesAddress = listAddress(externalDevices, {
  open: idPair,
})
type ExternalDevicesSearch = SearchOf<typeof externalDevicesAddress>

export const openOf = ({ location_id, id }: { location_id: string; id: string }): string => `${location_id}.${id}`

export function openedDevice({ open }: Pick<ExternalDevicesSearch, 'open'>): { locationId: string; id: string } | null {
  if (open === undefined) return null
  const [locationId = '', id = ''] = open.split('.')
  return { locationId, id }
}
