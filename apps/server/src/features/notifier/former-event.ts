import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { noticeSources } from '@wheelhouse/contract/notifier/notifier.ts'
import type { NotifierEvent } from '@wheelhouse/contract/notifier/notifier-events.ts'
import type { Journal } from '../../journal/journal.ts'
import type { Tx } from '../../platform/context.ts'

/**
 * The editor of a subscription was asked for the right over its present event alone. What waits about another one, collected
 * before or sent again by someone else, would reach an address or an inbox that was never meant for it.
 */
export async function endFormerEvent(
  tx: Tx,
  journal: Journal,
  subscriptionId: string,
  present: NotifierEvent,
): Promise<void> {
  await removeWaitingNotices(tx, subscriptionId, present)
  const at = journal.at.toISOString()
  const { rows } = await sql<{ id: string }>`
    update notifier_messages set state = 'failed', next_try_at = null, queued_at = null, ended_at = ${at}::timestamptz
    where subscription_id = ${subscriptionId}::uuid and state = 'pending' and payload ->> 'type' not in ('test', ${present})
    returning id`.execute(tx)
  if (rows.length === 0) return
  const why = { at, duration_ms: 0, status_code: null, failure: 'subscription_changed' }
  await tx
    .insertInto('notifier_attempts')
    .values(rows.map(({ id }) => ({ id: uuidv7(), message_id: id, ...why })))
    .execute()
}

async function removeWaitingNotices(tx: Tx, subscriptionId: string, present: NotifierEvent): Promise<void> {
  const kinds = noticeSources[present].map(({ kind }) => kind)
  await sql`delete from notifier_notices n using events e where n.subscription_id = ${subscriptionId}::uuid
    and n.message_id is null and e.id = n.event_id and e.feature || ' ' || e.verb <> all(${kinds}::text[])`.execute(tx)
}
