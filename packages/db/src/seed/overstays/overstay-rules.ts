import type { OverstayRules } from '@wheelhouse/contract/overstays/overstay-rules.ts'
import type { Place } from '../locations.ts'

/** Short enough that each step can be seen among the stays of the demonstration; Oslo charges nothing. */
const estonia: OverstayRules = {
  is_enabled: true,
  reminder_after_h: 0,
  notice_after_h: 12,
  fee_after_h: 12,
  objection_h: 12,
  fee_minor: 2500,
  currency: 'EUR',
  removal_after_h: 12,
  storage_days: 60,
  hold_minutes: 15,
}
export const seededRules: Readonly<Record<string, OverstayRules>> = {
  ee: estonia,
  no: { ...estonia, fee_after_h: null, fee_minor: null, currency: null, removal_after_h: 168 },
}

export const limitHours = 24

type Limited = Pick<Place, 'launchedAt' | 'status'> & { city: Pick<Place['city'], 'region_tag'> }

/** The Bay Area sets no limit, so nothing happens there. */
export const overstayLimitOf = ({ launchedAt, status, city }: Limited): number | null =>
  launchedAt !== null && status === 'launched' && seededRules[city.region_tag] ? limitHours : null
