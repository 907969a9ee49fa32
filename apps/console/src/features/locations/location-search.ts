import * as z from 'zod'
import { LocationHealth, LocationSort, LocationStatus, LocationType } from '@wheelhouse/contract/locations/locations.ts'
import type { LocationFilter } from '@wheelhouse/contract/locations/locations.ts'
import { feeSearch } from '../service-fees/fee-address.ts'
import type { LocationGroup } from './location-field-labels.ts'
import { someOf } from '../../lists/search-params.ts'

const Search = z.object({
  q: z.string().trim().max(100).optional().catch(undefined),
  tag: someOf(z.string().min(2).max(32)),
  tag_mode: z.literal('all').optional().catch(undefined),
  private_tag: someOf(z.string().min(2).max(32)),
  private_tag_mode: z.literal('all').optional().catch(undefined),
  organization_id: someOf(z.uuid()),
  status: someOf(LocationStatus),
  health: someOf(LocationHealth),
  type: someOf(LocationType),
  sort: LocationSort.exclude(['code']).optional().catch(undefined),
  order: z.literal('desc').optional().catch(undefined),
  view: z.literal('map').optional().catch(undefined),
  /** The form of a new location: from nothing, or from another one. */
  open: z
    .union([z.literal('new'), z.templateLiteral(['copy:', z.uuid()])])
    .optional()
    .catch(undefined),
})

/** The state of the list is its address; what is at its default is not in it. */
export type LocationsSearch = z.output<typeof Search>

export const locationsSearch = (search: Record<string, unknown>): LocationsSearch => Search.parse(search)

export const filterOf = ({
  sort: _sort,
  order: _order,
  view: _view,
  open: _open,
  ...filter
}: LocationsSearch): z.input<typeof LocationFilter> => filter

export const isFiltered = (search: LocationsSearch): boolean =>
  Object.values(filterOf(search)).some((value) => value !== undefined && value !== '')

/** The location that the form of a new one begins with. */
export const copyOf = ({ open }: LocationsSearch): string | undefined => open?.replace(/^(new|copy:)/, '') || undefined

const groups = [
  'identity',
  'place',
  'organizations',
  'parking',
  'descriptions',
  'support',
  'tags',
  'hardware',
] as const satisfies LocationGroup[]
/** Which tab, which device and which part of the form of a location are open. */
const Details = z.object({
  view: z.enum(['standard', 'info', 'service-fees', 'technical']).optional().catch(undefined),
  tab: z.enum(['events', 'photos', 'external-devices']).optional().catch(undefined),
  edit: z.enum(groups).optional().catch(undefined),
  device: z.uuid().optional().catch(undefined),
  /** Of the device that is open: what was sent to it, or what happened at it. */
  history: z.enum(['commands', 'events']).optional().catch(undefined),
  /** Features of the event history, or a feature and one of its verbs. */
  feature: someOf(z.string().max(81)),
  actor_kind: someOf(z.enum(['person', 'hardware', 'system', 'service'])),
  actor_id: z.uuid().optional().catch(undefined),
  /** A name, or two days. */
  period: z
    .union([z.enum(['day', 'week', 'quarter', 'year']), z.templateLiteral([z.iso.date(), '..', z.iso.date()])])
    .optional()
    .catch(undefined),
  ...feeSearch,
})
export type LocationSearch = z.output<typeof Details>

/** What of the address filters the events, of the location or of the device that is open. */
export const eventFilterOf = ({ feature, actor_kind, actor_id, period }: LocationSearch) => ({
  feature,
  actor_kind,
  actor_id,
  period,
})
export const noEventFilter = { feature: undefined, actor_kind: undefined, actor_id: undefined, period: undefined }

export const locationSearch = (search: Record<string, unknown>): LocationSearch => Details.parse(search)
