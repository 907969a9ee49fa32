import { issueKinds } from '@wheelhouse/contract/locations/locations.ts'
import type { IssueKind, Location, LocationRow } from '@wheelhouse/contract/locations/locations.ts'
import type { LocationType } from '@wheelhouse/contract/locations/location-values.ts'
import { t } from '../../i18n/i18n.ts'

/** Keys of `t`. */
export const locationTypeLabels: Record<LocationType, string> = {
  bike_docks: 'Bike docks',
  bike_rentals: 'Bike rentals',
  scooter_docks: 'Scooter docks',
  scooter_docks_v2: 'Scooter docks v2',
  scooter_rentals: 'Scooter rentals',
  bike_lockers: 'Bike lockers',
  bike_house: 'Bike house',
  bike_house_dockless: 'Bike house dockless',
  bike_hangar: 'Bike hangar',
}

/** Spec section 4: it must not be repurposed. What would set something up there is not offered; the server refuses it. */
export const isObsolete = ({ status }: Pick<Location, 'status'>): boolean => status === 'obsolete'

/** Where vehicles wait to be rented. */
export const isRentalPlace = ({ type }: Pick<Location, 'type'>): boolean =>
  type === 'bike_rentals' || type === 'scooter_rentals'

/** A kind of issue, as a filter names it. */
export const issueLabels: Record<IssueKind, string> = {
  fault: 'Out of order',
  alarm: 'Alarm',
  offline: 'No contact',
  no_hardware: 'No hardware',
  log_entry: 'Urgent log entry',
}

/** "Out of order 1, no contact 2": what is wrong, worst first. */
export const issueSummary = (kinds: LocationRow['issue_kinds']): string =>
  issueKinds
    .filter((kind) => kinds[kind] > 0)
    .map((kind) => t('{{issue}}: {{count}}', { issue: t(issueLabels[kind]), count: kinds[kind] }))
    .join(', ')

/** "Out of order, 2 more": the worst by name, the others as a number. */
export function worstIssue({ issues, issue_kinds }: Pick<LocationRow, 'issues' | 'issue_kinds'>): string {
  const worst = issueKinds.find((kind) => issue_kinds[kind] > 0)
  if (worst === undefined) return ''
  const name = t(issueLabels[worst])
  return issues === 1 ? name : t('{{issue}}, {{count}} more', { issue: name, count: issues - 1 })
}
