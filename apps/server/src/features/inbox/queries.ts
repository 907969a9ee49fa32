import { sql } from 'kysely'
import { logEntryName } from '@wheelhouse/contract/maintenance-log/entry-rules.ts'
import { noticesAtMost } from '@wheelhouse/contract/inbox/inbox.ts'
import type { Notice } from '@wheelhouse/contract/inbox/inbox.ts'
import { rowIsVisible } from '../../authz/visible.ts'
import type { Ctx } from '../../platform/context.ts'

interface Row extends Notice {
  number: number | null
}

/**
 * The words come from what a notice is about, so a log entry of a location that the person may not see any more, or one
 * that was deleted, is left out.
 */
export async function noticesOf(ctx: Pick<Ctx, 'db' | 'person'>): Promise<Notice[]> {
  const place = sql`e.location_id`
  const seesEntry = sql`${rowIsVisible(ctx, 'location', 'GET', 'location', place)}
    and ${rowIsVisible(ctx, 'location', 'GET_MAINTENANCE_LOG_ENTRIES', 'location', place)}`
  const { rows } = await sql<Row>`
    select n.id, n.kind, n.resource_id, n.created_at, n.read_at, e.location_id, e.number,
      coalesce(e.description, r.description, j.title) as title,
      case when e.id is not null then l.code || ' ' || l.label
        when j.id is not null then j.done || ' done, ' || j.failed || ' failed' else '' end as detail
    from notices n
      left join maintenance_log_entries e on n.kind in ('entry_assigned', 'entry_overdue') and e.id = n.resource_id and ${seesEntry}
      left join locations l on l.id = e.location_id
      left join reports r on n.kind in ('report_ready', 'report_failed') and r.id = n.resource_id
      left join background_jobs j on n.kind = 'job_ended' and j.id = n.resource_id
    where n.person_id = ${ctx.person.id}::uuid and coalesce(e.id, r.id, j.id) is not null
    order by n.id desc limit ${noticesAtMost}`.execute(ctx.db)
  return rows.map(({ number, title, ...row }) => ({
    ...row,
    title: number === null ? title : `${logEntryName(number)} ${title}`,
  }))
}
