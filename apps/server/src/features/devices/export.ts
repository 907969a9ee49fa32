import { recordOf } from '@wheelhouse/contract/certain.ts'
import { exportLocationDevices } from '@wheelhouse/contract/devices/devices.ts'
import type { Device } from '@wheelhouse/contract/devices/devices.ts'
import type { Ctx } from '../../platform/context.ts'
import type { CsvColumns } from '../../lists/export.ts'
import type { Cell } from '../../lists/export-formats.ts'
import type { ListInput, Page } from '../../lists/list-pages.ts'
import { devicesOf } from './queries.ts'

/** A location has at most a thousand: one page. */
export async function deviceRowsOf(
  ctx: Ctx,
  { params }: ListInput<{ location_id: string }, unknown>,
): Promise<Page<Device>> {
  const items = await devicesOf(ctx, params.location_id)
  return { items, next: null, total: items.length, total_is_exact: true }
}

const cell =
  (name: (typeof exportLocationDevices)['csv'][number]) =>
  (row: Device): Cell =>
    row[name]

/** Each column is a field of the device. */
export const deviceCells: CsvColumns<typeof exportLocationDevices, Device> = recordOf(exportLocationDevices.csv, cell)
