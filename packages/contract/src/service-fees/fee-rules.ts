import * as z from 'zod'

/** Enumeration of `values.md`. */
export const feeServices = ['platform', 'connectivity', 'maintenance', 'payment', 'support', 'other'] as const
export const FeeService = z.enum(feeServices, 'Service is required')
export type FeeService = z.infer<typeof FeeService>

/** Spec sections 3 and 9. */
export const feePeriods = ['monthly', 'quarterly', 'yearly'] as const
export const FeePeriod = z.enum(feePeriods, 'Period is required')
export type FeePeriod = z.infer<typeof FeePeriod>

/** Who pays it: fees of a location are its own, fees of an organization are for the whole of it. */
export const feeOwners = ['location', 'organization'] as const
export type FeeOwner = (typeof feeOwners)[number]

export const feeStatuses = ['active', 'coming', 'ended'] as const
export const FeeStatus = z.enum(feeStatuses)
export type FeeStatus = z.infer<typeof FeeStatus>

interface Term {
  start_date: string
  end_date: string | null
}

/** `today` in the location's own zone, in UTC for an organization. Both days belong to the term. */
export function feeStatusOn({ start_date, end_date }: Term, today: string): FeeStatus {
  if (start_date > today) return 'coming'
  return end_date !== null && end_date < today ? 'ended' : 'active'
}

export const feeActions = ['edit', 'end', 'pay', 'delete'] as const
export type FeeAction = (typeof feeActions)[number]

/** What may be done with a fee. One that has begun was owed: it is ended, never deleted. */
export const actionsOfFee: Record<FeeStatus, readonly FeeAction[]> = {
  coming: ['edit', 'end', 'pay', 'delete'],
  active: ['edit', 'end', 'pay'],
  ended: ['edit', 'pay'],
}
