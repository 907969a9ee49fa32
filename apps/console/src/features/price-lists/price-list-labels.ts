import type { FeeStep } from '@wheelhouse/contract/price-lists/fee.ts'
import type { PriceListStatus, PriceListTarget } from '@wheelhouse/contract/price-lists/price-lists.ts'

/** Keys of `t`. */
export const statusLabels: Record<PriceListStatus, string> = { coming: 'Upcoming', active: 'Active', ended: 'Ended' }

export const targetLabels: Record<PriceListTarget, string> = { location: 'Location', rental_fleet: 'Fleet' }

export const stepLabels: Record<FeeStep, string> = {
  parked: 'Duration',
  free_of_list: 'Free period',
  free_of_location: 'Free period',
  charged_time: 'Charged time',
  starting: 'Starting fee',
  minutes: 'Minutes',
  hours: 'Hours',
  days: 'Days',
  day_cap: 'Daily cap',
  stay_cap: 'Cap per stay',
  limit: 'Limit of a payment',
  waived_pass: 'Covered by a pass',
  waived_support: 'Waived by support',
  waived_cancelled: 'Cancelled',
}
