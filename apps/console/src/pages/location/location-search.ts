import * as z from 'zod'
import type { LocationGroup } from '@wheelhouse/contract/locations/location-fields.ts'
import { feeAddress } from '../../features/service-fees/fee-address.ts'
import { someOf } from '../../lists/list-address.ts'

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
  /** The table of devices, or of their hardware, has those with an issue alone. */
  devices: z.literal('issues').optional().catch(undefined),
  /** The maintenance log has the entries that count among the issues alone. */
  entries: z.literal('urgent').optional().catch(undefined),
  /**
   * The dialog that a link opens: a command or a change of that device, or something that is done to the location.
   * `status:maintenance` asks for a status.
   */
  ask: z
    .string()
    .regex(/^[a-z_]{1,40}(:[a-z_]{1,40})?$/)
    .optional()
    .catch(undefined),
  /** Fills in the reason of that command. */
  reason: z
    .string()
    .regex(/^[a-z_]{1,40}$/)
    .optional()
    .catch(undefined),
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
/** The address after its dialog was closed or confirmed. */
export const withoutAsk = (search: LocationSearch): LocationSearch => ({
  ...search,
  ask: undefined,
  reason: undefined,
})

export const noEventFilter = { feature: undefined, actor_kind: undefined, actor_id: undefined, period: undefined }

export const locationSearch = (search: Record<string, unknown>): LocationSearch => Details.parse(search)
