import * as z from 'zod'
import { overstays } from '@wheelhouse/contract/overstays/overstays.ts'
import { listAddress } from '../../lists/list-address.ts'
import type { SearchOf } from '../../lists/list-address.ts'

/** `open` is the overstay whose panel is open. */
export const overstaysAddress = listAddress(overstays, { open: z.uuid() })
export type OverstaysSearch = SearchOf<typeof overstaysAddress>
