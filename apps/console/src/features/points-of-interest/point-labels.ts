import { IconBuilding, IconUsersGroup, IconWorld } from '@tabler/icons-react'
import type { TablerIcon } from '@tabler/icons-react'
import type { AccessLevel, PointType } from '@wheelhouse/contract/points-of-interest/points-of-interest.ts'

/** Keys of `t`. */
export const typeLabels: Record<PointType, string> = {
  'planned-location': 'Planned location',
  'utility-water': 'Water',
  'utility-pump': 'Pump',
  'utility-service': 'Service',
  public: 'Public',
  private: 'Private',
}

export const levelLabels: Record<AccessLevel, { word: string; means: string; icon: TablerIcon }> = {
  public: { word: 'Public', means: 'everyone', icon: IconWorld },
  partner: { word: 'Partner', means: 'staff and partners of the organization', icon: IconUsersGroup },
  internal: { word: 'Internal', means: 'staff only', icon: IconBuilding },
}
