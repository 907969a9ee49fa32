import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { levelOf, locationDetails } from '@wheelhouse/contract/locations/location-fields.ts'
import type { LocationDetail } from '@wheelhouse/contract/locations/location-fields.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Cell } from '../../lists/export-formats.ts'
import { rowIsVisible } from '../../authz/visible.ts'

/** The columns of the file that the list does not show, by location: one more statement a page. */
export async function locationDetailCells(
  ctx: Ctx,
  ids: readonly string[],
): Promise<Map<string, Readonly<Record<string, Cell>>>> {
  const columns = sql.join(locationDetails.map((field) => detail(ctx, field)))
  const { rows } = await sql<{ id: string } & Record<LocationDetail, Cell>>`
    select l.id, ${columns} from locations l where l.id = any(${[...ids]}::uuid[])`.execute(ctx.db)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Null where the reader does not hold its level at that location. */
function detail(ctx: Ctx, field: LocationDetail): RawBuilder<unknown> {
  const level = levelOf(field)
  const column = sql.ref(`l.${field}`)
  return level
    ? sql`case when ${rowIsVisible(ctx, ...level, 'location', sql`l.id`)} then ${column} end as ${sql.ref(field)}`
    : sql`${column}`
}
