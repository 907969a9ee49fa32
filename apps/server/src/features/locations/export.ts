import type { exportLocations, LocationQuery, LocationRow } from '@wheelhouse/contract/locations.ts'
import type { Ctx } from '../../http/context.ts'
import type { CsvColumns } from '../../http/export.ts'
import type { ListInput, Page } from '../../http/list-walk.ts'
import { locationPage } from './queries.ts'

export const locationRowsOf = (ctx: Ctx, { query }: ListInput<unknown, LocationQuery>): Promise<Page<LocationRow>> =>
  locationPage(ctx, query)

export const locationCells: CsvColumns<typeof exportLocations, LocationRow> = {
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
}
