import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { AppError } from '@wheelhouse/contract/errors.ts'
import type {
  countMaintenanceMessages,
  MaintenanceMessage,
} from '@wheelhouse/contract/maintenance-messages/maintenance-messages.ts'
import type { QueryOf, ReplyOf } from '@wheelhouse/contract/route.ts'
import type { Ctx } from '../../platform/context.ts'
import { rowIsVisible } from '../../authz/visible.ts'
import { selectedIds } from '../../lists/selections.ts'

const listedAtMost = 100

/** The one that is shown first, then those that wait, then what was. Who set it is named to those who see staff or set it themselves. */
async function messages(ctx: Ctx, where: RawBuilder<boolean>): Promise<MaintenanceMessage[]> {
  const now = sql`${ctx.clock.now().toISOString()}::timestamptz`
  const { rows } = await sql<MaintenanceMessage>`
    select m.id, m.text, m.starts_at, m.ends_at, s.state, u.id as created_by, u.name as created_by_name, m.created_at
    from maintenance_messages m
    cross join lateral (select case when m.starts_at > ${now} then 'scheduled' when m.ends_at <= ${now} then 'ended' else 'current' end as state) s
    left join console_users u on u.id = m.created_by
      and (u.id = ${ctx.person.id}::uuid or ${rowIsVisible(ctx, 'console_user', 'GET', 'console_user', sql`u.id`)})
    where ${where}
    order by array_position(array['current', 'scheduled', 'ended'], s.state),
      case when s.state = 'scheduled' then m.starts_at end, m.starts_at desc, m.id desc limit ${listedAtMost}`.execute(
    ctx.db,
  )
  return rows
}

export const messagesOf = (ctx: Ctx, locationId: string): Promise<MaintenanceMessage[]> =>
  messages(ctx, sql<boolean>`m.location_id = ${locationId}::uuid`)

export async function messageById(ctx: Ctx, locationId: string, id: string): Promise<MaintenanceMessage> {
  const [message] = await messages(ctx, sql<boolean>`m.location_id = ${locationId}::uuid and m.id = ${id}::uuid`)
  if (!message) throw new AppError('not_found')
  return message
}

/** Of the locations that the caller sees. */
export async function countMessages(
  ctx: Ctx,
  { location_id, selection_id }: QueryOf<typeof countMaintenanceMessages>,
): Promise<ReplyOf<typeof countMaintenanceMessages>> {
  const now = ctx.clock.now()
  const at = sql`${now.toISOString()}::timestamptz`
  const ids = selection_id ? await selectedIds(ctx.db, ctx.person.id, 'location', selection_id, now) : location_id
  const isAsked = ids === undefined ? sql`true` : sql`n.location_id = any(${ids}::uuid[])`
  const { rows } = await sql<ReplyOf<typeof countMaintenanceMessages>>`
    select count(distinct n.location_id) filter (where n.starts_at <= ${at})::int as current,
      count(distinct n.location_id) filter (where n.starts_at > ${at})::int as scheduled
    from maintenance_messages n where (n.ends_at is null or n.ends_at > ${at}) and ${isAsked}
      and ${rowIsVisible(ctx, 'location', 'GET', 'location', sql`n.location_id`)}`.execute(ctx.db)
  return rows[0] ?? { current: 0, scheduled: 0 }
}
