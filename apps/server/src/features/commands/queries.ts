import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { deviceCommands, locationCommands } from '@wheelhouse/contract/commands/commands.ts'
import type { Command } from '@wheelhouse/contract/commands/commands.ts'
import type { QueryOfList } from '@wheelhouse/contract/list.ts'
import { pageSource } from '../../lists/list-source.ts'
import type { Ctx, Db } from '../../platform/context.ts'
import { decodeCursor, encodeCursor, isUuid } from '../../lists/cursor.ts'

const columns = sql`c.id, c.device_id, d.number as device_number, d.type as device_type, c.location_id, c.hardware_id, c.name, c.args, c.reason, c.comment,
  c.requested_by, p.name as requested_by_name, c.status, c.step, c.failure, c.health_at_request, c.created_at, c.sent_at, c.received_at, c.deadline_at, c.ended_at`
const joins = sql`left join devices d on d.id = c.device_id left join console_users p on p.id = c.requested_by`

export async function commandById(db: Db, id: string): Promise<Command | undefined> {
  const { rows } = await sql<Command>`select ${columns} from commands c ${joins} where c.id = ${id}::uuid`.execute(db)
  return rows[0]
}

/** A command of another device is unknown here. */
export async function commandOfDevice(db: Db, deviceId: string, id: string): Promise<Command | undefined> {
  const command = await commandById(db, id)
  return command?.device_id === deviceId ? command : undefined
}

const countedAtMost = 10_000

interface PageQuery {
  cursor?: string | undefined
  limit: number
}

/** Newest first: the id carries the time. */
async function commandPage(db: Db, whose: RawBuilder<boolean>, { cursor, limit }: PageQuery) {
  const before = cursor ? sql`c.id < ${String(decodeCursor(cursor, ([id]) => isUuid(id))[0])}::uuid` : sql`true`
  const { rows } = await sql<Command>`
    select ${columns} from (select * from commands c where ${whose} and ${before} order by c.id desc limit ${limit + 1}) c ${joins} order by c.id desc`.execute(
    db,
  )
  const count = await sql<{
    total: number
  }>`select count(*) as total from (select 1 from commands c where ${whose} limit ${countedAtMost + 1}) n`.execute(db)
  const items = rows.slice(0, limit)
  const total = count.rows[0]?.total ?? 0
  const next = rows.length > limit ? encodeCursor([items.at(-1)?.id ?? null]) : null
  return { items, next, total: Math.min(total, countedAtMost), total_is_exact: total <= countedAtMost }
}

export const commandsOfDevice = pageSource(deviceCommands, (ctx, { params, query }) => {
  const { device_id } = deviceCommands.params.parse(params)
  return commandPage(ctx.db, sql<boolean>`c.device_id = ${device_id}::uuid`, query as PageQuery)
})

/** Of one device there, or of one name. */
export const commandsOfLocation = pageSource(locationCommands, (ctx, input) => {
  const { location_id } = locationCommands.params.parse(input.params)
  const query = input.query as QueryOfList<typeof locationCommands>
  const device = query.device_id ? sql`c.device_id = ${query.device_id}::uuid` : sql`true`
  const name = query.name ? sql`c.name = ${query.name}` : sql`true`
  return commandPage(ctx.db, sql<boolean>`c.location_id = ${location_id}::uuid and ${device} and ${name}`, query)
})

const commentsOffered = 5
const commentsLookedAt = 200

/** The caller's last five different comments, newest first. */
export async function lastCommentsOf({ db, person }: Ctx): Promise<string[]> {
  const { rows } = await sql<{ comment: string }>`
    select comment from (
      select distinct on (comment) comment, id from (
        select comment, id from commands where requested_by = ${person.id}::uuid order by id desc limit ${commentsLookedAt}
      ) lately where comment is not null order by comment, id desc
    ) each_once order by id desc limit ${commentsOffered}`.execute(db)
  return rows.map((row) => row.comment)
}
