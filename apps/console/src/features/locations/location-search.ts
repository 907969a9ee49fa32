import * as z from 'zod'
import { LocationHealth, LocationSort, LocationStatus, LocationType } from '@wheelhouse/contract/locations.ts'
import type { LocationFilter } from '@wheelhouse/contract/locations.ts'
import { someOf } from '../../lib/search-params.ts'

const Search = z.object({
  q: z.string().trim().max(100).optional().catch(undefined),
  tag: someOf(z.string().min(2).max(32)),
  tag_mode: z.literal('all').optional().catch(undefined),
  organization_id: someOf(z.uuid()),
  status: someOf(LocationStatus),
  health: someOf(LocationHealth),
  type: someOf(LocationType),
  sort: LocationSort.exclude(['code']).optional().catch(undefined),
  order: z.literal('desc').optional().catch(undefined),
  view: z.literal('map').optional().catch(undefined),
})

/** The state of the list is its address; what is at its default is not in it. */
export type LocationsSearch = z.output<typeof Search>

export const locationsSearch = (search: Record<string, unknown>): LocationsSearch => Search.parse(search)

export const filterOf = ({ sort: _sort, order: _order, view: _view, ...filter }: LocationsSearch): z.input<typeof LocationFilter> => filter

export const isFiltered = (search: LocationsSearch): boolean =>
  Object.values(filterOf(search)).some((value) => value !== undefined && value !== '')

/** Which tab and which device of a location are open. */
const Details = z.object({
  view: z.enum(['standard', 'info', 'service-fees', 'technical']).optional().catch(undefined),
  tab: z.literal('events').optional().catch(undefined),
  device: z.uuid().optional().catch(undefined),
  feature: someOf(z.string().max(40)),
  actor_kind: someOf(z.enum(['person', 'hardware', 'system', 'service'])),
  actor_id: z.uuid().optional().catch(undefined),
  period: z.enum(['day', 'week', 'quarter', 'year']).optional().catch(undefined),
})
export type LocationSearch = z.output<typeof Details>

export const locationSearch = (search: Record<string, unknown>): LocationSearch => Details.parse(search)
