import { entriesOf } from '@wheelhouse/contract/certain.ts'
import type { Action, ResourceType } from '@wheelhouse/contract/access.ts'

/** What a role may do: the actions it grants, by resource type. */
export type Rights = Partial<Record<ResourceType, readonly Action[]>>

export interface DefaultRole {
  name: string
  category: 'END_CLIENT' | 'PARTNER' | 'PARTNER_TECH' | 'INTERNAL' | 'SYSTEM_INTERNAL'
  description: string
  rights: Rights
}

function together(...parts: readonly Rights[]): Rights {
  const sum: Partial<Record<ResourceType, Action[]>> = {}
  for (const part of parts)
    for (const [type, actions] of entriesOf(part)) sum[type] = [...new Set([...(sum[type] ?? []), ...actions])]
  return sum
}

const viewer: Rights = {
  // The list of roles; every role may see it.
  permission: ['GET'],
  location: ['GET', 'GETSTATISTICS', 'GET_MAINTENANCE_LOG_ENTRIES'],
  device: ['GET'],
  session: ['GET'],
  // Permission to have dashboards (spec section 6).
  organization: ['GET', 'analytics-dashboard:get', 'GET_MAINTENANCE_LOG_ENTRIES'],
  subscription: ['GET'],
  point_of_interest: ['GET'],
  public_area: ['public-area:get'],
  report: ['GET_REPORTS'],
  dashboards: ['analytics-dashboard:get'],
}

/** Never commands, payments, personal data, restricted fields or roles. */
const manager: Rights = together(viewer, {
  location: ['UPDATE', 'MODIFY_DESCRIPTIONS', 'MODIFY_PUBLIC_TAGS', 'GET_EVENTS'],
  // Alias, comment and physical order.
  device: ['UPDATE'],
  whitelist: [
    'GET',
    'CREATE',
    'UPDATE',
    'DELETE',
    'ADDUSERS',
    'REMOVEUSERS',
    'ADDKEYS',
    'REMOVEKEYS',
    'GETTARGETS',
    'MODIFYTARGETS',
  ],
  report: ['CREATE_REPORT'],
  reminders: ['GET', 'CREATE', 'UPDATE', 'DELETE'],
  point_of_interest: ['CREATE', 'UPDATE', 'DELETE'],
  public_area: ['public-area:create', 'public-area:update', 'public-area:delete'],
  dashboards: ['analytics-dashboard:create', 'analytics-dashboard:update', 'analytics-dashboard:delete'],
  user: ['READ_FEEDBACK'],
})

/** Never hardware configuration or roles. */
const firstLineSupport: Rights = together(manager, {
  location: ['GET_PARTNER_FIELDS'],
  // Unlock-class commands: all that SETSTATUS and FORCESTATUS guard. Roles that command also see the history.
  device: ['SETSTATUS', 'FORCESTATUS', 'GETCMDSHISTORY'],
  session: ['FORCE_END_SESSION'],
  payment: ['GET', 'REFUND', 'RETRY', 'RESOLVE_PAYMENT'],
  subscription: ['GETPAYMENTS', 'ADDUSERS', 'REMOVEUSERS'],
  user: [
    ...([
      'GET',
      'GET_PRIVILEGED',
      'GET_NOTIFICATIONS',
      'SEND_NOTIFICATIONS',
      'GET_ACCESS_KEYS',
      'DELETE_ACCESS_KEYS',
    ] as const),
    ...(['GET_SUBSCRIPTIONS', 'GET_INTERCOM_CHATS', 'DISABLE'] as const),
  ],
})

/** Never people, payments or fees. */
const technician: Rights = together(viewer, {
  location: [
    'SETSTATUS',
    'GETMETRICS',
    'GETEXTDEVICES',
    'EDITEXTDEVICES',
    'GETSECURITYPHOTOS',
    'UPDATE_MAINTENANCE_LOG_ENTRIES',
    'GET_EVENTS',
  ],
  device: ['SETSTATUS', 'FORCESTATUS', 'GETCMDSHISTORY', 'ASSIGNHARDWARE', 'SETDEEPLINK'],
  // Planned work: templates, recurring jobs and rules.
  organization: ['UPDATE_MAINTENANCE_LOG_ENTRIES'],
  hardware: [
    ...(['GET', 'UPDATE', 'GETUNASSIGNED', 'ASSIGNHARDWARE', 'SETDEEPLINK', 'GETCMDSHISTORY'] as const),
    ...(['GETSETTINGS', 'GET_PARAMS', 'SET_PARAMS', 'GET_CONFIG_TEMPLATES'] as const),
  ],
})

/** The provider's first line: both partner roles, plus read access to related resources. */
const support: Rights = together(firstLineSupport, technician, {
  location: ['GET_RESTRICTED_FIELDS', 'GET_PRIVATE_TAGS'],
  device: ['UPDATE'],
  // The track of a vehicle shows how people move: GETMETRICS is given with the other rights over vehicles only here.
  rental_device: ['GET', 'SETSTATUS', 'GETCMDSHISTORY', 'GETMETRICS', 'GET_EVENTS'],
  rental_fleet: ['GET'],
  console_user: ['GET'],
  resource_group: ['GET', 'GETBELONGS', 'GET_RESOURCES'],
})

/** Builds and runs the field: locations, devices, hardware, fees. */
const operations: Rights = together(support, {
  location: [
    ...([
      'CREATE',
      'DELETE',
      'LAUNCH',
      'FORCESTATUS',
      'MODIFYORGANIZATIONS',
      'MODIFY_RESTRICTED_FIELDS',
      'MODIFY_RESTRICTED_DESCRIPTIONS',
    ] as const),
    ...(['GET_SERVICE_FEES', 'UPDATE_SERVICE_FEES'] as const),
  ],
  device: ['CREATE', 'DELETE'],
  hardware: ['CREATE'],
  rental_device: ['CREATE', 'UPDATE', 'DELETE'],
  rental_fleet: ['CREATE', 'UPDATE'],
  subscription: ['CREATE', 'UPDATE', 'MODIFYTARGETS'],
  organization: ['UPDATE', 'GET_SERVICE_FEES', 'UPDATE_SERVICE_FEES', 'GET_NOTIFIER_SUBS', 'MODIFY_NOTIFIER_SUBS'],
  resource_group: ['MODIFYBELONGS'],
})

/** People, organizations and their rights. */
const administrator: Rights = together(operations, {
  organization: ['CREATE'],
  console_user: ['CREATE', 'UPDATE', 'DISABLE', 'GET_AUDIT_LOG', 'MODIFYROLES'],
  // Making roles out of actions that the person holds.
  permission: ['CREATE', 'UPDATE', 'DELETE'],
  user: ['DELETE', 'MODIFYROLES'],
  resource_group: ['CREATE', 'UPDATE', 'MODIFYPERMISSIONS'],
  console: ['GET', 'UPDATE'],
})

/** Everything that exists: only this role has the superadmin fields and the unfinished screens. */
const superadmin: Rights = together(administrator, {
  location: ['GET_SUPERADMIN_FIELDS', 'MODIFY_SUPERADMIN_FIELDS'],
  console: ['DEVELOP'],
})

/** Scopes for machines; granted to no person. */
const service: Rights = {
  permission: ['GET'],
  location: ['GET', 'GETSTATISTICS', 'GETMETRICS'],
  device: ['GET'],
  hardware: ['GET'],
  session: ['GET'],
}

export const defaultRoles = [
  {
    name: 'Viewer',
    category: 'END_CLIENT',
    description: 'Sees locations, sessions, statistics and reports; changes nothing.',
    rights: viewer,
  },
  {
    name: 'Manager',
    category: 'END_CLIENT',
    description: 'The default: sees its locations and keeps their public side, allowlists and reminders.',
    rights: manager,
  },
  {
    name: 'First-line support',
    category: 'PARTNER',
    description: 'For the first line of a distributor only; falls under privacy laws.',
    rights: firstLineSupport,
  },
  {
    name: 'Technician',
    category: 'PARTNER_TECH',
    description: 'For trained operators only: hardware, commands and the maintenance log.',
    rights: technician,
  },
  {
    name: 'Support',
    category: 'INTERNAL',
    description: 'Staff of the provider: helps riders and partners.',
    rights: support,
  },
  {
    name: 'Operations',
    category: 'INTERNAL',
    description: 'Staff of the provider: builds, launches and runs locations.',
    rights: operations,
  },
  {
    name: 'Administrator',
    category: 'INTERNAL',
    description: 'Staff of the provider: people, organizations and their permissions.',
    rights: administrator,
  },
  { name: 'Superadmin', category: 'INTERNAL', description: 'Staff of the provider: everything.', rights: superadmin },
  {
    name: 'Service',
    category: 'SYSTEM_INTERNAL',
    description: 'For machines; must not be given to anyone.',
    rights: service,
  },
] as const satisfies readonly DefaultRole[]

export type RoleName = (typeof defaultRoles)[number]['name']
