import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { parsed } from '../../platform/json-text.ts'
import type { JsonText } from '../../platform/json-text.ts'
import { outages } from '@wheelhouse/contract/outages/outages.ts'
import type { Outage, OutageHandling } from '@wheelhouse/contract/outages/outages.ts'
import type { QueryOfList } from '@wheelhouse/contract/list.ts'
import { AppError } from '@wheelhouse/contract/errors.ts'
import type { Ctx, Db } from '../../platform/context.ts'
import { instant, int, jsonOf, orNull, text, uuid, word } from '../../lists/columns.ts'
import type { Columns } from '../../lists/columns.ts'
import { askedLocations, isDuringDays, notOfOrganizations, zoneOfLocation } from '../../lists/asked-places.ts'
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

/** Of several that apply, the last one. A mute that has passed is none. */
const handlingAt = (now: string) => sql`case when muted_until > ${now}::timestamptz then 'muted'
  when assignee_id is not null then 'assigned' when acknowledged_at is not null then 'acknowledged' else 'new' end`

const columnsAt = (now: string): Columns<Outage> => ({
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
  handling: word(sql`(${handlingAt(now)})`),
  acknowledged_at: orNull(instant(sql`o.acknowledged_at`)),
  acknowledged_by_name: orNull(text(sql`(select u.name from console_users u where u.id = o.acknowledged_by)`)),
  assignee_id: orNull(uuid(sql`o.assignee_id`)),
  assignee_name: orNull(text(sql`(select u.name from console_users u where u.id = o.assignee_id)`)),
  muted_until: orNull(instant(sql`case when o.muted_until > ${now}::timestamptz then o.muted_until end`)),
  note: text(sql`o.note`),
  version: int(sql`o.version`),
})
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

type Own = 'location_id' | 'organization_id' | 'dashboard_id' | 'handling' | 'from' | 'to' | 'days'
const filters: FilterSql<Omit<typeof outages.filters, Own>> = {
  status: anyOfBy((values) => either(values.map((one) => statusWhere[one]))),
  scope: anyOfBy((values) => either(values.map((one) => scopeWhere[one]))),
  began_at: age(sql`began_at`),
}

/** Going on at any time of a period: begun before its end, which an index finds, and not over before its beginning. */
function periodOf({ from, to, days }: QueryOfList<typeof outages>): Record<'begun' | 'lasts', RawBuilder<boolean>[]> {
  const during = days
    ? [isDuringDays(days, { began: sql`began_at`, ended: sql`ended_at` }, zoneOfLocation(sql`location_id`))]
    : []
  return {
    begun: [...(to ? [sql<boolean>`began_at < ${to}::timestamptz`] : []), ...during.map(({ begun }) => begun)],
    lasts: [
      ...(from ? [sql<boolean>`coalesce(ended_at, 'infinity') >= ${from}::timestamptz`] : []),
      ...during.map(({ lasts }) => lasts),
    ],
  }
}

/** Newest first. Health is seen by all who see the location, and so are its outages. */
export const outageList = timeListQuery(outages, {
  visibleBy: { type: 'location', action: 'GET', scopeType: 'location' },
  plan: (ctx, query) => {
    const { clock } = ctx
    const isStanding = query.status !== undefined && !query.status.includes('cleared')
    const conditions = conditionsOf(filters, query, clock)
    const elsewhere = query.location_id_not
    if (elsewhere) conditions.push(sql<boolean>`location_id <> all(${elsewhere}::uuid[])`)
    conditions.push(
      ...notOfOrganizations(query, sql`location_id`, (organization_id) => askedLocations(ctx, { organization_id })),
    )
    conditions.push(...handlingConditions(query, clock.now()))
    const { begun, lasts } = periodOf(query)
    conditions.push(...lasts)
    return {
      table: 'outages',
      scopeColumn: 'location_id',
      time: 'began_at',
      anchor: null,
      rare: null,
      period: allOf(begun),
      base: isStanding ? sql<boolean>`cleared_at is null` : sql<boolean>`true`,
      filter: conditions.length > 0 ? allOf(conditions) : null,
      places: askedLocations(ctx, query),
      isShort: isStanding,
    }
  },
  from: () => outageJoins,
  id: sql`o.id`,
  columns: ({ clock }) => columnsAt(clock.now().toISOString()),
})

interface HandlingQuery {
  handling?: OutageHandling[] | undefined
  handling_not?: OutageHandling[] | undefined
}

function handlingConditions({ handling, handling_not }: HandlingQuery, now: Date): RawBuilder<boolean>[] {
  const state = handlingAt(now.toISOString())
  return [
    ...(handling ? [sql<boolean>`(${state}) = any(${handling}::text[])`] : []),
    ...(handling_not ? [sql<boolean>`(${state}) <> all(${handling_not}::text[])`] : []),
  ]
}

/** Those of a location that are not over; one that is part of a larger one is in that one. */
export async function currentOutagesOf({ db, clock }: Ctx, locationId: string): Promise<Outage[]> {
  const { rows } = await sql<{
    text: JsonText<Outage>
  }>`select ${jsonOf(columnsAt(clock.now().toISOString()))} as text from ${outageJoins}
    where o.location_id = ${locationId}::uuid and o.cleared_at is null and o.folded_into is null
    order by o.hardware_id is not null, (h.type = 'controller') is not true, o.began_at, o.id limit 200`.execute(db)
  return rows.map((row) => parsed(row.text))
}

export interface OutageRef {
  location_id: string
  outage_id: string
}

export async function outageById({ db, now }: { db: Db; now: Date }, ref: OutageRef): Promise<Outage> {
  const { rows } = await sql<{
    text: JsonText<Outage>
  }>`select ${jsonOf(columnsAt(now.toISOString()))} as text from ${outageJoins}
    where o.id = ${ref.outage_id}::uuid and o.location_id = ${ref.location_id}::uuid`.execute(db)
  const [row] = rows
  if (!row) throw new AppError('not_found')
  return parsed(row.text)
}
