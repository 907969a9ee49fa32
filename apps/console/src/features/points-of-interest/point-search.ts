import * as z from 'zod'
import { AccessLevel, PointSort, PointType } from '@wheelhouse/contract/points-of-interest/points-of-interest.ts'
import type { PointFilter } from '@wheelhouse/contract/points-of-interest/points-of-interest.ts'
import { someOf } from '../../lists/search-params.ts'

const Search = z.object({
  q: z.string().trim().max(100).optional().catch(undefined),
  type: someOf(PointType),
  access_level: someOf(AccessLevel),
  location_id: someOf(z.uuid()),
  sort: PointSort.exclude(['label']).optional().catch(undefined),
  order: z.enum(['asc', 'desc']).optional().catch(undefined),
  view: z.literal('map').optional().catch(undefined),
  /** The panel or form that is open: a point, `edit:` and a point, a new one, or a place looked for on the map. */
  open: z
    .union([z.uuid(), z.templateLiteral(['edit:', z.uuid()]), z.literal(['new', 'place'])])
    .optional()
    .catch(undefined),
  /** `latitude,longitude` of a new one. */
  at: z
    .string()
    .regex(/^-?\d{1,2}(\.\d{1,6})?,-?\d{1,3}(\.\d{1,6})?$/)
    .optional()
    .catch(undefined),
})

/** The state of the screen is its address; what is at its default is not in it. */
export type PointsSearch = z.output<typeof Search>

export const pointsSearch = (search: Record<string, unknown>): PointsSearch => Search.parse(search)

export const filterOf = ({ q, type, access_level, location_id }: PointsSearch): z.input<typeof PointFilter> => ({
  q,
  type,
  access_level,
  location_id,
})

export const pointOpen = ({ open }: PointsSearch): { id: string; isEdited: boolean } | null => {
  if (open === undefined || open === 'new' || open === 'place') return null
  return { id: open.replace('edit:', ''), isEdited: open.startsWith('edit:') }
}

export const closed = (search: PointsSearch): PointsSearch => ({ ...search, open: undefined, at: undefined })
