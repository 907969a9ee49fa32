import * as z from 'zod'
import { keysOf } from '../certain.ts'
import { DeviceType } from '../devices/devices.ts'
import type { LocationStatus } from '../locations/location-values.ts'
import { LocationRef } from '../locations/locations.ts'
import { age, anyOf, list, localDays, ownFilter } from '../list.ts'
import { Id, Instant, route } from '../route.ts'
import { lines, linesAtLeast } from '../texts.ts'

export const outageStatuses = ['open', 'confirmed', 'cleared'] as const
export const OutageStatus = z.enum(outageStatuses)
export type OutageStatus = z.infer<typeof OutageStatus>

/** Of the location as a whole, of a controller with all that it speaks for, or of one device. */
export const outageScopes = ['location', 'controller', 'device'] as const
export const OutageScope = z.enum(outageScopes)
export type OutageScope = z.infer<typeof OutageScope>

/** How far people are with it: of several that apply, the last one. */
export const outageHandlings = ['new', 'acknowledged', 'assigned', 'muted'] as const
export const OutageHandling = z.enum(outageHandlings)
export type OutageHandling = z.infer<typeof OutageHandling>

/** Where a silence is an outage: hardware in a warehouse or on a lorry is meant to be off. */
export const watchedStatuses: readonly LocationStatus[] = ['installed', 'launched', 'launched_offline', 'maintenance']

export const Outage = z.object({
  id: Id,
  location_id: Id,
  location_code: z.string(),
  location_label: z.string(),
  scope: OutageScope,
  status: OutageStatus,
  /** Null: the location as a whole. */
  device_id: Id.nullable(),
  device_number: z.number().int().nullable(),
  device_type: DeviceType.nullable(),
  hardware_id: z.string().nullable(),
  /** When health became offline. */
  began_at: Instant,
  raised_at: Instant,
  /** After two hours (values: thresholds). */
  confirmed_at: Instant.nullable(),
  repeated_at: Instant.nullable(),
  repeats: z.number().int(),
  /** In contact again, and not long enough to believe it. */
  well_since: Instant.nullable(),
  /** When contact came back. */
  ended_at: Instant.nullable(),
  cleared_at: Instant.nullable(),
  clearing: z.enum(['recovered', 'not_watched']).nullable(),
  /** It is a part of a larger one now. */
  folded_into: Id.nullable(),
  /** Devices that are out of contact because of it, itself apart; 0 once it is cleared. */
  folded_devices: z.number().int(),
  handling: OutageHandling,
  acknowledged_at: Instant.nullable(),
  acknowledged_by_name: z.string().nullable(),
  assignee_id: Id.nullable(),
  assignee_name: z.string().nullable(),
  /** No reminders and no notifications of it before that time; null where that time has passed. */
  muted_until: Instant.nullable(),
  /** The last one that was given with one of these; may be empty. */
  note: z.string(),
  version: z.number().int(),
})
export type Outage = z.infer<typeof Outage>

/** Newest first. Health is seen by all who see the location, and so are its outages. */
export const outages = list({
  says: { failed: 'Fetch outages failed' },
  staleOn: ['outage'],
  path: '/location/v1/outages',
  summary: 'Outages of locations that the caller may see',
  access: { location: ['GET'] },
  row: Outage,
  filters: {
    location_id: anyOf(Id),
    /** In any part at a location that the reader sees. */
    organization_id: anyOf(Id),
    /** Those of a dashboard, as its charts count them. One that the reader does not see finds nothing. */
    dashboard_id: ownFilter(Id.optional()),
    status: anyOf(OutageStatus),
    scope: anyOf(OutageScope),
    handling: anyOf(OutageHandling),
    /** Still going on at that moment, or begun later. */
    from: ownFilter(Instant.optional()),
    /** Begun before. */
    to: ownFilter(Instant.optional()),
    /** Going on at any time of these days, by the clock of the place. */
    days: localDays,
    began_at: age,
  },
  isOneOrder: true,
  exports: [
    'id',
    'location_code',
    'location_label',
    'scope',
    'status',
    'device_type',
    'device_number',
    'hardware_id',
    'began_at',
    'raised_at',
    'confirmed_at',
    'repeated_at',
    'repeats',
    'well_since',
    'ended_at',
    'cleared_at',
    'clearing',
    'folded_into',
    'folded_devices',
    'handling',
    'acknowledged_at',
    'acknowledged_by_name',
    'assignee_name',
    'muted_until',
    'note',
  ],
})
export const listOutages = outages.route
export const exportOutages = outages.csv

/** The ones that are not over, largest first: a location as a whole, its controllers, its devices; what is a part of another is left out. */
export const currentOutages = route({
  method: 'GET',
  path: '/location/v1/locations/:location_id/outages',
  summary: 'Outages of a location that are not over',
  says: { failed: 'Fetch outages failed' },
  staleOn: ['outage'],
  access: { location: ['GET'] },
  on: { location: 'location_id' },
  params: LocationRef,
  reply: z.array(Outage),
})

const one = '/location/v1/locations/:location_id/outages/:outage_id'
const OutageRef = z.strictObject({ location_id: Id, outage_id: Id })
const on = { location: 'location_id' } as const
/** People who may work at the location see to its outages: entries of its maintenance log take the same right. */
const work = { location: ['GET', 'UPDATE_MAINTENANCE_LOG_ENTRIES'] } as const
const Note = lines('Note', 500)

export const getOutage = route({
  method: 'GET',
  path: one,
  summary: 'One outage',
  says: { failed: 'Fetch outage failed' },
  staleOn: ['outage'],
  access: { location: ['GET'] },
  on,
  params: OutageRef,
  reply: Outage,
})
const changes = [listOutages, currentOutages, getOutage] as const

export const acknowledgeOutage = route({
  method: 'POST',
  path: `${one}/acknowledgement`,
  summary: 'Acknowledge an outage; only the first acknowledgement counts',
  says: { failed: 'Acknowledge outage failed', done: 'Outage acknowledged' },
  access: work,
  on,
  params: OutageRef,
  body: z.strictObject({ note: Note.default('') }),
  needsVersion: true,
  reply: Outage,
  changes,
})

export const assignOutage = route({
  method: 'PUT',
  path: `${one}/assignee`,
  summary: 'Assign an outage or remove its assignee; also acknowledges it',
  says: { failed: 'Assign outage failed', done: 'Outage assigned' },
  access: work,
  on,
  params: OutageRef,
  body: z.strictObject({ assignee_id: Id.nullable(), note: Note.default('') }),
  needsVersion: true,
  reply: Outage,
  changes,
})

/** Hours: from a shift to a construction site. */
export const muteHours = { shift: 4, day: 24, three_days: 72, week: 168, month: 720 } as const
export const MuteLength = z.enum(keysOf(muteHours), 'Choose how long')
export type MuteLength = z.infer<typeof MuteLength>

export const muteOutage = route({
  method: 'PUT',
  path: `${one}/mute`,
  summary: 'Stop reminders and notifications of an outage for some hours; it is acknowledged then',
  says: { failed: 'Mute outage failed', done: 'Outage muted' },
  access: work,
  on,
  params: OutageRef,
  body: z.strictObject({
    length: MuteLength,
    note: linesAtLeast('Note', 3, 500, 'Note: at least 3 characters'),
  }),
  needsVersion: true,
  reply: Outage,
  changes,
})

export const unmuteOutage = route({
  method: 'DELETE',
  path: `${one}/mute`,
  summary: 'Let an outage send reminders and notifications again',
  says: { failed: 'Unmute outage failed', done: 'Outage unmuted' },
  access: work,
  on,
  params: OutageRef,
  needsVersion: true,
  reply: Outage,
  changes,
})
