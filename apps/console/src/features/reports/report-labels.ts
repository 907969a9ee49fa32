import { recordOf } from '@wheelhouse/contract/certain.ts'
import { reportTypes } from '@wheelhouse/contract/reports/report-columns.ts'
import type { ColumnKind, ReportType } from '@wheelhouse/contract/reports/report-columns.ts'
import type { Report, ReportFailure, ReportStatus } from '@wheelhouse/contract/reports/reports.ts'
import { t } from '../../i18n/i18n.ts'

// Keys of `t`. Spec section 10.
export const typeLabels: Record<ReportType, { word: string; means: string }> = {
  detailed_parking: { word: 'Detailed parking', means: 'a row for each parking session' },
  payment: {
    word: 'Payment',
    means: 'a row for each payment with refunds and net amount; of an organization with its rentals and passes',
  },
  locations_launched: {
    word: 'Locations and devices launched',
    means: 'a row for each location launched in this period',
  },
  location_usage: { word: 'Location usage', means: 'a row for each location and day: sessions, occupancy, revenue' },
  session_history: {
    word: 'Parking session history',
    means: 'a row for each event of a session and each command during it',
  },
  location_uptime: { word: 'Location uptime', means: 'a row for each location and day: online, offline, incidents' },
  locations_metadata: { word: 'Locations metadata export', means: 'a row for each location with all its fields' },
}

/** A type that this version does not know has no label (spec section 8). */
export const typeLabel = (type: string): string => {
  const known = reportTypes.find((one) => one === type)
  return known === undefined ? t('Unsupported report type') : t(typeLabels[known].word)
}

export const typeWords = recordOf(reportTypes, (type) => typeLabels[type].word)

export const statusLabels: Record<ReportStatus, string> = {
  pending: 'Pending',
  running: 'Running',
  ready: 'Ready',
  failed: 'Failed',
  expired: 'Expired',
}

export const failureLabels: Record<ReportFailure, string> = {
  no_locations: 'None of the chosen locations exists, or the person who ran the report may not see them.',
  cancelled: 'The report was cancelled.',
  right_lost: 'The person who ran the report may no longer create reports here.',
  storage: 'The file could not be stored. Run the report again; if it fails again, the file storage needs attention.',
  internal:
    'The service failed. Run the report again; if it fails again, contact the administrator of this installation.',
}

export const chartTitles: Record<ReportType, string> = {
  detailed_parking: 'Sessions by day',
  payment: 'Net amount by day',
  locations_launched: 'Locations launched by month',
  location_usage: 'Occupied dock-hours by day',
  session_history: 'Events by day',
  location_uptime: 'Uptime by day',
  locations_metadata: 'Locations by status',
}

/** "location_code" is "Location code": the head of the file, as a person reads it. */
export const columnLabel = (name: string): string => {
  const words = name.replaceAll('_', ' ')
  return (words.charAt(0).toUpperCase() + words.slice(1)).replace(/\b(id|mtbf|mttr|rfid|url)\b/gi, (word) =>
    word.toUpperCase(),
  )
}

export const isNumeric = (kind: ColumnKind): boolean => kind === 'number' || kind === 'money'

export function sizeText(bytes: number): string {
  if (bytes < 1_000) return t('{{count}} B', { count: bytes })
  const [size, unit] = bytes < 1_000_000 ? [bytes / 1_000, 'kB'] : [bytes / 1_000_000, 'MB']
  return `${size.toFixed(size < 10 ? 1 : 0)} ${unit}`
}

export const canRunAgain = ({ status }: Pick<Report, 'status'>): boolean => status !== 'pending' && status !== 'running'
