import { IconLock, IconSettings, IconWorld } from '@tabler/icons-react'
import type { TablerIcon } from '@tabler/icons-react'
import type { MemberType } from '@wheelhouse/contract/resource-groups/resource-groups.ts'
import type { ResourceGroup } from '@wheelhouse/contract/permissions/permissions.ts'

/** Keys of `t`. */
export const groupTypeLabels: Record<ResourceGroup['type'], { word: string; means: string; icon: TablerIcon }> = {
  public: { word: 'Public', means: 'Partners may see that it exists.', icon: IconWorld },
  private: { word: 'Private', means: 'For the people who hold a role in it.', icon: IconLock },
  system: { word: 'System', means: 'Follows the organizations automatically.', icon: IconSettings },
}

export const memberTypeLabels: Record<MemberType | 'user', { one: string; many: string }> = {
  location: { one: 'Location', many: 'Locations' },
  device: { one: 'Device', many: 'Devices' },
  organization: { one: 'Organization', many: 'Organizations' },
  console_user: { one: 'Console user', many: 'Console users' },
  point_of_interest: { one: 'Point of interest', many: 'Points of interest' },
  rental_fleet: { one: 'Fleet', many: 'Fleets' },
  subscription: { one: 'Subscription', many: 'Subscriptions' },
  whitelist: { one: 'Allowlist', many: 'Allowlists' },
  public_area: { one: 'Public area', many: 'Public areas' },
  reminders: { one: 'Reminder group', many: 'Reminder groups' },
  dashboards: { one: 'Dashboard', many: 'Dashboards' },
  report: { one: 'Report', many: 'Reports' },
  user: { one: 'User', many: 'Users' },
}
