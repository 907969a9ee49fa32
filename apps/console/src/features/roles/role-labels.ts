import { IconBuildingCog, IconEye, IconHeadset, IconRobot, IconTool, IconUser } from '@tabler/icons-react'
import type { TablerIcon } from '@tabler/icons-react'
import { roleCategories } from '@wheelhouse/contract/permissions/permissions.ts'
import type { Role } from '@wheelhouse/contract/permissions/permissions.ts'
import { categoryWarnings } from '@wheelhouse/contract/roles/roles.ts'

export type Category = (typeof roleCategories)[number]

/** Keys of `t`. The warnings are those of spec section 6; roles without a category come last. */
const looks: Record<Category, { word: string; icon: TablerIcon; isWarning: boolean }> = {
  END_CLIENT: { word: 'End clients', icon: IconEye, isWarning: false },
  PARTNER: { word: 'Partner operators', icon: IconHeadset, isWarning: true },
  PARTNER_TECH: { word: 'Partner technicians', icon: IconTool, isWarning: true },
  INTERNAL: { word: 'Internal', icon: IconBuildingCog, isWarning: true },
  SYSTEM_INTERNAL: { word: 'System-internal', icon: IconRobot, isWarning: true },
}

export interface CategoryLook {
  word: string
  icon: TablerIcon
  /** What to know before one gives such a role. */
  means: string
  isWarning: boolean
}

export const categoryLook = (category: Category | null): CategoryLook =>
  category === null
    ? { word: 'Uncategorized', icon: IconUser, means: 'Roles without a category.', isWarning: false }
    : { ...looks[category], means: categoryWarnings[category] }

export const categories: readonly (Category | null)[] = [...roleCategories, null]

/** Roles by category, in the order of the categories; those without one are left out. */
export const byCategory = (roles: readonly Role[]): { category: Category | null; roles: Role[] }[] =>
  categories
    .map((category) => ({ category, roles: roles.filter((role) => role.category === category) }))
    .filter((group) => group.roles.length > 0)

export const actionCount = ({ actions }: Pick<Role, 'actions'>): number =>
  Object.values(actions).reduce((sum, some) => sum + some.length, 0)
