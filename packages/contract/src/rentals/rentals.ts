import * as z from 'zod'
import { isOneOf } from '../certain.ts'
import {
  RentalCommandBody,
  RentalDeviceRef,
  rentalDeviceCommands,
  RentalDevicesTarget,
  TypedCount,
} from '../commands/rental-commands.ts'
import { Command } from '../commands/commands.ts'
import { HeartbeatHealth } from '../devices/devices.ts'
import { eventsOf } from '../events/events.ts'
import { HardwareId } from '../hardware/hardware-ids.ts'
import { age, anyOf, anyOfOrEmpty, list, ownFilter, searchText } from '../list.ts'
import { BulkReply, Id, Instant, route } from '../route.ts'
import { line } from '../texts.ts'

/**
 * Values: rental device state. The vehicle reports the first five; `missing` is a vehicle that waits for riders and has
 * been silent for a day, `unknown` one that never reported.
 */
export const rentalStates = [
  'available',
  'reserved',
  'on_trip',
  'maintenance',
  'deactivated',
  'missing',
  'unknown',
] as const
export const RentalState = z.enum(rentalStates)
export type RentalState = z.infer<typeof RentalState>

/** Which actions a state allows (spec section 4): one table for button, server and test. */
export const rentalActionsOf = {
  available: ['restart', 'deactivate'],
  reserved: ['restart', 'force_end_rent'],
  on_trip: ['restart', 'force_end_rent'],
  maintenance: ['restart', 'activate'],
  deactivated: ['restart', 'activate'],
  missing: ['restart', 'deactivate'],
  unknown: ['restart', 'activate', 'deactivate'],
} as const satisfies Record<RentalState, readonly string[]>
export const allowsRentalAction = (state: RentalState, action: string): boolean =>
  isOneOf<string>(rentalActionsOf[state], action)

export const RentalDevice = z.object({
  id: Id,
  /** Printed on the vehicle: the rental code of its rides. */
  code: z.string(),
  fleet_id: Id,
  fleet_name: z.string(),
  state: RentalState,
  state_since: Instant,
  battery_percent: z.number().nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  speed_kmh: z.number().nullable(),
  position_at: Instant.nullable(),
  /** Since when it has been within 30 m of one place. */
  moved_at: Instant.nullable(),
  last_seen_at: Instant.nullable(),
  health: HeartbeatHealth,
  /** Where it was left; null on a ride, away from locations, and at a location that the reader does not see. */
  location_id: Id.nullable(),
  location_code: z.string().nullable(),
  location_label: z.string().nullable(),
  /** The open ride; needs `session: ['GET']`, null without. */
  rental_session_id: Id.nullable(),
  rented_at: Instant.nullable(),
  ride_orange_hours: z.number().int(),
  ride_red_hours: z.number().int(),
  /** The command that it has not answered yet; needs `rental_device: ['GETCMDSHISTORY']`, null without. */
  command_name: z.string().nullable(),
  hardware_id: z.string().nullable(),
  firmware_version: z.string().nullable(),
  /** May be empty. */
  comment: z.string(),
  created_at: Instant,
  updated_at: Instant,
  version: z.number().int(),
})
export type RentalDevice = z.infer<typeof RentalDevice>

const code = z
  .string('Code is required')
  .trim()
  .toUpperCase()
  .regex(/^[A-Z0-9][A-Z0-9-]{2,31}$/, 'Code: 3 to 32 letters, digits and hyphens')
const comment = line('Comment', 500).default('')

const RentalDeviceBody = z.strictObject({ code, fleet_id: Id, comment })
export type RentalDeviceBody = z.output<typeof RentalDeviceBody>
/** What an edit may change. */
export const rentalDeviceFields = RentalDeviceBody.keyof().options
/** The hardware is built in once and stays in the vehicle. */
const NewRentalDeviceBody = RentalDeviceBody.extend({ hardware_id: HardwareId })
export type NewRentalDeviceBody = z.output<typeof NewRentalDeviceBody>

const path = '/rental/v1/rental-devices'
const one = `${path}/:rental_device_id`
const on = { rental_device: 'rental_device_id' } as const

/** A vehicle changes with its rides and its commands. */
const staleOn = ['rental_device'] as const

export const rentalDevices = list({
  says: { failed: 'Fetch rental devices failed' },
  path,
  summary: 'Rental devices that the caller may see',
  access: { rental_device: ['GET'] },
  staleOn,
  row: RentalDevice,
  filters: {
    /** Part of the code, the hardware id or the comment. */
    q: searchText,
    state: anyOf(RentalState),
    fleet_id: anyOf(Id),
    location_id: anyOfOrEmpty(Id),
    /** Less charge than this, in percent. */
    battery_below: ownFilter(z.coerce.number().int().min(1).max(100).optional()),
    /** Within 30 m of one place for at least so many hours, and not rented. */
    not_moved_hours: ownFilter(z.coerce.number().int().min(1).max(8760).optional()),
    created_at: age,
  },
  sortBy: [
    ...(['code', 'state', 'battery_percent', 'fleet_name', 'speed_kmh', 'last_seen_at', 'moved_at'] as const),
    ...(['location_label', 'rented_at', 'state_since', 'created_at', 'updated_at', 'id'] as const),
  ],
  exports: [
    ...(['id', 'code', 'fleet_name', 'state', 'state_since', 'battery_percent', 'latitude', 'longitude'] as const),
    ...(['speed_kmh', 'position_at', 'moved_at', 'last_seen_at', 'health', 'location_code', 'location_label'] as const),
    ...(['rental_session_id', 'rented_at', 'hardware_id', 'firmware_version', 'comment', 'created_at'] as const),
  ],
  isSelectable: true,
})
export const listRentalDevices = rentalDevices.route

/** One vehicle on the map: what its glyph and its line beside the map need. */
export const RentalPlace = z.object({
  id: Id,
  code: z.string(),
  state: RentalState,
  battery_percent: z.number().nullable(),
  fleet_name: z.string(),
  latitude: z.number(),
  longitude: z.number(),
})
export type RentalPlace = z.infer<typeof RentalPlace>
export const rentalPlacesAtMost = 50_000

export const listRentalPlaces = route({
  method: 'GET',
  path: '/rental/v1/rental-places',
  summary: 'Where all rental devices of a filter are, for the map',
  says: { failed: 'Fetch rental devices failed' },
  access: { rental_device: ['GET'] },
  staleOn,
  query: rentalDevices.filter,
  reply: z.object({
    items: z.array(RentalPlace),
    /** All of the filter that have a position. */ total: z.number().int(),
  }),
})

export const getRentalDevice = route({
  method: 'GET',
  path: one,
  summary: 'One rental device',
  says: { failed: 'Fetch rental device failed' },
  access: { rental_device: ['GET'] },
  staleOn,
  on,
  params: RentalDeviceRef,
  reply: RentalDevice,
})

/** What was done to it and what it reported. */
export const listRentalDeviceEvents = eventsOf(getRentalDevice, { rental_device: ['GET_EVENTS'] })

const changes = [listRentalDevices, listRentalPlaces, rentalDeviceCommands.route] as const

/** CREATE must be held in a group of the fleet that it names (rights: a rental device follows its fleet). */
export const createRentalDevice = route({
  method: 'POST',
  path,
  summary: 'Create a rental device',
  says: { failed: 'Create rental device failed', done: 'Rental device created' },
  access: { rental_device: ['CREATE'] },
  body: NewRentalDeviceBody,
  reply: RentalDevice,
  changes,
})

export const updateRentalDevice = route({
  method: 'PUT',
  path: one,
  summary: 'Update a rental device',
  says: { failed: 'Update rental device failed', done: 'Rental device updated' },
  access: { rental_device: ['UPDATE'] },
  on,
  params: RentalDeviceRef,
  body: RentalDeviceBody,
  needsVersion: true,
  reply: RentalDevice,
  changes,
})

export const restartRentalDevice = route({
  method: 'POST',
  path: `${one}/restart`,
  summary: 'Restart a rental device',
  says: { failed: 'Rental device restart failed' },
  access: { rental_device: ['SETSTATUS'] },
  on,
  params: RentalDeviceRef,
  body: RentalCommandBody,
  reply: Command,
  changes,
})
export const activateRentalDevice = route({
  method: 'POST',
  path: `${one}/activate`,
  summary: 'Activate a rental device, so that it can be rented',
  says: { failed: 'Rental device activate failed' },
  access: { rental_device: ['SETSTATUS'] },
  on,
  params: RentalDeviceRef,
  body: RentalCommandBody,
  reply: Command,
  changes,
})
export const deactivateRentalDevice = route({
  method: 'POST',
  path: `${one}/deactivate`,
  summary: 'Deactivate a rental device, so that nobody can rent it',
  says: { failed: 'Rental device deactivate failed' },
  access: { rental_device: ['SETSTATUS'] },
  on,
  params: RentalDeviceRef,
  body: RentalCommandBody,
  reply: Command,
  changes,
})

const ManyBody = RentalCommandBody.extend({ target: RentalDevicesTarget })

export const restartRentalDevices = route({
  method: 'POST',
  path: `${path}/restarts`,
  summary: 'Restart many rental devices',
  says: { failed: 'Rental device restart failed' },
  access: { rental_device: ['SETSTATUS'] },
  body: ManyBody,
  reply: BulkReply,
  changes,
})
export const activateRentalDevices = route({
  method: 'POST',
  path: `${path}/activations`,
  summary: 'Activate many rental devices',
  says: { failed: 'Rental device activate failed' },
  access: { rental_device: ['SETSTATUS'] },
  body: ManyBody,
  reply: BulkReply,
  changes,
})
export const deactivateRentalDevices = route({
  method: 'POST',
  path: `${path}/deactivations`,
  summary: 'Deactivate many rental devices',
  says: { failed: 'Rental device deactivate failed' },
  access: { rental_device: ['SETSTATUS'] },
  body: ManyBody.extend({ count: TypedCount }),
  reply: BulkReply,
  changes,
})
