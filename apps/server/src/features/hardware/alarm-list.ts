import { sql } from 'kysely'
import { parsed } from '../../platform/json-text.ts'
import type { JsonText } from '../../platform/json-text.ts'
import { alarms } from '@wheelhouse/contract/hardware/hardware-details.ts'
import type { Alarm } from '@wheelhouse/contract/hardware/hardware-details.ts'
import { AppError } from '@wheelhouse/contract/errors.ts'
import type { Ctx } from '../../platform/context.ts'
import { instant, jsonOf, orNull, text, uuid, word } from '../../lists/columns.ts'
import type { Columns } from '../../lists/columns.ts'
import { age, allOf, anyOf, conditionsOf } from '../../lists/list-filters.ts'
import type { FilterSql } from '../../lists/list-filters.ts'
import { throughDevice } from '../../lists/list-visible.ts'
import { thesePlaces } from '../../lists/asked-places.ts'
import { timeListQuery } from '../../lists/time-list-query.ts'

const state = sql`case when cleared_at is not null then 'cleared' when acknowledged_at is not null then 'acknowledged' else 'open' end`

const columns: Columns<Alarm> = {
  id: uuid(sql`a.id`),
  hardware_id: word(sql`a.hardware_id`),
  reason: word(sql`a.reason`),
  state: word(state),
  raised_at: instant(sql`a.raised_at`),
  cleared_at: orNull(instant(sql`a.cleared_at`)),
  acknowledged_at: orNull(instant(sql`a.acknowledged_at`)),
  acknowledged_by_name: orNull(text(sql`u.name`)),
  acknowledgement: orNull(text(sql`a.acknowledgement`)),
}
const from = sql`alarms a left join console_users u on u.id = a.acknowledged_by`

const filters: FilterSql<Pick<typeof alarms.filters, 'reason' | 'state' | 'raised_at'>> = {
  reason: anyOf(sql`reason`),
  state: anyOf(state),
  raised_at: age(sql`raised_at`),
}

export const alarmList = timeListQuery(alarms, {
  visibleBy: { type: 'hardware', action: 'GET', scopeType: 'location' },
  plan: (ctx, query) => {
    const conditions = conditionsOf(filters, query, ctx.clock)
    const { hardware_id, location_id_not: elsewhere } = query
    if (elsewhere) conditions.push(sql<boolean>`location_id <> all(${elsewhere}::uuid[])`)
    return {
      table: 'alarms',
      scopeColumn: 'location_id',
      time: 'raised_at',
      anchor: hardware_id ? sql<boolean>`hardware_id = ${hardware_id}` : null,
      seenAnchored: throughDevice(ctx, 'hardware', 'GET'),
      rare: null,
      period: sql<boolean>`true`,
      base: sql<boolean>`true`,
      filter: conditions.length > 0 ? allOf(conditions) : null,
      places: thesePlaces(query.location_id),
      isShort: false,
    }
  },
  from: () => from,
  id: sql`a.id`,
  columns: () => columns,
})

export async function alarmById({ db }: Pick<Ctx, 'db'>, id: string): Promise<Alarm> {
  const { rows } = await sql<{ text: JsonText<Alarm> }>`
    select ${jsonOf(columns)} as text from ${from} where a.id = ${id}::uuid`.execute(db)
  if (!rows[0]) throw new AppError('not_found')
  return parsed(rows[0].text)
}
