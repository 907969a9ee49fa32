import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { configChanges } from '@wheelhouse/contract/hardware-config/hardware-config.ts'
import type { QueryOfList } from '@wheelhouse/contract/list.ts'
import { age, allOf, conditionsOf } from '../../lists/list-filters.ts'
import type { FilterSql } from '../../lists/list-filters.ts'
import { throughDevice } from '../../lists/list-visible.ts'
import { thesePlaces } from '../../lists/asked-places.ts'
import { timeListQuery } from '../../lists/time-list-query.ts'
import { changeColumns, changeFrom } from './change-rows.ts'

const filters: FilterSql<Pick<typeof configChanges.filters, 'created_at'>> = { created_at: age(sql`created_at`) }

/** One batch, piece of hardware or template: few rows, in an index of their own. */
function anchorOf({
  batch_id,
  hardware_id,
  template_id,
}: QueryOfList<typeof configChanges>): RawBuilder<boolean> | null {
  if (batch_id) return sql<boolean>`batch_id = ${batch_id}::uuid`
  if (hardware_id) return sql<boolean>`hardware_id = ${hardware_id}`
  return template_id ? sql<boolean>`template_id = ${template_id}::uuid` : null
}

export const configChangeList = timeListQuery(configChanges, {
  visibleBy: { type: 'hardware', action: 'GET_PARAMS', scopeType: 'location' },
  plan: (ctx, query) => {
    const conditions = conditionsOf(filters, query, ctx.clock)
    const { hardware_id, template_id, location_id_not: elsewhere } = query
    if (hardware_id) conditions.push(sql<boolean>`hardware_id = ${hardware_id}`)
    if (template_id) conditions.push(sql<boolean>`template_id = ${template_id}::uuid`)
    if (elsewhere) conditions.push(sql<boolean>`location_id <> all(${elsewhere}::uuid[])`)
    return {
      table: 'hardware_config_changes',
      scopeColumn: 'location_id',
      time: 'created_at',
      anchor: anchorOf(query),
      seenAnchored: throughDevice(ctx, 'hardware', 'GET_PARAMS'),
      rare: null,
      period: sql<boolean>`true`,
      base: sql<boolean>`true`,
      filter: conditions.length > 0 ? allOf(conditions) : null,
      places: thesePlaces(query.location_id),
      isShort: false,
    }
  },
  from: () => changeFrom,
  id: sql`x.id`,
  columns: () => changeColumns,
})
