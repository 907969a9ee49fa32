import type { On } from '../http/serve.ts'
import { backgroundJobRoutes } from './background-jobs/routes.ts'
import { commandRoutes } from './commands/routes.ts'
import { consoleUserRoutes } from './console-users/routes.ts'
import { deepLinkRoutes } from './deep-link/routes.ts'
import { deviceEditRoutes } from './devices/edit-routes.ts'
import { deviceRoutes } from './devices/routes.ts'
import { eventRoutes } from './events/routes.ts'
import { externalDeviceRoutes } from './external-devices/routes.ts'
import { hardwareHistoryRoutes } from './hardware/history-routes.ts'
import { hardwareRoutes } from './hardware/routes.ts'
import { importRoutes } from './imports/routes.ts'
import { locationEditRoutes } from './locations/edit-routes.ts'
import { locationRoutes } from './locations/routes.ts'
import { maintenanceMessageRoutes } from './maintenance-messages/routes.ts'
import { organizationRoutes } from './organizations/routes.ts'
import { outageRoutes } from './outages/routes.ts'
import { parkingSessionRoutes } from './parking-sessions/routes.ts'
import { permissionRoutes } from './permissions/routes.ts'
import { pointOfInterestRoutes } from './points-of-interest/routes.ts'
import { qrSheetRoutes } from './qr-sheets/routes.ts'
import { regionRoutes } from './regions/routes.ts'
import { savedViewRoutes } from './saved-views/routes.ts'
import { searchRoutes } from './search/routes.ts'
import { securityPhotoRoutes } from './security-photos/routes.ts'
import { serviceFeeRoutes } from './service-fees/routes.ts'
import { supportRoutes } from './support/routes.ts'

/** Every feature's routes, in one list for main, for tests and for the access sweep. */
export const allRoutes: readonly ((on: On) => void)[] = [
  permissionRoutes,
  consoleUserRoutes,
  organizationRoutes,
  locationRoutes,
  locationEditRoutes,
  maintenanceMessageRoutes,
  deviceRoutes,
  hardwareRoutes,
  hardwareHistoryRoutes,
  outageRoutes,
  deviceEditRoutes,
  qrSheetRoutes,
  importRoutes,
  deepLinkRoutes,
  commandRoutes,
  backgroundJobRoutes,
  savedViewRoutes,

  parkingSessionRoutes,
  pointOfInterestRoutes,
  externalDeviceRoutes,
  securityPhotoRoutes,
  regionRoutes,
  serviceFeeRoutes,
  searchRoutes,
  eventRoutes,
  supportRoutes,
]
