import * as v from 'valibot'
import type { LocationGroup } from '@wheelhouse/contract/locations/location-fields.ts'
import { eventAddressShape } from '../../features/events/event-address.ts'
import { feeAddress } from '../../features/service-fees/fee-address.ts'
import { id, leftOut } from '../../lists/address-values.ts'

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
const Details = v.object({
  view: leftOut(v.picklist(['standard', 'info', 'service-fees', 'technical'])),
  tab: leftOut(v.picklist(['events', 'photos', 'external-devices', 'maintenance', 'feedback'])),
  edit: leftOut(v.picklist(groups)),
  device: leftOut(id),
  /** The table of devices, or of their hardware, has those with an issue alone. */
  devices: leftOut(v.literal('issues')),
  /** The maintenance log has the entries that count among the issues alone. */
  entries: leftOut(v.literal('urgent')),
  /**
   * The dialog that a link opens: a command or a change of that device, or something that is done to the location.
   * `status:maintenance` asks for a status.
   */
  ask: leftOut(v.pipe(v.string(), v.regex(/^[a-z_]{1,40}(:[a-z_]{1,40})?$/))),
  /** Fills in the reason of that command. */
  reason: leftOut(v.pipe(v.string(), v.regex(/^[a-z_]{1,40}$/))),
  /** Of the device that is open: what was sent to it, or what happened at it. */
  history: leftOut(v.picklist(['commands', 'events'])),
  /** How the hardware table is sorted: a column, with a minus before it for the other direction. */
  hardware_sort: leftOut(v.pipe(v.string(), v.regex(/^-?[a-z_]{1,40}$/))),
  /** How far back the contact of all devices goes, and the heartbeats of the open one; without it a day. */
  contact_period: leftOut(v.picklist(['week', 'month'])),
  heartbeat_period: leftOut(v.picklist(['week', 'month'])),
  /** Whose commands are listed, and which. */
  command_device_id: leftOut(id),
  command_name: leftOut(v.pipe(v.string(), v.regex(/^[a-z_]{1,64}$/))),
  ...eventAddressShape,
  ...feeAddress.shape,
})
export type LocationSearch = v.InferOutput<typeof Details>

/** The address after its dialog was closed or confirmed. */
export const withoutAsk = (search: LocationSearch): LocationSearch => ({
  ...search,
  ask: undefined,
  reason: undefined,
})

export const locationSearch = (search: Record<string, unknown>): LocationSearch => v.parse(Details, search)
