import type {
  exportPointsOfInterest,
  PointOfInterest,
} from '@wheelhouse/contract/points-of-interest/points-of-interest.ts'
import type { CsvColumns } from '../../lists/export.ts'

export const pointCells: CsvColumns<typeof exportPointsOfInterest, PointOfInterest> = {
  id: (point) => point.id,
  label: (point) => point.label,
  type: (point) => point.type,
  icon_type: (point) => point.icon_type,
  access_level: (point) => point.access_level,
  latitude: (point) => point.latitude,
  longitude: (point) => point.longitude,
  description: (point) => point.description,
  external_id: (point) => point.external_id,
  location_code: (point) => point.location_code,
  location_label: (point) => point.location_label,
  organization_name: (point) => point.organization_name,
  created_at: (point) => point.created_at,
  updated_at: (point) => point.updated_at,
}
