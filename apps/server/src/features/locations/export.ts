import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { locationDetails, locationFieldLevels } from '@wheelhouse/contract/locations/locations.ts'
import type { exportLocations, Location, LocationQuery, LocationRow } from '@wheelhouse/contract/locations/locations.ts'
import type { Ctx } from '../../platform/context.ts'
import type { CsvColumns } from '../../lists/export.ts'
import type { Cell } from '../../lists/export-formats.ts'
import type { ListInput, Page } from '../../lists/list-pages.ts'
import { rowIsVisible } from '../../authz/visible.ts'
import { locationPage } from './queries.ts'

type Detail = (typeof locationDetails)[number]
type Exported = LocationRow & Partial<Pick<Location, Detail>>

/** For a selection: ids alone, without the fields of an export. */
export const locationIdsOf = (ctx: Ctx, { query }: ListInput<unknown, LocationQuery>): Promise<Page<LocationRow>> =>
  locationPage(ctx, query)

/** The list's page, and one more statement for what the list does not show. */
export async function locationRowsOf(ctx: Ctx, { query }: ListInput<unknown, LocationQuery>): Promise<Page<Exported>> {
  const page = await locationPage(ctx, query)
  const ids = page.items.map(({ id }) => id)
  const { rows } = await sql<{ id: string } & Pick<Location, Detail>>`
    select l.id, ${sql.join(locationDetails.map((field) => detail(ctx, field)))} from locations l where l.id = any(${ids}::uuid[])`.execute(
    ctx.db,
  )
  const details = new Map(rows.map((row) => [row.id, row]))
  return { ...page, items: page.items.map((item) => ({ ...item, ...details.get(item.id) })) }
}

/** Null where the reader does not hold its level at that location. */
function detail(ctx: Ctx, field: Detail): RawBuilder<unknown> {
  const level = locationFieldLevels[field]
  const column = sql.ref(`l.${field}`)
  return level
    ? sql`case when ${rowIsVisible(ctx, ...level, 'location', sql`l.id`)} then ${column} end as ${sql.ref(field)}`
    : sql`${column}`
}

const cellOf =
  (field: Detail) =>
  (row: Exported): Cell =>
    row[field] ?? null

export const locationCells: CsvColumns<typeof exportLocations, Exported> = {
  id: (row) => row.id,
  code: (row) => row.code,
  label: (row) => row.label,
  address: (row) => row.address,
  status: (row) => row.status,
  type: (row) => row.type,
  health: (row) => row.health,
  issues: (row) => row.issues,
  total_docks: (row) => row.total_docks,
  available_docks: (row) => row.available_docks,
  available_rentals: (row) => row.available_rentals,
  tags: (row) => row.tags,
  owner_name: (row) => row.owner_name,
  operator_name: (row) => row.operator_name,
  distributor_name: (row) => row.distributor_name,
  reseller_name: (row) => row.reseller_name,
  created_at: (row) => row.created_at,
  launched_at: (row) => row.launched_at,
  ...(Object.fromEntries(locationDetails.map((field) => [field, cellOf(field)])) as Record<
    Detail,
    (row: Exported) => Cell
  >),
}
