import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { isOpenStatus } from '@wheelhouse/contract/maintenance-log/entry-rules.ts'
import type { LogPriority, LogType } from '@wheelhouse/contract/maintenance-log/entry-rules.ts'
import type { Config } from '../../platform/config.ts'
import type { Tx } from '../../platform/context.ts'
import type { Actor } from '../../journal/audit.ts'
import type { Journal } from '../../journal/journal.ts'
import { dueBy, hoursAt } from './due-times.ts'
import { entryChanges, factsOf, lockEntry, recordEntry } from './entry-events.ts'

export interface WorkOrder {
  location_id: string
  device_id: string
  description: string
  type: LogType
  priority: LogPriority
}

/** An entry that another feature orders, in the transaction of that feature and in the name of the service. */
export async function addWorkOrder(
  { tx, journal, config, actor }: { tx: Tx; journal: Journal; config: Config; actor: Actor },
  { device_id, ...order }: WorkOrder,
): Promise<string> {
  const id = uuidv7()
  const at = journal.at.toISOString()
  await tx
    .insertInto('maintenance_log_entries')
    .values({
      id,
      ...order,
      resource: 'on_site_technician',
      status: 'new',
      status_at: at,
      due_at: dueBy(config, await hoursAt(tx, order.location_id), order.priority, journal.at),
      created_at: at,
      updated_at: at,
    })
    .execute()
  await tx.insertInto('maintenance_log_targets').values({ entry_id: id, device_id }).execute()
  const entry = await lockEntry(tx, id, order.location_id)
  recordEntry(journal, actor, entry, { verb: 'created', after: factsOf(entry) })
  return id
}

/** Ends an entry whose order is carried out or withdrawn. One that is closed or deleted already stays as it is. */
export async function closeWorkOrder(
  tx: Tx,
  journal: Journal,
  { id, status, resolution, actor }: { id: string; status: 'resolved' | 'cancelled'; resolution: string; actor: Actor },
): Promise<void> {
  const { rows } = await sql`select 1 from maintenance_log_entries where id = ${id}::uuid for update`.execute(tx)
  if (rows.length === 0) return
  const before = await lockEntry(tx, id, null)
  if (!isOpenStatus(before.status)) return
  const at = journal.at.toISOString()
  const resolver = status === 'resolved' ? { resolved_by: actor.id, resolved_at: at } : {}
  await tx
    .updateTable('maintenance_log_entries')
    .set((row) => ({
      status,
      status_at: at,
      reason: '',
      resolution,
      ...resolver,
      updated_at: at,
      version: row('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute()
  const after = await lockEntry(tx, id, null)
  recordEntry(journal, actor, after, { verb: status, ...entryChanges(before, after), reason: resolution })
}

export interface OrderState {
  status: string
  resolution: string
  photos: number
  resolved_by: string | null
  resolved_by_name: string | null
}

/** What became of an order; undefined where its entry was deleted. */
export async function orderState(tx: Tx, id: string | null): Promise<OrderState | undefined> {
  if (id === null) return undefined
  const { rows } = await sql<OrderState>`select e.status, e.resolution, e.resolved_by, u.name as resolved_by_name,
      (select count(*)::int from maintenance_log_photos p where p.entry_id = e.id) as photos
    from maintenance_log_entries e left join console_users u on u.id = e.resolved_by where e.id = ${id}::uuid`.execute(
    tx,
  )
  return rows[0]
}
