import { sql } from 'kysely'
import type { Action, ResourceType } from '@wheelhouse/contract/access.ts'
import { entriesOf } from '@wheelhouse/contract/certain.ts'
import { AppError } from '@wheelhouse/contract/errors.ts'
import type { NoticeTopic } from '@wheelhouse/contract/inbox/inbox.ts'
import { noticeSources } from '@wheelhouse/contract/notifier/notifier.ts'
import type { NotifierEvent } from '@wheelhouse/contract/notifier/notifier-events.ts'
import { requirePermission } from '../../authz/authorize.ts'
import { readAction } from '../../authz/rights.ts'
import { rowIsVisible } from '../../authz/visible.ts'
import { whoSees } from '../../http/stream-rights.ts'
import type { ChangeMessage } from '../../platform/bus.ts'
import type { Ctx, Db } from '../../platform/context.ts'
import type { NoticedEvent, Payload } from './formats.ts'

type Right = readonly [ResourceType, Action]

/** What a reader must hold besides the right to see the place: the right that guards the same rows on the screens. */
const guards: Partial<Record<NotifierEvent, Right>> = {
  parking_reminder: ['session', 'GET'],
  maintenance_log: ['location', 'GET_MAINTENANCE_LOG_ENTRIES'],
  command_failed: ['device', 'GETCMDSHISTORY'],
  session_force_ended: ['session', 'GET'],
  payment_needs_approval: ['payment', 'GET'],
}

/** Commands to vehicles are a right over the vehicles of the fleet. */
const guardOf = (topic: NoticeTopic, type: ResourceType): Right | undefined => {
  if (topic === 'test') return ['organization', 'GET_NOTIFIER_SUBS']
  return topic === 'command_failed' && type === 'rental_fleet' ? ['rental_device', 'GETCMDSHISTORY'] : guards[topic]
}

/** Messages to addresses kept no `through` before, but the location. */
const throughOf = ({ through, location }: NoticedEvent) =>
  through ?? (location && { type: 'location' as const, id: location.id })

const eventsByKind = new Map<string, NotifierEvent>(
  entriesOf(noticeSources).flatMap(([event, sources]) => sources.map(({ kind }) => [kind, event] as const)),
)

/** Whether a subscription to an event is about it. One that was changed may have collected others before. */
export const isAbout = (event: NotifierEvent, { kind }: NoticedEvent): boolean => eventsByKind.get(kind) === event

/**
 * The event as the live stream would announce it, so that a message and the stream reach the same people. What it is decides
 * which right is asked, whatever the message is called.
 */
function asChange(called: NoticeTopic, event: NoticedEvent): ChangeMessage | null {
  const topic = eventsByKind.get(event.kind) ?? called
  const through = throughOf(event)
  if (!through) return null
  const place = through.type === 'location' ? { location_id: through.id } : { location_id: null, through }
  return { type: 'location', id: through.id, ...place, also: guardOf(topic, through.type) }
}

interface Asked {
  person_id: string
  payload: Payload
}
export type VisibleEvents = (asked: Asked) => NoticedEvent[]

/** The events of messages that people may see now: one statement for all of them. */
export async function eventsVisibleTo(
  db: Db,
  personIds: readonly string[],
  payloads: readonly Payload[],
): Promise<VisibleEvents> {
  const changes = payloads.flatMap(({ type, data }) => data.events.flatMap((event) => asChange(type, event) ?? []))
  const readers = personIds.map((person_id) => ({ person_id, view_id: null }))
  const sees = await whoSees(db, readers, changes)
  return ({ person_id, payload }) =>
    payload.data.events.filter((event) => {
      const change = asChange(payload.type, event)
      return change !== null && sees({ person_id, view_id: null }, change)
    })
}

/** What an organization has where events happen. */
const placesOf = {
  location: {
    rows: (organizationId: string) => sql`select id from locations
      where ${organizationId}::uuid in (owner_id, operator_id, distributor_id, reseller_id)`,
    refusal: 'This organization has locations where you may not see these events',
  },
  rental_fleet: {
    rows: (organizationId: string) => sql`select id from rental_fleets where organization_id = ${organizationId}::uuid`,
    refusal: 'This organization has rental fleets where you may not see these events',
  },
  subscription: {
    rows: (organizationId: string) => sql`select id from subscriptions where organization_id = ${organizationId}::uuid`,
    refusal: 'This organization has subscriptions for which you may not see these events',
  },
} as const
type PlaceType = keyof typeof placesOf

/** Where these events happen besides locations. */
const beyondLocations: Partial<Record<NotifierEvent, readonly PlaceType[]>> = {
  command_failed: ['rental_fleet'],
  session_force_ended: ['rental_fleet'],
  payment_needs_approval: ['rental_fleet', 'subscription'],
}

/**
 * People who send events to an address read them there, so they must hold the right over these events on the organization, at
 * each of its locations, and in each of its fleets and subscriptions where they happen: a right in one part of the organization is
 * none over the locations of another. For an inbox, the rights of each reader decide instead.
 */
export async function requireEventRight(ctx: Ctx, organizationId: string, event: NotifierEvent): Promise<void> {
  const seen: ResourceType = event === 'report' ? 'report' : 'location'
  const [type, action] = guards[event] ?? [seen, readAction(seen)]
  await requirePermission(ctx, { [type]: [action] }, { type: 'organization', id: organizationId })
  if (seen === 'report') return
  for (const place of ['location', ...(beyondLocations[event] ?? [])] as const)
    await requireEventRightIn(ctx, organizationId, event, place)
}

async function requireEventRightIn(
  ctx: Ctx,
  organizationId: string,
  event: NotifierEvent,
  place: PlaceType,
): Promise<void> {
  const { rows: places, refusal } = placesOf[place]
  const [type, action] = guardOf(event, place) ?? [place, readAction(place)]
  const { rows } = await sql`select 1 from (${places(organizationId)}) p
    where not ${rowIsVisible(ctx, type, action, place, sql`p.id`)} limit 1`.execute(ctx.db)
  if (rows.length > 0) throw new AppError('forbidden', { missing: `${action} on ${type}`, field: 'event' }, refusal)
}
