import { sql } from 'kysely'
import { AppError } from '@wheelhouse/contract/errors.ts'
import { externalDevices } from '@wheelhouse/contract/external-devices/external-devices.ts'
import type { ExternalDevice } from '@wheelhouse/contract/external-devices/external-devices.ts'
import { simStatuses } from '@wheelhouse/contract/external-devices/sims.ts'
import type { SmsMessage, SmsMessageQuery } from '@wheelhouse/contract/external-devices/sims.ts'
import type { Ctx } from '../../platform/context.ts'
import { instant, int, json, orNull, text, uuid, word } from '../../lists/columns.ts'
import { decodeCursor, encodeCursor, isUuid } from '../../lists/cursor.ts'
import { age, anyOf, search } from '../../lists/list-filters.ts'
import { listQuery } from '../../lists/list-query.ts'
import type { RowContext } from '../../lists/list-query.ts'
import type { Page } from '../../lists/list-pages.ts'
import { rowIsVisible } from '../../authz/visible.ts'

/** An update whose job was given up answers nothing more. */
export const updateWaitsMs = 10 * 60_000

const isThere = sql<boolean>`d.deleted_at is null`
const found = sql`external_devices d join locations l on l.id = d.location_id`

/** As the calls of one: the location is seen, and GETEXTDEVICES is held on it. */
export const externalDeviceList = listQuery(externalDevices, {
  from: () => found,
  rowsFrom: () => sql`${found} left join sim_askings a on a.iccid = d.iccid`,
  id: sql`d.id`,
  visibleBy: [
    { type: 'location', column: sql`d.location_id` },
    { type: 'location', action: 'GETEXTDEVICES', column: sql`d.location_id` },
  ],
  where: () => isThere,
  columns: ({ ctx: { clock, config } }) => {
    const now = sql`${clock.now().toISOString()}::timestamptz`
    const givenUpAt = new Date(clock.now().getTime() - updateWaitsMs).toISOString()
    const isGivenUp = sql`d.sim_update = 'asking' and d.sim_update_at <= ${givenUpAt}::timestamptz`
    const askableAt = sql`a.asked_at + make_interval(secs => ${config.sim_refresh_s}::float8)`
    return {
      id: uuid(sql`d.id`),
      location_id: uuid(sql`d.location_id`),
      location_code: word(sql`l.code`),
      location_label: text(sql`l.label`),
      name: text(sql`d.name`),
      type: word(sql`d.type`),
      external_id: text(sql`d.external_id`),
      iccid: orNull(word(sql`d.iccid`)),
      msisdn: orNull(word(sql`d.msisdn`)),
      sim_provider: word(sql`d.sim_provider`),
      sim_status: word(sql`d.sim_status`),
      sim_status_at: orNull(instant(sql`d.sim_status_at`)),
      sim_status_word: orNull(text(sql`d.sim_status_word`)),
      sim_status_source: orNull(word(sql`d.sim_status_source`)),
      sim_update: word(sql`case when ${isGivenUp} then 'failed' else d.sim_update end`),
      sim_update_at: orNull(instant(sql`d.sim_update_at`)),
      sim_update_failure: orNull(word(sql`case when ${isGivenUp} then 'no_answer' else d.sim_update_failure end`)),
      sim_askable_at: orNull(instant(sql`case when ${askableAt} > ${now} then ${askableAt} end`)),
      sms_commands: json<ExternalDevice['sms_commands']>(sql`d.sms_commands`),
      links: json<ExternalDevice['links']>(sql`d.links`),
      comment: text(sql`d.comment`),
      instructions: text(sql`d.instructions`),
      created_at: instant(sql`d.created_at`),
      updated_at: instant(sql`d.updated_at`),
      version: int(sql`d.version`),
    }
  },
  filters: () => ({
    q: search(sql`d.name`, sql`d.external_id`, sql`d.iccid`, sql`d.msisdn`),
    type: anyOf(sql`d.type`),
    sim_status: anyOf(sql`d.sim_status`),
    sim_provider: anyOf(sql`d.sim_provider`),
    location_id: anyOf(sql`d.location_id`, 'uuid'),
    sim_status_at: age(sql`d.sim_status_at`),
  }),
  sorts: () => ({ sim_status: { by: sql`array_position(${[...simStatuses]}::text[], d.sim_status)`, cast: 'int' } }),
})

export interface DeviceRef {
  location_id: string
  external_device_id: string
}

/** Reads a device of exactly this location, because the right was checked on the location in the address. */
export const externalDeviceById = (ctx: RowContext, ref: DeviceRef): Promise<ExternalDevice> =>
  externalDeviceList.get(
    ctx,
    ref.external_device_id,
    sql<boolean>`d.location_id = ${ref.location_id}::uuid and ${isThere}`,
  )

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

/** The messages that were sent to a device stay readable after the device is deleted. */
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
