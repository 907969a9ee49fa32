import { isNeeds, needsOf } from '@wheelhouse/contract/access.ts'
import type { Action, Needs, PermissionMap, ResourceType, RouteAccess } from '@wheelhouse/contract/access.ts'
import { useUser } from '../stores/user-store.ts'
import { can } from './can.ts'

interface Need {
  resource: ResourceType
  action: Action
}

/** What a person lacks, as `NoPermission` names it. */
export interface MissingNeed extends Need {
  /** The others, where several are missing. */
  more: readonly Need[]
  /** One of them would do. */
  isAnyEnough?: boolean
}

const lackedOf = (needs: Needs, held: PermissionMap | null): Need[] =>
  needsOf(needs).flatMap(([resource, actions]) =>
    actions.filter((action) => !can(held, { [resource]: [action] })).map((action) => ({ resource, action })),
  )

const named = ([first, ...more]: readonly Need[]): MissingNeed | null =>
  first === undefined ? null : { ...first, more }

/** The permissions that a route needs and the person does not hold; null for a person who may call it. */
export const missingNeed = (access: RouteAccess, held: PermissionMap | null): MissingNeed | null =>
  isNeeds(access) ? named(lackedOf(access, held)) : null

/** The same where each of several permissions would do. */
export function missingAnyNeed(choices: readonly Needs[], held: PermissionMap | null): MissingNeed | null {
  if (choices.some((needs) => can(held, needs))) return null
  const missing = named(choices.flatMap((needs) => lackedOf(needs, held)))
  return missing && { ...missing, isAnyEnough: true }
}

/** The same for the person who is signed in. */
export const useMissingNeed = (access: RouteAccess): MissingNeed | null =>
  missingNeed(
    access,
    useUser(({ userPermissions }) => userPermissions),
  )
