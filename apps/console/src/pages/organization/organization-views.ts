import type { FeeSearch } from '../../features/service-fees/fee-address.ts'

/** The tabs of an organization, as its address names them; without one the details are shown. */
export const organizationViews = [
  'locations',
  'console-users',
  'permissions',
  'service-fees',
  'notifier',
  'history',
] as const
export type OrganizationView = (typeof organizationViews)[number]

export type OrganizationSearch = FeeSearch & {
  view?: OrganizationView | undefined
  edit?: 'yes' | undefined
  /** The notifier subscription whose panel is open. */
  open?: string | undefined
}
