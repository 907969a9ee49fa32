import type { ReportType } from '@wheelhouse/contract/reports/report-columns.ts'
import { locationUptime, locationUsage, locationsLaunched, locationsMetadata } from './location-rows.ts'
import type { RowSource } from './row-source.ts'
import { detailedParking, payment, sessionHistory } from './session-rows.ts'

export const rowSources: { [Type in ReportType]: RowSource<Type> } = {
  detailed_parking: detailedParking,
  payment,
  locations_launched: locationsLaunched,
  location_usage: locationUsage,
  session_history: sessionHistory,
  location_uptime: locationUptime,
  locations_metadata: locationsMetadata,
}
