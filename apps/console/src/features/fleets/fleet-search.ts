import * as v from 'valibot'
import { fleets } from '@wheelhouse/contract/fleets/fleets.ts'
import { id, idAfter } from '../../lists/address-values.ts'
import { listAddress } from '../../lists/list-address.ts'
import type { SearchOf } from '../../lists/list-address.ts'

export const fleetsAddress = listAddress(fleets, {
  /** The panel or form that is open: a fleet, `edit:` and a fleet, or a new one. */
  open: v.union([id, idAfter('edit:'), v.literal('new')]),
})
export type FleetsSearch = SearchOf<typeof fleetsAddress>

export const fleetOpen = ({ open }: FleetsSearch): { id: string; isEdited: boolean } | null =>
  open === undefined || open === 'new' ? null : { id: open.replace('edit:', ''), isEdited: open.startsWith('edit:') }
