import { IconCircleCheck, IconTrash, IconUserOff } from '@tabler/icons-react'
import type { TablerIcon } from '@tabler/icons-react'
import type { AppPlatform, UserStatus } from '@wheelhouse/contract/users/users.ts'

/** Keys of `t`. */
export const userStatusLabels: Record<UserStatus, { word: string; icon: TablerIcon }> = {
  active: { word: 'Active', icon: IconCircleCheck },
  disabled: { word: 'Disabled', icon: IconUserOff },
  deleted: { word: 'Deleted', icon: IconTrash },
}

export const platformLabels: Record<AppPlatform, string> = { ios: 'iOS', android: 'Android', web: 'Web' }
