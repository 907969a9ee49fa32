import { isNeeds, needsOf } from '@wheelhouse/contract/access.ts'
import type { Action, PermissionMap, ResourceType, RouteAccess } from '@wheelhouse/contract/access.ts'
import { useUser } from '../stores/user-store.ts'
import { can } from './can.ts'

interface MissingNeed {
  resource: ResourceType
  action: Action
}

/** The first permission that a route needs and the person does not hold; null for a person who may call it. */
export function missingNeed(access: RouteAccess, held: PermissionMap | null): MissingNeed | null {
  if (!isNeeds(access)) return null
  for (const [resource, actions] of needsOf(access))
    for (const action of actions) if (!can(held, { [resource]: [action] })) return { resource, action }
  return null
}

/** The same for the person who is signed in. */
export const useMissingNeed = (access: RouteAccess): MissingNeed | null =>
  missingNeed(
    access,
    useUser(({ userPermissions }) => userPermissions),
  )
