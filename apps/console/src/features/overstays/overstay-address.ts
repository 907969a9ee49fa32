import { overstays } from '@wheelhouse/contract/overstays/overstays.ts'
import { id } from '../../lists/address-values.ts'
import { listAddress } from '../../lists/list-address.ts'
import type { SearchOf } from '../../lists/list-address.ts'

/** `open` is the overstay whose panel is open. */
export const overstaysAddress = listAddress(overstays, { open: id })
export type OverstaysSearch = SearchOf<typeof overstaysAddress>
