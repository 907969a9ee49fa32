import * as v from 'valibot'
import { rentalDevices } from '@wheelhouse/contract/rentals/rentals.ts'
import { cameraParameter } from '../../lists/camera-parameter.ts'
import { listAddress } from '../../lists/list-address.ts'
import type { SearchOf } from '../../lists/list-address.ts'

export const rentalsAddress = listAddress(rentalDevices, {
  view: v.literal('map'),
  camera: cameraParameter,
  /** The form that is open. */
  open: v.literal('new'),
})
export type RentalsSearch = SearchOf<typeof rentalsAddress>
