import { holds, isNeeds } from '@wheelhouse/contract/access.ts'
import type { Needs, PermissionMap } from '@wheelhouse/contract/access.ts'
import type { Route } from '@wheelhouse/contract/route.ts'
import { useUser } from '../stores/user-store.ts'

/** Spec section 5: every type asked about and every action under it. Nothing is held before the map has come. */
export const can = (map: PermissionMap | null, needs: Needs): boolean => map !== null && holds(map, needs)

export const useCan = (needs: Needs): boolean => useUser(({ userPermissions }) => can(userPermissions, needs))

/** Whether a call may be offered at all; the server decides row by row. */
export const useCanCall = (route: Pick<Route, 'access'>): boolean =>
  useUser(({ userPermissions }) => (isNeeds(route.access) ? can(userPermissions, route.access) : true))
