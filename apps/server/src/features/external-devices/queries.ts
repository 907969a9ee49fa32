import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { AppError } from '@wheelhouse/contract/errors.ts'
import type {
  ExternalDevice,
  ExternalDeviceFilter,
  ExternalDeviceQuery,
  externalDeviceSorts,
} from '@wheelhouse/contract/external-devices/external-devices.ts'
import { simStatuses } from '@wheelhouse/contract/external-devices/sims.ts'
import type { SmsMessage, SmsMessageQuery } from '@wheelhouse/contract/external-devices/sims.ts'
import type { Ctx } from '../../platform/context.ts'
import { decodeCursor, encodeCursor, isUuid } from '../../lists/cursor.ts'
import type { ListInput, Page } from '../../lists/list-pages.ts'
import { contains, collated, sortedPage } from '../../lists/keyset.ts'
import type { SortColumn } from '../../lists/keyset.ts'
import { visiblePredicate, rowIsVisible, visibleTo } from '../../authz/visible.ts'

type Sort = (typeof externalDeviceSorts)[number]

const sorts: Record<Sort, SortColumn> = {
  name: { by: collated(sql`d.name`), kind: 'text' },
  type: { by: sql`d.type`, kind: 'text' },
  external_id: { by: collated(sql`d.external_id`), kind: 'text' },
  location_code: { by: sql`l.code::text`, kind: 'text' },
  location_label: { by: collated(sql`l.label`), kind: 'text' },
  sim_status: { by: sql`array_position(${[...simStatuses]}::text[], d.sim_status)`, kind: 'int' },
  sim_status_at: { by: sql`d.sim_status_at`, kind: 'timestamptz' },
  created_at: { by: sql`d.created_at`, kind: 'timestamptz' },
  updated_at: { by: sql`d.updated_at`, kind: 'timestamptz' },
  id: { by: sql`d.id`, kind: 'uuid' },
}

type Moment = Pick<Ctx, 'clock' | 'config'>

/** An update whose job was given up answers nothing more. */
export const updateWaitsMs = 10 * 60_000

const columns = ({ clock, config }: Moment) => {
  const isGivenUp = sql`d.sim_update = 'asking' and d.sim_update_at <= ${new Date(clock.now().getTime() - updateWaitsMs).toISOString()}::timestamptz`
  const askable = sql`a.asked_at + make_interval(secs => ${config.sim_refresh_s}::float8)`
  return sql`d.id, d.location_id, l.code as location_code, l.label as location_label, d.name, d.type, d.external_id, d.iccid, d.msisdn,
    d.sim_provider, d.sim_status, d.sim_status_at, d.sim_status_word, d.sim_status_source,
    case when ${isGivenUp} then 'failed' else d.sim_update end as sim_update, d.sim_update_at,
    case when ${isGivenUp} then 'no_answer' else d.sim_update_failure end as sim_update_failure,
    case when ${askable} > ${clock.now().toISOString()}::timestamptz then ${askable} end as sim_askable_at,
    d.sms_commands, d.links, d.comment, d.instructions, d.created_at, d.updated_at, d.version`
}

const isThere = sql<boolean>`d.deleted_at is null`
const found = sql`external_devices d join locations l on l.id = d.location_id`
const joined = sql`${found} left join sim_askings a on a.iccid = d.iccid`

function filterOf({ q, type, sim_status, sim_provider, location_id }: ExternalDeviceFilter): RawBuilder<boolean> {
  const parts: RawBuilder<boolean>[] = [sql<boolean>`true`]
  if (q) {
    const asked = [sql`d.name`, sql`d.external_id`, sql`d.iccid`, sql`d.msisdn`].map((column) => contains(column, q))
    parts.push(sql<boolean>`(${sql.join(asked, sql` or `)})`)
  }
  if (type) parts.push(sql<boolean>`d.type = any(${type}::text[])`)
  if (sim_status) parts.push(sql<boolean>`d.sim_status = any(${sim_status}::text[])`)
  if (sim_provider) parts.push(sql<boolean>`d.sim_provider = any(${sim_provider}::text[])`)
  if (location_id) parts.push(sql<boolean>`d.location_id = any(${location_id}::uuid[])`)
  return sql<boolean>`(${sql.join(parts, sql` and `)})`
}

/** As the calls of one: the location is seen, and GETEXTDEVICES is held on it. */
export async function externalDevicePage(
  ctx: Ctx,
  { query }: ListInput<unknown, ExternalDeviceQuery>,
): Promise<Page<ExternalDevice>> {
  const seen = await visibleTo(ctx, 'location', 'GET', 'location')
  const allowed = await visibleTo(ctx, 'location', 'GETEXTDEVICES', 'location')
  const at = sql`d.location_id`
  const list = {
    sorts,
    columns: columns(ctx),
    id: sql`d.id`,
    from: found,
    where: sql<boolean>`${isThere} and ${visiblePredicate(seen, at)} and ${visiblePredicate(allowed, at)} and ${filterOf(query)}`,
    rows: sql`left join (${joined}) on d.id = page.id`,
  }
  return sortedPage<ExternalDevice, Sort>(ctx.db, list, query)
}

export interface DeviceRef {
  location_id: string
  external_device_id: string
}

/** One of that very location: the right was asked of the location in the address. */
export async function externalDeviceById(ctx: Moment & Pick<Ctx, 'db'>, ref: DeviceRef): Promise<ExternalDevice> {
  const { rows } = await sql<ExternalDevice>`
    select ${columns(ctx)} from ${joined}
    where d.id = ${ref.external_device_id}::uuid and d.location_id = ${ref.location_id}::uuid and ${isThere}`.execute(
    ctx.db,
  )
  if (!rows[0]) throw new AppError('not_found')
  return rows[0]
}

const messageColumns = sql`m.id, m.external_device_id, m.command_name, m.payload, m.status, m.failure, m.answer, m.source, u.id as requested_by,
  u.name as requested_by_name, m.created_at, m.sent_at, m.ended_at`

/** Who sent it is named to those who see staff, and to themselves. */
const messages = (ctx: Ctx) => sql`sim_messages m left join console_users u on u.id = m.requested_by
  and (u.id = ${ctx.person.id}::uuid or ${rowIsVisible(ctx, 'console_user', 'GET', 'console_user', sql`u.id`)})`

export async function smsMessageById(ctx: Ctx, id: string): Promise<SmsMessage> {
  const { rows } =
    await sql<SmsMessage>`select ${messageColumns} from ${messages(ctx)} where m.id = ${id}::uuid`.execute(ctx.db)
  if (!rows[0]) throw new AppError('not_found')
  return rows[0]
}

const countedAtMost = 10_000

/** What was sent to a device is told after the device is gone, too. */
async function assertHistory(ctx: Ctx, ref: DeviceRef): Promise<void> {
  const { rows } = await sql`select from external_devices
    where id = ${ref.external_device_id}::uuid and location_id = ${ref.location_id}::uuid`.execute(ctx.db)
  if (rows.length === 0) throw new AppError('not_found')
}

export async function smsMessagesOf(ctx: Ctx, ref: DeviceRef, query: SmsMessageQuery): Promise<Page<SmsMessage>> {
  await assertHistory(ctx, ref)
  const own = sql<boolean>`m.external_device_id = ${ref.external_device_id}::uuid`
  const before = query.cursor
    ? sql`m.id < ${String(decodeCursor(query.cursor, ([id]) => isUuid(id))[0])}::uuid`
    : sql`true`
  const { rows } = await sql<SmsMessage>`
    select ${messageColumns} from ${messages(ctx)} where ${own} and ${before} order by m.id desc limit ${query.limit + 1}`.execute(
    ctx.db,
  )
  const counted = await sql<{ total: number }>`
    select count(*) as total from (select 1 from sim_messages m where ${own} limit ${countedAtMost + 1}) c`.execute(
    ctx.db,
  )
  const total = counted.rows[0]?.total ?? 0
  const items = rows.slice(0, query.limit)
  const next = rows.length > query.limit ? encodeCursor([items.at(-1)?.id ?? null]) : null
  return { items, next, total: Math.min(total, countedAtMost), total_is_exact: total <= countedAtMost }
}
