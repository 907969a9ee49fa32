import type { exportRegions, RegionConfig } from '@wheelhouse/contract/regions/regions.ts'
import type { CsvColumns } from '../../lists/export.ts'

export const regionCells: CsvColumns<typeof exportRegions, RegionConfig> = {
  id: (region) => region.id,
  tag: (region) => region.tag,
  name: (region) => region.name,
  status: (region) => region.status,
  created_at: (region) => region.created_at,
  updated_at: (region) => region.updated_at,
}
