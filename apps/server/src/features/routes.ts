import type { On } from '../http/serve.ts'
import { backgroundJobRoutes } from './background-jobs/routes.ts'
import { commandRoutes } from './commands/routes.ts'
import { consoleUserRoutes } from './console-users/routes.ts'
import { deepLinkRoutes } from './deep-link/routes.ts'
import { deviceRoutes } from './devices/routes.ts'
import { eventRoutes } from './events/routes.ts'
import { locationRoutes } from './locations/routes.ts'
import { organizationRoutes } from './organizations/routes.ts'
import { parkingSessionRoutes } from './parking-sessions/routes.ts'
import { permissionRoutes } from './permissions/routes.ts'
import { pointOfInterestRoutes } from './points-of-interest/routes.ts'
import { regionRoutes } from './regions/routes.ts'
import { savedViewRoutes } from './saved-views/routes.ts'
import { searchRoutes } from './search/routes.ts'
import { supportRoutes } from './support/routes.ts'

/** Every feature's routes, in one list for main, for tests and for the access sweep. */
export const allRoutes: readonly ((on: On) => void)[] = [
  permissionRoutes,
  consoleUserRoutes,
  organizationRoutes,
  locationRoutes,
  deviceRoutes,
  deepLinkRoutes,
  commandRoutes,
  backgroundJobRoutes,
  savedViewRoutes,

  parkingSessionRoutes,
  pointOfInterestRoutes,
  regionRoutes,
  searchRoutes,
  eventRoutes,
  supportRoutes,
]
