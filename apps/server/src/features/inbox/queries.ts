import { sql } from 'kysely'
import { logEntryName } from '@wheelhouse/contract/maintenance-log/entry-rules.ts'
import { noticesAtMost } from '@wheelhouse/contract/inbox/inbox.ts'
import type { Notice } from '@wheelhouse/contract/inbox/inbox.ts'
import { rowIsVisible } from '../../authz/visible.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Payload } from '../notifier/formats.ts'
import { eventsVisibleTo } from '../notifier/event-rights.ts'
import { subscribedWords } from './subscribed.ts'

interface Row extends Notice {
  number: number | null
  /** Of a message of a subscription; of a deleted one as the notice kept it. */
  payload: Payload | null
}

/**
 * The words come from what a notice is about, so a log entry of a location that the person may not see any more, or one
 * that was deleted, is left out. So is a message of a subscription none of whose events the person may see any more; of
 * several events it says those that the person sees.
 */
export async function noticesOf(ctx: Pick<Ctx, 'db' | 'person'>): Promise<Notice[]> {
  const place = sql`e.location_id`
  const seesEntry = sql`${rowIsVisible(ctx, 'location', 'GET', 'location', place)}
    and ${rowIsVisible(ctx, 'location', 'GET_MAINTENANCE_LOG_ENTRIES', 'location', place)}`
  const { rows } = await sql<Row>`
    select n.id, n.kind, n.resource_id, n.created_at, n.read_at, e.location_id, e.number, coalesce(n.payload, m.payload) as payload,
      null as topic, null as subject_id, coalesce(e.description, r.description, j.title) as title,
      case when e.id is not null then l.code || ' ' || l.label
        when j.id is not null then j.done || ' done, ' || j.failed || ' failed' else '' end as detail
    from notices n
      left join maintenance_log_entries e on n.kind in ('entry_assigned', 'entry_overdue') and e.id = n.resource_id and ${seesEntry}
      left join locations l on l.id = e.location_id
      left join reports r on n.kind in ('report_ready', 'report_failed') and r.id = n.resource_id
      left join background_jobs j on n.kind = 'job_ended' and j.id = n.resource_id
      left join notifier_messages m on n.kind = 'subscribed' and m.id = n.resource_id
    where n.person_id = ${ctx.person.id}::uuid and (coalesce(e.id, r.id, j.id, m.id) is not null or n.payload is not null)
    order by n.id desc limit ${noticesAtMost}`.execute(ctx.db)
  const payloads = rows.flatMap(({ payload }) => payload ?? [])
  const visible = payloads.length === 0 ? () => [] : await eventsVisibleTo(ctx.db, [ctx.person.id], payloads)
  return rows.flatMap(({ number, payload, ...row }) => {
    if (payload === null) return [number === null ? row : { ...row, title: `${logEntryName(number)} ${row.title}` }]
    const events = visible({ person_id: ctx.person.id, payload })
    return events.length === 0 ? [] : [{ ...row, ...subscribedWords(payload, events) }]
  })
}
