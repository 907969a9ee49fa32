import type { On } from '../http/serve.ts'
import { allowlistRoutes } from './allowlists/routes.ts'
import { accessKeyRoutes } from './access-keys/routes.ts'
import { backgroundJobRoutes } from './background-jobs/routes.ts'
import { changeSetRoutes } from './change-sets/routes.ts'
import { chatRoutes } from './chats/routes.ts'
import { commandRoutes } from './commands/routes.ts'
import { consoleUserRoutes } from './console-users/routes.ts'
import { dashboardRoutes } from './dashboards/routes.ts'
import { deepLinkRoutes } from './deep-link/routes.ts'
import { deviceEditRoutes } from './devices/edit-routes.ts'
import { deviceRoutes } from './devices/routes.ts'
import { eventRoutes } from './events/routes.ts'
import { externalDeviceRoutes } from './external-devices/routes.ts'
import { feedbackRoutes } from './feedback/routes.ts'
import { findUserRoutes } from './find-user/routes.ts'
import { fleetRoutes } from './fleets/routes.ts'
import { hardwareHistoryRoutes } from './hardware/history-routes.ts'
import { firmwareRoutes } from './firmware/routes.ts'
import { hardwareConfigRoutes } from './hardware-config/routes.ts'
import { hardwarePageRoutes, hardwareRoutes } from './hardware/routes.ts'
import { meshRoutes } from './meshes/routes.ts'
import { templateRoutes } from './templates/routes.ts'
import { intakeRoutes } from './intake/routes.ts'
import { importRoutes } from './imports/routes.ts'
import { inboxRoutes } from './inbox/routes.ts'
import { locationEditRoutes } from './locations/edit-routes.ts'
import { locationRoutes } from './locations/routes.ts'
import { maintenanceLogRoutes } from './maintenance-log/routes.ts'
import { maintenanceMessageRoutes } from './maintenance-messages/routes.ts'
import { notifierRoutes } from './notifier/routes.ts'
import { messageRoutes } from './messages/routes.ts'
import { organizationRoutes } from './organizations/routes.ts'
import { outageRoutes } from './outages/routes.ts'
import { overstayRoutes } from './overstays/routes.ts'
import { overviewRoutes } from './overview/routes.ts'
import { parkingSessionRoutes } from './parking-sessions/routes.ts'
import { paymentRoutes } from './payments/routes.ts'
import { permissionRoutes } from './permissions/routes.ts'
import { personalDataRoutes } from './personal-data/routes.ts'
import { pointOfInterestRoutes } from './points-of-interest/routes.ts'
import { priceListRoutes } from './price-lists/routes.ts'
import { publicAreaRoutes } from './public-areas/routes.ts'
import { qrSheetRoutes } from './qr-sheets/routes.ts'
import { regionRoutes } from './regions/regions.ts'
import { resourceGroupRoutes } from './resource-groups/routes.ts'
import { roleRoutes } from './roles/routes.ts'
import { reminderRoutes } from './reminders/routes.ts'
import { reportRoutes } from './reports/routes.ts'
import { rentalRoutes } from './rentals/routes.ts'
import { rentalSessionRoutes } from './rental-sessions/routes.ts'
import { savedViewRoutes } from './saved-views/routes.ts'
import { searchRoutes } from './search/routes.ts'
import { securityPhotoRoutes } from './security-photos/routes.ts'
import { serviceAccountRoutes } from './service-accounts/routes.ts'
import { serviceFeeRoutes } from './service-fees/routes.ts'
import { subscriptionRoutes } from './subscriptions/routes.ts'
import { supportRoutes } from './support/routes.ts'
import { userRoutes } from './users/routes.ts'
import { workPlanRoutes } from './work-plans/routes.ts'
import { viewAsRoutes } from './view-as/routes.ts'

/** Every feature's routes, in one list for main, for tests and for the access sweep. */
export const allRoutes: readonly ((on: On) => void)[] = [
  permissionRoutes,
  viewAsRoutes,
  inboxRoutes,
  roleRoutes,
  resourceGroupRoutes,
  consoleUserRoutes,
  serviceAccountRoutes,
  userRoutes,
  findUserRoutes,
  accessKeyRoutes,
  messageRoutes,
  chatRoutes,
  feedbackRoutes,
  personalDataRoutes,
  organizationRoutes,
  locationRoutes,
  locationEditRoutes,
  maintenanceMessageRoutes,
  deviceRoutes,
  hardwareRoutes,
  hardwareHistoryRoutes,
  hardwarePageRoutes,
  hardwareConfigRoutes,
  changeSetRoutes,
  templateRoutes,
  intakeRoutes,
  meshRoutes,
  firmwareRoutes,
  outageRoutes,
  deviceEditRoutes,
  qrSheetRoutes,
  importRoutes,
  deepLinkRoutes,
  commandRoutes,
  backgroundJobRoutes,
  savedViewRoutes,

  parkingSessionRoutes,
  overstayRoutes,
  fleetRoutes,
  rentalRoutes,
  rentalSessionRoutes,
  overviewRoutes,
  dashboardRoutes,
  pointOfInterestRoutes,
  publicAreaRoutes,
  externalDeviceRoutes,
  securityPhotoRoutes,
  maintenanceLogRoutes,
  workPlanRoutes,
  regionRoutes,
  reminderRoutes,
  reportRoutes,
  allowlistRoutes,
  notifierRoutes,
  serviceFeeRoutes,
  priceListRoutes,
  paymentRoutes,
  subscriptionRoutes,
  searchRoutes,
  eventRoutes,
  supportRoutes,
]
