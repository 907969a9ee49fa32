import * as z from 'zod'
import { partOf } from '../certain.ts'
import type { Action, Needs, ResourceType } from '../access.ts'
import type { EventFeature, EventKindName } from './event-kinds.ts'
import { locationFieldLevels } from '../locations/location-fields.ts'
import type { Route } from '../route.ts'
import { list, ownFilter } from '../list.ts'
import type { QueryOfList } from '../list.ts'
import { Id, Instant, listOf, pageOf, route } from '../route.ts'
import { changeTypesOf } from '../staleness.ts'

export const actorKinds = ['person', 'hardware', 'system', 'service'] as const
export const ActorKind = z.enum(actorKinds)

/** One entry of the audit: who did what to which thing, and the changed fields before and after. */
export const AuditEvent = z.object({
  id: Id,
  at: Instant,
  actor_kind: ActorKind,
  /** A person's id, null for hardware and the system. */
  actor_id: Id.nullable(),
  /** A person's name or a hardware id. */
  actor_name: z.string().nullable(),
  feature: z.string(),
  verb: z.string(),
  resource_type: z.string(),
  resource_id: Id,
  /** What it happened to, in the words of a screen: "Dock 07". */
  resource_name: z.string().nullable(),
  /** The device where it happened, of a session or a photo; null of the device's own events, and of what was before this was kept. */
  device_id: Id.nullable(),
  /** The location where it happened, for readers who see it; null of what happened at none. */
  location_id: Id.nullable(),
  location_code: z.string().nullable(),
  location_label: z.string().nullable(),
  /** The rider of a session, for readers who see that rider. */
  rider_id: Id.nullable(),
  rider_name: z.string().nullable(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
  reason: z.string().nullable(),
  correlation_id: Id,
})
export type AuditEvent = z.infer<typeof AuditEvent>

export const exportedEventFields = [
  'id',
  'at',
  'actor_kind',
  'actor_name',
  'feature',
  'verb',
  'resource_type',
  'resource_id',
  'resource_name',
  'device_id',
  'location_code',
  'location_label',
  'rider_name',
  'before',
  'after',
  'reason',
  'correlation_id',
] as const

/** Default the last 30 days, at most 366 (values: audit and event range). */
export const auditHistory = {
  row: AuditEvent,
  filters: {
    from: ownFilter(Instant.optional()),
    to: ownFilter(Instant.optional()),
    feature: ownFilter(listOf(z.string().max(40))),
    /** Feature and verb, `locations launched`; beside `feature` it widens. */
    kind: ownFilter(listOf(z.string().max(81))),
    actor_kind: ownFilter(listOf(ActorKind)),
    actor_id: ownFilter(Id.optional()),
  },
  isOneOrder: true,
} as const

export const locationEvents = list({
  ...auditHistory,
  says: { failed: 'Fetch events failed' },
  staleOn: ['event'],
  path: '/location/v1/locations/:location_id/events',
  summary: 'Event history of a location and all that is in it, newest first; also after its deletion',
  access: { location: ['GET_EVENTS'] },
  on: { location: 'location_id' },
  isDeletedToo: true,
  params: z.strictObject({ location_id: Id }),
  exports: exportedEventFields,
})
export type EventQuery = QueryOfList<typeof locationEvents>
const EventQuery = locationEvents.route.query

export const deviceEvents = list({
  ...auditHistory,
  says: { failed: 'Fetch events failed' },
  staleOn: ['event'],
  path: '/device/v1/devices/:device_id/events',
  summary: 'Event history of a device with its sessions and photos, newest first',
  access: { location: ['GET_EVENTS'] },
  on: { device: 'device_id' },
  params: z.strictObject({ device_id: Id }),
  exports: exportedEventFields,
})
export const listLocationEvents = locationEvents.route
export const listDeviceEvents = deviceEvents.route
export const exportLocationEvents = locationEvents.csv
export const exportDeviceEvents = deviceEvents.csv

/** `GET <thing>/events`: what was done to one thing, newest first, for callers who hold `access` on it. */
export const eventsOf = <const Thing extends Route, const Access extends Needs>(thing: Thing, access: Access) =>
  route({
    method: 'GET',
    path: `${thing.path}/events`,
    summary: `${thing.summary}: its event history, newest first`,
    says: { failed: 'Fetch events failed' },
    // Not every reader of a thing is sent its events, so a change of the thing itself counts as well.
    staleOn: ['event', ...changeTypesOf(thing)],
    access,
    on: partOf(thing, 'on'),
    params: partOf(thing, 'params'),
    query: EventQuery,
    reply: pageOf(AuditEvent),
  })

const EventPerson = z.object({ id: Id, name: z.string() })
export type EventPerson = z.infer<typeof EventPerson>
const peopleOf = <const Events extends Route>(events: Events) =>
  route({
    method: 'GET',
    path: events.path.replace(/events$/, 'event-people'),
    summary: `${events.summary}: the people in it`,
    access: events.access,
    on: partOf(events, 'on'),
    isDeletedToo: events.isDeletedToo,
    params: partOf(events, 'params'),
    query: EventQuery.pick({ from: true, to: true }),
    reply: z.array(EventPerson),
  })

/** Who acted there within a period, by name; the first 500. */
export const listLocationEventPeople = peopleOf(listLocationEvents)
export const listDeviceEventPeople = peopleOf(listDeviceEvents)

/**
 * What an event tells only to who holds the right (rights: field levels), by the type of the thing it happened to: the same
 * levels as of the thing itself. Neither before nor after shows such a field, in a list or in an export.
 */
export const eventFieldLevels: Readonly<Record<string, Readonly<Record<string, readonly [ResourceType, Action]>>>> = {
  location: locationFieldLevels,
  // That a command moved a lock is its command history.
  device: { command: ['device', 'GETCMDSHISTORY'] },
  session: { is_fee_waived: ['payment', 'GET'] },
  user: { phone: ['user', 'GET_PRIVILEGED'], email: ['user', 'GET_PRIVILEGED'], pin: ['user', 'GET_PRIVILEGED'] },
}

/**
 * Events whose actor may be the person who gave the command behind them, and whose reason may be its comment: both are
 * hidden without the right. The hardware is named instead, as for a change without a command.
 */
export const eventActorLevels: readonly {
  resource_type: string
  /** Without one: all of that type. */
  verb?: string
  right: readonly [ResourceType, Action]
}[] = [
  { resource_type: 'session', right: ['device', 'GETCMDSHISTORY'] },
  { resource_type: 'device', verb: 'dock_state', right: ['device', 'GETCMDSHISTORY'] },
]

/**
 * Features whose events are left out entirely for readers who may not see their rows, because even the existence of a
 * fee is only for people who may see fees, and that a one-time password was issued only for people who may see the hardware.
 */
export const eventFeatureLevels: Readonly<Partial<Record<EventFeature, readonly [ResourceType, Action]>>> = {
  'service-fees': ['location', 'GET_SERVICE_FEES'],
  'price-lists': ['rental_fleet', 'GET'],
  payments: ['payment', 'GET'],
  'external-devices': ['location', 'GETEXTDEVICES'],
  'security-photos': ['location', 'GETSECURITYPHOTOS'],
  'maintenance-log': ['location', 'GET_MAINTENANCE_LOG_ENTRIES'],
  commands: ['device', 'GETCMDSHISTORY'],
  hardware: ['hardware', 'GET'],
  // Before and after are parameters of the hardware, APN and server address among them.
  'hardware-config': ['hardware', 'GET_PARAMS'],
  'change-sets': ['hardware', 'GET_PARAMS'],
  feedback: ['user', 'READ_FEEDBACK'],
  'resource-groups': ['resource_group', 'GETBELONGS'],
}

/** Kinds that are left out likewise, of features that others may read: what of the money asked of a rider was given up. */
export const eventKindLevels: Readonly<Partial<Record<string, readonly [ResourceType, Action]>>> = {
  'overstays fee_cancelled': ['payment', 'GET'],
  'overstays fee_waived': ['payment', 'GET'],
} satisfies Partial<Record<EventKindName, readonly [ResourceType, Action]>>
