import type { FeePeriod, FeeService, FeeStatus } from '@wheelhouse/contract/service-fees/fee-rules.ts'

/** Keys of `t`. */
export const serviceLabels: Record<FeeService, string> = {
  platform: 'Platform',
  connectivity: 'Connectivity',
  maintenance: 'Maintenance',
  payment: 'Payment',
  support: 'Support',
  other: 'Other',
}

/** `a` is the form after an amount. */
export const periodLabels: Record<FeePeriod, { word: string; a: string }> = {
  monthly: { word: 'Monthly', a: 'a month' },
  quarterly: { word: 'Quarterly', a: 'a quarter' },
  yearly: { word: 'Yearly', a: 'a year' },
}

export const statusLabels: Record<FeeStatus, string> = { active: 'Active', coming: 'Upcoming', ended: 'Ended' }
