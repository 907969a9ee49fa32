import * as v from 'valibot'
import { locations } from '@wheelhouse/contract/locations/locations.ts'
import { idAfter } from '../../lists/address-values.ts'
import { cameraParameter } from '../../lists/camera-parameter.ts'
import { listAddress } from '../../lists/list-address.ts'
import type { SearchOf } from '../../lists/list-address.ts'

/** Where a person is belongs into no address that is shared or saved: `near` is asked with what the browser says. */
export const locationsAddress = listAddress(
  locations,
  {
    view: v.literal('map'),
    camera: cameraParameter,
    /** The form of a new location: from nothing, or from another one. */
    open: v.union([v.literal('new'), idAfter('copy:')]),
  },
  ['near'],
)
export type LocationsSearch = SearchOf<typeof locationsAddress>

/** The location that the form of a new one begins with. */
export const copyOf = ({ open }: LocationsSearch): string | undefined => open?.replace(/^(new|copy:)/, '') || undefined
