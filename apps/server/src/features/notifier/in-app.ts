import { sql } from 'kysely'
import type { Action, ResourceType } from '@wheelhouse/contract/access.ts'
import type { NoticeTopic } from '@wheelhouse/contract/inbox/inbox.ts'
import type { NotifierEvent } from '@wheelhouse/contract/notifier/notifier-events.ts'
import { whoSees } from '../../http/stream-rights.ts'
import type { ChangeMessage } from '../../platform/bus.ts'
import type { Db } from '../../platform/context.ts'
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

/** The event as the live stream would announce it, so that inbox and stream reach the same people. */
function asChange(topic: NoticeTopic, { through }: NoticedEvent): ChangeMessage | null {
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

/** Console users of the organization who may see at least one event of the message; accounts of machines read no inbox. */
export async function inAppReaders(db: Db, organizationId: string, payload: Payload): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from console_users
    where organization_id = ${organizationId}::uuid and kind = 'person' and disabled_at is null order by id`.execute(db)
  const people = rows.map(({ id }) => id)
  const visible = await eventsVisibleTo(db, people, [payload])
  return people.filter((person_id) => visible({ person_id, payload }).length > 0)
}
