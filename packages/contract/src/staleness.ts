import { keysOf } from './certain.ts'
import { isNeeds } from './access.ts'
import type { ChangeType } from './changes.ts'
import type { Change } from './events/live-changes.ts'
import type { Route } from './route.ts'

type Reading = Pick<Route, 'access' | 'staleOn'>

/** The types of change that make a reply of this route stale: its `staleOn`, else the resource types of its access. */
export function changeTypesOf({ access, staleOn }: Reading): readonly ChangeType[] {
  if (staleOn !== undefined) return staleOn
  return isNeeds(access) ? keysOf(access) : []
}

/**
 * Whether a change makes the reply for these path parameters stale. The type must be one of `changeTypesOf`. Then the path
 * decides as far as it can: where a parameter names a thing of that type (by `on`, or as `<type>_id`), only a change of
 * that very thing counts; otherwise, where the path names a location, only a change at that location.
 */
export function isStaleAfter(
  route: Reading & Pick<Route, 'on'>,
  params: Readonly<Record<string, unknown>>,
  change: Change,
): boolean {
  if (!changeTypesOf(route).includes(change.type)) return false
  const names: Readonly<Record<string, string | undefined>> = route.on ?? {}
  const id = params[names[change.type] ?? `${change.type}_id`]
  if (id !== undefined) return change.id === id
  return params['location_id'] === undefined || change.location_id === params['location_id']
}

/**
 * Whether a cached reply belongs to a route or lies below its path, segment by segment; a parameter of the path matches any
 * value. So `listLocations` (`/location/v1/locations`) covers one location and its devices, and `getDevice`
 * (`/device/v1/devices/:device_id`) covers the commands of every device, but not `/device/v1/last-comments`.
 */
export function isBelowRoute(address: string, { path }: Pick<Route, 'path'>): boolean {
  const segments = address.split('/')
  return path.split('/').every((part, at) => {
    const segment = segments[at]
    return part.startsWith(':') ? segment !== undefined && segment !== '' : segment === part
  })
}
