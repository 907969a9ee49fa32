import type { exportOutages, Outage } from '@wheelhouse/contract/outages/outages.ts'
import type { CsvColumns } from '../../lists/export.ts'

export const outageCells: CsvColumns<typeof exportOutages, Outage> = {
  id: (outage) => outage.id,
  location_code: (outage) => outage.location_code,
  location_label: (outage) => outage.location_label,
  scope: (outage) => outage.scope,
  status: (outage) => outage.status,
  device_type: (outage) => outage.device_type,
  device_number: (outage) => outage.device_number,
  hardware_id: (outage) => outage.hardware_id,
  began_at: (outage) => outage.began_at,
  raised_at: (outage) => outage.raised_at,
  confirmed_at: (outage) => outage.confirmed_at,
  repeated_at: (outage) => outage.repeated_at,
  repeats: (outage) => outage.repeats,
  well_since: (outage) => outage.well_since,
  ended_at: (outage) => outage.ended_at,
  cleared_at: (outage) => outage.cleared_at,
  clearing: (outage) => outage.clearing,
  folded_into: (outage) => outage.folded_into,
  folded_devices: (outage) => outage.folded_devices,
}
