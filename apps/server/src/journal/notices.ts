import { sql } from 'kysely'
import { noticesAtMost, subscribedNoticesAtMost } from '@wheelhouse/contract/inbox/inbox.ts'
import type { NoticeKind } from '@wheelhouse/contract/inbox/inbox.ts'
import { idsInOrder } from '@wheelhouse/db/ids.ts'
import type { Db, Tx } from '../platform/context.ts'
import type { ChangeMessage } from '../platform/bus.ts'

/** Something for the inbox of one person. */
export interface NewNotice {
  person_id: string
  kind: NoticeKind
  /** What it is about. */
  resource_id: string
}

const idOf = idsInOrder()

/** The only writer of notices, in the transaction of what they are about. Returns whom to notify at once. */
export async function insertNotices(tx: Tx, notices: readonly NewNotice[], at: Date): Promise<ChangeMessage[]> {
  if (notices.length === 0) return []
  const rows = notices.map((notice) => ({ ...notice, id: idOf(at.getTime()), created_at: at.toISOString() }))
  await tx.insertInto('notices').values(rows).execute()
  const people = [...new Set(notices.map(({ person_id }) => person_id))]
  // What subscriptions wrote beyond their own bound goes before anything else is counted out.
  await sql`delete from notices n using (select x.id from unnest(${people}::uuid[]) p(person_id) cross join lateral (
      select id, is_surplus, row_number() over (order by is_surplus, id desc) as nth from (
        select id, kind = 'subscribed' and row_number() over (partition by kind = 'subscribed' order by id desc) > ${subscribedNoticesAtMost} as is_surplus
        from notices where person_id = p.person_id) ranked) x
    where x.is_surplus or x.nth > ${noticesAtMost}) old where n.id = old.id`.execute(tx)
  return people.map((person_id) => ({ type: 'notice', id: person_id, location_id: null, person_id }))
}

/**
 * Before a subscription is deleted with its messages: what was delivered stays in the inboxes, where others may not have
 * read it yet.
 */
export const keepDelivered = (tx: Tx, subscriptionId: string) =>
  sql`update notices n set payload = m.payload from notifier_messages m
    where m.subscription_id = ${subscriptionId}::uuid and n.kind = 'subscribed' and n.resource_id = m.id`.execute(tx)

/** Kept as long as the messages of subscriptions are, also those of a deleted one. */
export const forgetDelivered = (db: Db, before: string) =>
  sql`delete from notices where kind = 'subscribed' and created_at < ${before}::timestamptz`.execute(db)

/** Of this person alone. Returns how many were unread. */
export async function markRead(tx: Tx, personId: string, ids: readonly string[], at: Date): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('notices')
    .set({ read_at: at.toISOString() })
    .where('person_id', '=', personId)
    .where('id', 'in', [...ids])
    .where('read_at', 'is', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
