import * as z from 'zod'
import { rentalDevices } from '@wheelhouse/contract/rentals/rentals.ts'
import { listAddress } from '../../lists/list-address.ts'
import type { SearchOf } from '../../lists/list-address.ts'

export const rentalsAddress = listAddress(rentalDevices, {
  view: z.literal('map'),
  /** The form that is open. */
  open: z.literal('new'),
})
export type RentalsSearch = SearchOf<typeof rentalsAddress>
