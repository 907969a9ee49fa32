import { valueIn } from '@wheelhouse/contract/certain.ts'
import type { Action, ResourceType } from '@wheelhouse/contract/access.ts'
import { t } from '../../i18n/i18n.ts'

/** Keys of `t`: what a type of resource is called, in the plural. */
export const typeLabels: Record<ResourceType, string> = {
  location: 'Locations',
  device: 'Devices',
  rental_device: 'Rental devices',
  permission: 'Roles',
  payment: 'Payments',
  console_user: 'Console users',
  whitelist: 'Allowlists',
  organization: 'Organizations',
  user: 'Users',
  subscription: 'Subscriptions/passes',
  session: 'Sessions',
  hardware: 'Hardware',
  resource_group: 'Resource groups',
  report: 'Reports',
  console: 'Console and regions',
  point_of_interest: 'Points of interest',
  rental_fleet: 'Rental fleets',
  reminders: 'Reminders',
  dashboards: 'Dashboards',
  public_area: 'Public areas',
}

/** What an action means on any type, unless the type has words for it below. */
const words: Partial<Record<Action, string>> = {
  GET: 'See',
  CREATE: 'Create',
  UPDATE: 'Edit',
  DELETE: 'Delete',
  DISABLE: 'Disable and enable, end sessions',
  LAUNCH: 'Launch',
  SETSTATUS: 'Set status',
  FORCESTATUS: 'Force any status',
  MODIFYORGANIZATIONS: 'Change organizations',
  MODIFY_DESCRIPTIONS: 'Edit descriptions',
  MODIFY_RESTRICTED_DESCRIPTIONS: 'Edit restricted descriptions',
  MODIFY_PUBLIC_TAGS: 'Edit public tags',
  GET_PRIVATE_TAGS: 'See private tags',
  GETEXTDEVICES: 'See external devices',
  EDITEXTDEVICES: 'Edit external devices, send SMS commands',
  GETSECURITYPHOTOS: 'See security photos, with a reason',
  GETSTATISTICS: 'See usage and occupancy',
  GETMETRICS: 'See heartbeats and outages',
  GET_EVENTS: 'See the event history',
  GET_PARTNER_FIELDS: 'See support and terms fields',
  GET_RESTRICTED_FIELDS: 'See restricted fields',
  MODIFY_RESTRICTED_FIELDS: 'Edit restricted fields',
  GET_SUPERADMIN_FIELDS: 'See superadmin fields',
  MODIFY_SUPERADMIN_FIELDS: 'Edit superadmin fields',
  GET_MAINTENANCE_LOG_ENTRIES: 'See the maintenance log',
  UPDATE_MAINTENANCE_LOG_ENTRIES: 'Edit the maintenance log',
  GET_SERVICE_FEES: 'See service fees',
  UPDATE_SERVICE_FEES: 'Edit service fees',
  ASSIGNHARDWARE: 'Assign and swap hardware',
  SETDEEPLINK: 'Set QR codes and deep links',
  GETCMDSHISTORY: 'See the command history',
  GETUNASSIGNED: 'See unassigned hardware',
  GETSETTINGS: 'See settings',
  GET_PARAMS: 'See parameters',
  SET_PARAMS: 'Change parameters, apply templates',
  GET_CONFIG_TEMPLATES: 'See config templates',
  FORCE_END_SESSION: 'Force end',
  REFUND: 'Refund',
  RETRY: 'Retry a failed payment',
  RESOLVE_PAYMENT: 'Approve and cancel',
  GETPAYMENTS: 'See payments',
  GETBELONGS: 'See resource groups',
  MODIFYBELONGS: 'Change resource groups',
  MODIFYPERMISSIONS: 'Change permissions of groups',
  MODIFYROLES: 'Give and remove roles',
  GET_RESOURCES: 'See the members and privileged people of a group',
  GET_AUDIT_LOG: 'See the audit log',
  GET_NOTIFIER_SUBS: 'See notifier subscriptions',
  MODIFY_NOTIFIER_SUBS: 'Edit notifier subscriptions',
  'analytics-dashboard:get': 'See',
  'analytics-dashboard:create': 'Create',
  'analytics-dashboard:update': 'Edit',
  'analytics-dashboard:delete': 'Delete',
  'public-area:get': 'See',
  'public-area:create': 'Create',
  'public-area:update': 'Edit',
  'public-area:delete': 'Delete',
  GET_PRIVILEGED: 'See phone, email and PIN; every view is recorded',
  GET_NOTIFICATIONS: 'See messages',
  SEND_NOTIFICATIONS: 'Send messages',
  GET_ACCESS_KEYS: 'See access keys',
  DELETE_ACCESS_KEYS: 'Delete access keys',
  GET_SUBSCRIPTIONS: 'See subscriptions',
  GET_INTERCOM_CHATS: 'See chats',
  READ_FEEDBACK: 'Read feedback',
  CREATE_REPORT: 'Create reports',
  GET_REPORTS: 'See reports',
  ADDUSERS: 'Add users',
  REMOVEUSERS: 'Remove users',
  ADDKEYS: 'Add keys',
  REMOVEKEYS: 'Remove keys',
  GETTARGETS: 'See targets',
  MODIFYTARGETS: 'Change targets',
  DEVELOP: 'Development tools',
}

const ofType: Partial<Record<`${ResourceType} ${Action}`, string>> = {
  'device SETSTATUS': 'Unlock, lock, book, identify, take photos',
  'device FORCESTATUS': 'Force unlock and lock, cancel bookings by force',
  'device UPDATE': 'Edit alias, comment and order',
  'hardware UPDATE': 'Reboot, firmware, alarms, one-time passwords',
  'rental_device SETSTATUS': 'Restart, activate, deactivate',
  'permission GET': 'See the list of roles',
  'permission CREATE': 'Create roles',
  'permission UPDATE': 'Edit custom roles',
  'permission DELETE': 'Delete custom roles',
  'organization analytics-dashboard:get': 'View analytics dashboards',
  'user DISABLE': 'Disable and enable',
  'console GET': 'See region configs',
  'console UPDATE': 'Edit region configs',
}

/** What a right lets a person do; the name of the action where there are no words for it yet. */
export function actionLabel(type: string, action: string): string {
  const label = valueIn(ofType, `${type} ${action}`) ?? valueIn(words, action)
  return label === undefined ? action : t(label)
}

export const typeLabel = (type: string): string => t(valueIn(typeLabels, type) ?? type)

/** What only looks comes first, seeing the thing itself before all. */
const rank = (action: string): number => {
  if (action === 'GET' || action.endsWith(':get')) return 0
  return /^(GET|READ)/.test(action) ? 1 : 2
}
export const byAction = (one: string, other: string): number => rank(one) - rank(other) || one.localeCompare(other)
