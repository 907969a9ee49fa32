import { sql } from 'kysely'
import type { ResourceType } from '@wheelhouse/contract/access.ts'
import type { EventKind } from '@wheelhouse/contract/events/event-kinds.ts'
import { idsInOrder } from '@wheelhouse/db/ids.ts'
import type { Db, Tx } from '../platform/context.ts'
import type { Ctx } from '../platform/context.ts'

export interface Actor {
  kind: 'person' | 'hardware' | 'system' | 'service'
  id: string | null
  name: string | null
}

export interface AuditFacts {
  actor: Actor
  resource_type: string
  resource_id: string
  resource_name: string | null
  /** The location whose readers may see it, or what `visible_through_type` says. */
  visible_through_id: string | null
  /** Without one a location. It decides who is notified at once; a history is read through the thing itself. */
  visible_through_type?: ResourceType
  /** The device whose history tells it too, of what happened to something else there: a session in a dock, a photo of a camera. */
  device_id?: string | null
  /** Changed fields only. */
  before?: Record<string, unknown> | null
  after?: Record<string, unknown> | null
  reason?: string | null
  correlation_id: string
  at: Date
}
/** A kind of the closed table, and what there is to say. */
export type AuditRecord = EventKind & AuditFacts

export const personActor = (ctx: Ctx): Actor => ({ kind: 'person', id: ctx.person.id, name: ctx.person.name })
export const systemActor: Actor = { kind: 'system', id: null, name: null }
export const hardwareActor = (hardwareId: string): Actor => ({ kind: 'hardware', id: null, name: hardwareId })

const idOf = idsInOrder()

const columns = sql.raw(
  'id, at, actor_kind, actor_id, actor_name, feature, verb, resource_type, resource_id, resource_name, visible_through_id, device_id, before, after, reason, correlation_id',
)

/** The only writer of events, called inside the transaction of what it tells of. */
export async function insertEvents(tx: Tx | Db, records: AuditRecord | AuditRecord[]): Promise<string[]> {
  const list = Array.isArray(records) ? records : [records]
  if (list.length === 0) return []
  const rows = list.map(({ actor, at, before, after, reason, device_id, visible_through_type: _, ...rest }) => ({
    ...rest,
    // The id carries the same time, so that order by id is order by time.
    id: idOf(at.getTime()),
    at: at.toISOString(),
    actor_kind: actor.kind,
    actor_id: actor.id,
    actor_name: actor.name,
    before: before ?? null,
    after: after ?? null,
    reason: reason ?? null,
    device_id: device_id ?? null,
  }))
  // As one parameter the statement is the same for one event and for a thousand, so that its plan is kept.
  await sql`insert into events (${columns}) select ${columns} from jsonb_populate_recordset(null::events, ${JSON.stringify(rows)}::jsonb)`.execute(
    tx,
  )
  return rows.map((row) => row.id)
}

/** For the erasure of a person: the events stay, and name nobody. Their fields never held personal data. */
export const eraseNameInEvents = (tx: Tx, resourceType: string, resourceId: string, name: string) =>
  tx
    .updateTable('events')
    .set({ resource_name: name, reason: null })
    .where('resource_type', '=', resourceType)
    .where('resource_id', '=', resourceId)
    .execute()
