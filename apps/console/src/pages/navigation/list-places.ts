/** A list with saved views: its name in them, its address, and whether its rows can be exported to a file. */
export interface ListPlace {
  name: string
  path: string
  hasExport: boolean
}

const withFile = (name: string, path = `/${name}`): ListPlace => ({ name, path, hasExport: true })

/** Plain data, so that the start page and the palette need no contract of a list for it. */
export const listPlaces: readonly ListPlace[] = [
  withFile('locations'),
  withFile('rental-devices', '/rentals'),
  withFile('parking-sessions-active', '/device-sessions/active'),
  withFile('parking-sessions-history', '/device-sessions/history'),
  withFile('rental-sessions-active', '/rental-sessions/active'),
  withFile('rental-sessions-history', '/rental-sessions/history'),
  withFile('payments'),
  withFile('price-lists'),
  withFile('allowlists'),
  withFile('hardware', '/hardware/list'),
  withFile('unassigned-hardware', '/hardware/unassigned'),
  withFile('templates', '/hardware/templates'),
  withFile('maintenance-log'),
  withFile('work-plans-template', '/maintenance-log/planned-work'),
  withFile('overstays'),
  withFile('outages'),
  withFile('external-devices'),
  withFile('security-photos'),
  withFile('points-of-interest'),
  withFile('organizations'),
  withFile('console-users', '/users/console'),
  withFile('resource-groups'),
  withFile('regions'),
]

export const placeOfList = (name: string): string | undefined => listPlaces.find((one) => one.name === name)?.path
