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

type NameKind = 'language' | 'region'
const names = new Map<NameKind, Intl.DisplayNames>()

/** In the language of the console; the code itself where it has no name. */
function nameOf(kind: NameKind, code: string): string {
  const known = names.get(kind) ?? new Intl.DisplayNames('en', { type: kind })
  names.set(kind, known)
  try {
    return known.of(code) ?? code
  } catch {
    return code
  }
}

export const languageName = (code: string): string => nameOf('language', code)
export const countryName = (code: string): string => nameOf('region', code)
