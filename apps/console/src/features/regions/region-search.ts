import * as z from 'zod'
import { regions } from '@wheelhouse/contract/regions/regions.ts'
import { listAddress } from '../../lists/list-address.ts'
import type { SearchOf } from '../../lists/list-address.ts'

export const regionsAddress = listAddress(regions, {
  /** The panel or form that is open: a region, `edit:` and a region, or a new one. */
  open: z.union([z.uuid(), z.templateLiteral(['edit:', z.uuid()]), z.literal('new')]),
})
type RegionsSearch = SearchOf<typeof regionsAddress>

export const regionOpen = ({ open }: RegionsSearch): { id: string; isEdited: boolean } | null => {
  if (open === undefined || open === 'new') return null
  return { id: open.replace('edit:', ''), isEdited: open.startsWith('edit:') }
}
