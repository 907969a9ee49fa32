import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { QueryOfList } from '@wheelhouse/contract/list.ts'
import { parsed } from '../../platform/json-text.ts'
import type { JsonText } from '../../platform/json-text.ts'
import { commands, deviceCommands, hardwareCommands, locationCommands } from '@wheelhouse/contract/commands/commands.ts'
import { rentalDeviceCommands } from '@wheelhouse/contract/commands/rental-commands.ts'
import type { Command } from '@wheelhouse/contract/commands/commands.ts'
import { jsonOf, text, word } from '../../lists/columns.ts'
import type { Columns } from '../../lists/columns.ts'
import { askedLocations, notOfOrganizations, within, zoneOfLocation } from '../../lists/asked-places.ts'
import { age, allOf, anyOf, conditionsOf } from '../../lists/list-filters.ts'
import type { FilterSql } from '../../lists/list-filters.ts'
import { pageSource } from '../../lists/list-source.ts'
import { throughDevice } from '../../lists/list-visible.ts'
import { timeListQuery } from '../../lists/time-list-query.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Ctx, Db } from '../../platform/context.ts'
import { decodeCursor, encodeCursor, isUuid } from '../../lists/cursor.ts'
import { commandColumns, commandJoins, commandWhere } from './command-rows.ts'
import { placedColumns, seenAtItsPlace } from './placed-commands.ts'

/** A command of another device is unknown here. */
export const commandOfDevice = ({ db }: Ctx, deviceId: string, id: string): Promise<Command | undefined> =>
  commandWhere(db, sql<boolean>`c.id = ${id}::uuid and c.device_id = ${deviceId}::uuid`)

/** The same of a vehicle. */
export const commandOfVehicle = (
  { db }: Pick<Ctx, 'db'>,
  rentalDeviceId: string,
  id: string,
): Promise<Command | undefined> =>
  commandWhere(db, sql<boolean>`c.id = ${id}::uuid and c.rental_device_id = ${rentalDeviceId}::uuid`)

const countedAtMost = 10_000

interface PageQuery {
  cursor?: string | undefined
  limit: number
}

/** Newest first: the id carries the time. */
async function pageOf<Row extends Command>(
  db: Db,
  whose: RawBuilder<boolean>,
  { cursor, limit }: PageQuery,
  columns: Columns<Row>,
  more: RawBuilder<unknown> = sql``,
) {
  const before = cursor ? sql`c.id < ${String(decodeCursor(cursor, ([id]) => isUuid(id))[0])}::uuid` : sql`true`
  const { rows } = await sql<{ text: JsonText<Row> }>`
    select ${jsonOf(columns)} as text from (select * from commands c where ${whose} and ${before} order by c.id desc limit ${limit + 1}) c
    ${commandJoins} ${more} order by c.id desc`.execute(db)
  const count = await sql<{
    total: number
  }>`select count(*) as total from (select 1 from commands c where ${whose} limit ${countedAtMost + 1}) n`.execute(db)
  const items = rows.slice(0, limit).map((row) => parsed(row.text))
  const total = count.rows[0]?.total ?? 0
  const next = rows.length > limit ? encodeCursor([items.at(-1)?.id ?? null]) : null
  return { items, next, total: Math.min(total, countedAtMost), total_is_exact: total <= countedAtMost }
}

const commandPage = (db: Db, whose: RawBuilder<boolean>, query: PageQuery) => pageOf(db, whose, query, commandColumns)

export const commandsOfDevice = pageSource(deviceCommands, (ctx, { params: { device_id }, query }) =>
  commandPage(ctx.db, sql<boolean>`c.device_id = ${device_id}::uuid`, query),
)

export const commandsOfHardware = pageSource(hardwareCommands, (ctx, { params: { hardware_id }, query }) =>
  pageOf(ctx.db, sql<boolean>`c.hardware_id = ${hardware_id}`, query, placedColumns, seenAtItsPlace(ctx)),
)

export const commandsOfVehicle = pageSource(rentalDeviceCommands, (ctx, { params: { rental_device_id }, query }) =>
  commandPage(ctx.db, sql<boolean>`c.rental_device_id = ${rental_device_id}::uuid`, query),
)

/** Of one device there, or of one name. */
export const commandsOfLocation = pageSource(locationCommands, (ctx, input) => {
  const {
    params: { location_id },
    query,
  } = input
  const device = query.device_id ? sql`c.device_id = ${query.device_id}::uuid` : sql`true`
  const name = query.name ? sql`c.name = ${query.name}` : sql`true`
  return commandPage(ctx.db, sql<boolean>`c.location_id = ${location_id}::uuid and ${device} and ${name}`, query)
})

type Own = 'location_id' | 'organization_id' | 'dashboard_id' | 'requested_by' | 'device_id' | 'hardware_id' | When
type When = 'minutes' | 'from' | 'to' | 'days'
const filters: FilterSql<Omit<typeof commands.filters, Own>> = {
  name: anyOf(sql`name`),
  status: anyOf(sql`status`),
  reason: anyOf(sql`reason`),
  created_at: age(sql`created_at`),
}

/** When it was sent; of several bounds each holds. */
function periodOf(query: QueryOfList<typeof commands>, clock: Clock): RawBuilder<boolean> {
  const asked = within(query, sql`created_at`, zoneOfLocation(sql`location_id`))
  if (!query.minutes) return asked
  const since = new Date(clock.now().getTime() - query.minutes * 60_000).toISOString()
  return sql<boolean>`(created_at > ${since}::timestamptz and ${asked})`
}

/** One person, device or piece of hardware: few rows, in an index of their own. */
function anchorOf(query: QueryOfList<typeof commands>): RawBuilder<boolean> | null {
  if (query.hardware_id) return sql<boolean>`hardware_id = ${query.hardware_id}`
  if (query.device_id) return sql<boolean>`device_id = ${query.device_id}::uuid`
  return query.requested_by ? sql<boolean>`requested_by = ${query.requested_by}::uuid` : null
}

const listColumns: Columns<Command & { location_code: string; location_label: string }> = {
  ...commandColumns,
  location_code: word(sql`l.code`),
  location_label: text(sql`l.label`),
}

/** Newest first, of the places where the reader may see commands; where it is anchored, also of devices in groups of their own. */
export const commandList = timeListQuery(commands, {
  visibleBy: { type: 'device', action: 'GETCMDSHISTORY', scopeType: 'location' },
  plan: (ctx, query) => {
    const { clock } = ctx
    const conditions = conditionsOf(filters, query, clock)
    const { requested_by: person, device_id: device, location_id_not: elsewhere } = query
    if (person) conditions.push(sql<boolean>`requested_by = ${person}::uuid`)
    if (device) conditions.push(sql<boolean>`device_id = ${device}::uuid`)
    if (elsewhere) conditions.push(sql<boolean>`location_id <> all(${elsewhere}::uuid[])`)
    conditions.push(
      ...notOfOrganizations(query, sql`location_id`, (organization_id) => askedLocations(ctx, { organization_id })),
    )
    return {
      table: 'commands',
      scopeColumn: 'location_id',
      time: 'created_at',
      anchor: anchorOf(query),
      seenAnchored: throughDevice(ctx, 'device', 'GETCMDSHISTORY'),
      rare: null,
      period: periodOf(query, clock),
      // What was sent to hardware in stock is in the history of that hardware alone.
      base: sql<boolean>`location_id is not null`,
      filter: conditions.length > 0 ? allOf(conditions) : null,
      places: askedLocations(ctx, query),
      isShort: false,
    }
  },
  from: () => sql`commands c ${commandJoins}`,
  id: sql`c.id`,
  columns: () => listColumns,
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
