import * as z from 'zod'
import type { LocationGroup } from '@wheelhouse/contract/locations/location-fields.ts'
import { locations } from '@wheelhouse/contract/locations/locations.ts'
import { feeAddress } from '../service-fees/fee-address.ts'
import { listAddress, someOf } from '../../lists/list-address.ts'
import type { SearchOf } from '../../lists/list-address.ts'

export const locationsAddress = listAddress(locations, {
  view: z.literal('map'),
  /** The form of a new location: from nothing, or from another one. */
  open: z.union([z.literal('new'), z.templateLiteral(['copy:', z.uuid()])]),
})
export type LocationsSearch = SearchOf<typeof locationsAddress>

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
  tab: z.enum(['events', 'photos', 'external-devices', 'maintenance', 'feedback']).optional().catch(undefined),
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
  ...feeAddress.shape,
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
