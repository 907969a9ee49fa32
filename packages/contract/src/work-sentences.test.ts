import { expect, test } from 'vitest'
import { sendCommand, sendCommands, sendHardwareCommands } from './commands/commands.ts'
import { createDashboard, deleteDashboard, listDashboards, updateDashboard } from './dashboards/dashboards.ts'
import { createDevices, deleteDevice, updateDevice } from './devices/device-edit.ts'
import { listLocationDevices } from './devices/devices.ts'
import {
  commentExternalDevice,
  createExternalDevice,
  deleteExternalDevice,
  refreshSim,
  sendSmsCommand,
} from './external-devices/external-devices.ts'
import { assignHardware, assignManyHardware } from './hardware/hardware.ts'
import { generateOneTimePassword, getHardwareDetails, updateHardwareComment } from './hardware/hardware-details.ts'
import { deviceHeartbeatHistory, locationReadings } from './hardware/hardware-history.ts'
import { createLocation, updateLocation } from './locations/location-edit.ts'
import { launchLocation, setLocationStatus } from './locations/location-status.ts'
import { getLocation, listLocations } from './locations/locations.ts'
import { setMaintenanceMessage } from './maintenance-messages/maintenance-messages.ts'
import { createMesh } from './meshes/meshes.ts'
import { listParkingSessions } from './parking-sessions/parking-sessions.ts'
import { forceEndSession } from './parking-sessions/session-fee.ts'
import { approvePayment, cancelPayment, listPayments, refundPayment, retryPayment } from './payments/payments.ts'
import { createPointOfInterest, updatePointOfInterest } from './points-of-interest/points-of-interest.ts'
import { listRegions } from './regions/regions.ts'
import { forceEndRent, forceEndRentalSession, listRentalSessions } from './rental-sessions/rental-sessions.ts'
import { activateRentalDevice, deactivateRentalDevice, restartRentalDevice } from './rentals/rentals.ts'
import { createReport, listReports } from './reports/reports.ts'
import { createViewLink } from './security-photos/security-photos.ts'
import { listSubscriptionPayments } from './subscriptions/subscription-payments.ts'
import {
  listSubscribers,
  listUserSubscriptions,
  removeSubscriber,
  unsubscribeSubscriber,
} from './subscriptions/subscribers.ts'
import { listSubscriptions } from './subscriptions/subscriptions.ts'
import { applyTemplate } from './templates/templates.ts'

// The sentences of spec section 8 about places, hardware, sessions and money, each at the calls that say it.
test.each([
  ['Fetch location failed', [getLocation]],
  ['Fetch locations failed', [listLocations]],
  ['Fetch location devices failed', [listLocationDevices]],
  ['Fetch metrics failed', [deviceHeartbeatHistory, locationReadings]],
  ['Fetch sessions failed', [listParkingSessions, listRentalSessions]],
  ['Fetch subscriptions failed', [listSubscriptions]],
  ['Fetch subscribers failed', [listSubscribers]],
  ['Fetch user subscriptions failed', [listUserSubscriptions]],
  ['Fetch payments failed', [listPayments, listSubscriptionPayments]],
  ['Fetch reports failed', [listReports]],
  ['Fetch dashboards failed', [listDashboards]],
  ['Fetch hardware failed', [getHardwareDetails]],
  ['Fetch region configurations failed', [listRegions]],
  ['Get view link failed', [createViewLink]],
  ['Update comment failed', [updateDevice, updateHardwareComment, commentExternalDevice]],
  ['Create location failed', [createLocation]],
  ['Location update failed', [updateLocation]],
  ['Launching location failed', [launchLocation]],
  ['Create devices failed', [createDevices]],
  ['Delete device failed', [deleteDevice]],
  ['Send command failed', [sendCommand, sendCommands, sendHardwareCommands]],
  ['Assign hardware failed', [assignHardware, assignManyHardware]],
  ['Refund payment failed', [refundPayment]],
  ['Retry payment failed', [retryPayment]],
  ['Approve payment failed', [approvePayment]],
  ['Cancel payment failed', [cancelPayment]],
  ['Remove user failed', [removeSubscriber]],
  ['Unsubscribe user failed', [unsubscribeSubscriber]],
  ['Create report failed', [createReport]],
  ['Create dashboard failed', [createDashboard]],
  ['Update dashboard failed', [updateDashboard]],
  ['Delete dashboard failed', [deleteDashboard]],
  ['Create mesh failed', [createMesh]],
  ['Rental device restart failed', [restartRentalDevice]],
  ['Rental device activate failed', [activateRentalDevice]],
  ['Rental device deactivate failed', [deactivateRentalDevice]],
  ['Rental device force end failed', [forceEndRent]],
  ['Generate OTP failed', [generateOneTimePassword]],
  ['Add external device failed', [createExternalDevice]],
  ['SIM update failed', [refreshSim]],
  ['SMS command failed', [sendSmsCommand]],
  ['Delete external device failed', [deleteExternalDevice]],
  ['Apply template failed', [applyTemplate]],
  ['Create point of interest failed', [createPointOfInterest]],
  ['Update point of interest failed', [updatePointOfInterest]],
  ['Force end session failed', [forceEndSession, forceEndRentalSession]],
  ['Update location status failed', [setLocationStatus]],
  ['Update maintenance message failed', [setMaintenanceMessage]],
] as const)('spec 8: %s', (sentence, routes) => {
  expect(routes.map(({ says }) => says.failed)).toEqual(routes.map(() => sentence))
})

test.each([
  ['Comment updated', updateHardwareComment],
  ['User removed successfully', removeSubscriber],
  ['User unsubscribed successfully', unsubscribeSubscriber],
  ['Location launched successfully', launchLocation],
  ['Session ended', forceEndSession],
] as const)('spec 8, success: %s', (sentence, { says }) => {
  expect(says).toMatchObject({ done: sentence })
})
