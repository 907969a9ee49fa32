import type { InspectedGrant, InspectedType } from '@wheelhouse/contract/permissions/inspector.ts'
import { t } from '../../i18n/i18n.ts'

/** Keys of `t`: one resource of each type, within a sentence. */
const resourceWords: Record<InspectedType, string> = {
  location: 'location',
  device: 'device',
  organization: 'organization',
  console_user: 'person',
  point_of_interest: 'point of interest',
  user: 'user',
  resource_group: 'resource group',
}
export const resourceWord = (type: InspectedType): string => t(resourceWords[type])

/** Why the group contains the resource; what breaks the chain where it does not. */
export function belongsWords(
  grant: InspectedGrant,
  resource: { type: InspectedType; name: string; code: string | null },
  when: (at: string) => string,
): string {
  const { belongs, organization_part: part, added_at: at, added_by_name: by } = grant
  switch (belongs) {
    case 'everything':
      return t('this group contains everything')
    case 'itself':
      return t('the group itself')
    case 'organization':
      return t('automatically, as {{part}}', { part: part ?? '' })
    case 'location':
      return t('by its location')
    case 'added':
      if (at === null) return t('added to the group')
      return by === null
        ? t('added {{when}}', { when: when(at) })
        : t('added {{when}} by {{name}}', { when: when(at), name: by })
    default:
      return t('{{name}} is not in this group', { name: resource.code ?? resource.name })
  }
}
