import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { outages } from '@wheelhouse/contract/outages/outages.ts'
import type { Outage } from '@wheelhouse/contract/outages/outages.ts'
import type { Ctx } from '../../platform/context.ts'
import { instant, int, jsonOf, orNull, text, uuid, word } from '../../lists/columns.ts'
import type { Columns } from '../../lists/columns.ts'
import { age, allOf, anyOfBy, conditionsOf } from '../../lists/list-filters.ts'
import type { FilterSql } from '../../lists/list-filters.ts'
import { timeListQuery } from '../../lists/time-list-query.ts'

export const outageScope = sql`case when o.hardware_id is null then 'location' when h.type = 'controller' then 'controller' else 'device' end`
const status = sql`case when o.cleared_at is not null then 'cleared' when o.confirmed_at is not null then 'confirmed' else 'open' end`

/** All that a controller speaks for, and what these speak for in their turn. */
const below = sql`with recursive below (hardware_id, depth) as (
    select b.hardware_id, 1 from hardware b where b.controller_id = o.hardware_id and b.hardware_id <> o.hardware_id
    union all select b.hardware_id, depth + 1 from below join hardware b on b.controller_id = below.hardware_id and b.hardware_id <> below.hardware_id
      where depth < 8)
  select count(*) from below join devices d on d.hardware_id = below.hardware_id`

/** What it takes along: all devices of a location, or those below a controller. */
export const foldedDevices = sql`case when o.cleared_at is not null then 0
  when o.hardware_id is null then (select count(*) from devices d where d.location_id = o.location_id and d.hardware_id is not null and d.deleted_at is null)
  else (${below}) end`

const columns: Columns<Outage> = {
  id: uuid(sql`o.id`),
  location_id: uuid(sql`o.location_id`),
  location_code: word(sql`l.code`),
  location_label: text(sql`l.label`),
  scope: word(outageScope),
  status: word(status),
  device_id: orNull(uuid(sql`o.device_id`)),
  device_number: orNull(int(sql`d.number`)),
  device_type: orNull(word(sql`d.type`)),
  hardware_id: orNull(word(sql`o.hardware_id`)),
  began_at: instant(sql`o.began_at`),
  raised_at: instant(sql`o.raised_at`),
  confirmed_at: orNull(instant(sql`o.confirmed_at`)),
  repeated_at: orNull(instant(sql`o.repeated_at`)),
  repeats: int(sql`o.repeats`),
  well_since: orNull(instant(sql`o.well_since`)),
  ended_at: orNull(instant(sql`o.ended_at`)),
  cleared_at: orNull(instant(sql`o.cleared_at`)),
  clearing: orNull(word(sql`o.clearing`)),
  folded_into: orNull(uuid(sql`o.folded_into`)),
  folded_devices: int(sql`(${foldedDevices})::int`),
}
export const outageJoins = sql`outages o join locations l on l.id = o.location_id left join devices d on d.id = o.device_id
  left join hardware h on h.hardware_id = o.hardware_id`

const statusWhere = {
  open: sql`(cleared_at is null and confirmed_at is null)`,
  confirmed: sql`(cleared_at is null and confirmed_at is not null)`,
  cleared: sql`cleared_at is not null`,
}
const scopeWhere = {
  location: sql`hardware_id is null`,
  controller: sql`hardware_id in (select hardware_id from controllers)`,
  device: sql`(hardware_id is not null and hardware_id not in (select hardware_id from controllers))`,
}

const either = (conditions: readonly RawBuilder<unknown>[]) => sql<boolean>`(${sql.join([...conditions], sql` or `)})`

const filters: FilterSql<Omit<typeof outages.filters, 'location_id'>> = {
  status: anyOfBy((values) => either(values.map((one) => statusWhere[one]))),
  scope: anyOfBy((values) => either(values.map((one) => scopeWhere[one]))),
  began_at: age(sql`began_at`),
}

/** Newest first. Health is seen by all who see the location, and so are its outages. */
export const outageList = timeListQuery(outages, {
  visibleBy: { type: 'location', action: 'GET', scopeType: 'location' },
  plan: ({ clock }, query) => {
    const isStanding = query.status !== undefined && !query.status.includes('cleared')
    const conditions = conditionsOf(filters, query, clock.now())
    const elsewhere = query.location_id_not
    if (elsewhere) conditions.push(sql<boolean>`location_id <> all(${elsewhere}::uuid[])`)
    return {
      table: 'outages',
      scopeColumn: 'location_id',
      time: 'began_at',
      anchor: null,
      rare: null,
      period: sql<boolean>`true`,
      base: isStanding ? sql<boolean>`cleared_at is null` : sql<boolean>`true`,
      filter: conditions.length > 0 ? allOf(conditions) : null,
      places: query.location_id ?? null,
      isShort: isStanding,
    }
  },
  from: () => outageJoins,
  id: sql`o.id`,
  columns: () => columns,
})

/** Those of a location that are not over; one that is part of a larger one is in that one. */
export async function currentOutagesOf({ db }: Ctx, locationId: string): Promise<Outage[]> {
  const { rows } = await sql<{ text: string }>`select ${jsonOf(columns)} as text from ${outageJoins}
    where o.location_id = ${locationId}::uuid and o.cleared_at is null and o.folded_into is null
    order by o.hardware_id is not null, (h.type = 'controller') is not true, o.began_at, o.id limit 200`.execute(db)
  return rows.map((row) => JSON.parse(row.text) as Outage)
}
