import * as z from 'zod'
import { RegionSort, RegionStatus } from '@wheelhouse/contract/regions/regions.ts'
import type { RegionFilter } from '@wheelhouse/contract/regions/regions.ts'
import { someOf } from '../../lists/search-params.ts'

const Search = z.object({
  q: z.string().trim().max(100).optional().catch(undefined),
  status: someOf(RegionStatus),
  sort: RegionSort.exclude(['tag']).optional().catch(undefined),
  order: z.enum(['asc', 'desc']).optional().catch(undefined),
  /** The panel or form that is open: a region, `edit:` and a region, or a new one. */
  open: z
    .union([z.uuid(), z.templateLiteral(['edit:', z.uuid()]), z.literal('new')])
    .optional()
    .catch(undefined),
})

/** The state of the screen is its address; what is at its default is not in it. */
export type RegionsSearch = z.output<typeof Search>

export const regionsSearch = (search: Record<string, unknown>): RegionsSearch => Search.parse(search)

export const filterOf = ({ q, status }: RegionsSearch): z.input<typeof RegionFilter> => ({ q, status })

export const regionOpen = ({ open }: RegionsSearch): { id: string; isEdited: boolean } | null => {
  if (open === undefined || open === 'new') return null
  return { id: open.replace('edit:', ''), isEdited: open.startsWith('edit:') }
}

export const closed = (search: RegionsSearch): RegionsSearch => ({ ...search, open: undefined })
