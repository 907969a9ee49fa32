import { sql } from 'kysely'
import * as z from 'zod'
import { jobKind } from '../../platform/jobs.ts'
import type { JobCtx } from '../../platform/jobs.ts'
import { forgetDelivered } from '../../journal/notices.ts'

export const forgetDeliveries = jobKind({ name: 'notifier.forget', payload: z.strictObject({}), cron: '50 2 * * *' })

const dayMs = 86_400_000
const messagesAtOnce = 1_000

/**
 * Deletes what ended before the kept days, with its attempts and what inboxes show of it. Its notices go in the same statement: one that lost its message
 * would wait to be sent again.
 */
export async function runForgetDeliveries({ db, clock, config, signal }: JobCtx): Promise<void> {
  const before = new Date(clock.now().getTime() - config.notifier.keep_days * dayMs).toISOString()
  await forgetDelivered(db, before)
  for (let deleted = messagesAtOnce; deleted === messagesAtOnce && !signal.aborted;) {
    const { rows } = await sql`
      with old as materialized (select id from notifier_messages where ended_at < ${before}::timestamptz order by ended_at limit ${messagesAtOnce}),
        notices as (delete from notifier_notices where message_id in (select id from old))
      delete from notifier_messages where id in (select id from old) returning 1`.execute(db)
    deleted = rows.length
  }
}
