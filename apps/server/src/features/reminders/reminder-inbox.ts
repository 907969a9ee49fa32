import { sql } from 'kysely'
import type { Tx } from '../../platform/context.ts'
import type { JobCtx } from '../../platform/jobs.ts'
import type { Journal } from '../../journal/journal.ts'
import { deliverMessages } from '../messages/messages.ts'

interface Notice {
  id: string
  user_id: string | null
}

/** Puts the reminder into the inbox of each person, in the transaction of the notices, and keeps what became of it. */
export async function putReminder(
  ctx: JobCtx,
  tx: Tx,
  journal: Journal,
  notices: readonly Notice[],
  { subject, message }: { subject: string; message: string },
): Promise<void> {
  const delivered = await deliverMessages(
    { tx, jobs: ctx.jobs, journal },
    notices.flatMap(({ user_id }) => (user_id === null ? [] : [{ user_id, subject, text: message }])),
  )
  const messageOf = new Map(delivered.map(({ user_id, message_id }) => [user_id, message_id]))
  const ids = notices.map(({ id }) => id)
  const messages = notices.map(({ user_id }) => (user_id === null ? null : (messageOf.get(user_id) ?? null)))
  // Without a message there is nothing to push; with one, its own row says later what became of the notification.
  await sql`update reminder_notices n set push_status = 'skipped', message_id = v.message_id
    from unnest(${ids}::uuid[], ${messages}::uuid[]) v(id, message_id) where n.id = v.id`.execute(tx)
}
