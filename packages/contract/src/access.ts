import { entriesOf } from './certain.ts'
/** Resource types (spec section 3) and actions (spec section 6), and what a route says about who may call it. */

export const resourceTypes = [
  'location',
  'device',
  'rental_device',
  'permission',
  'payment',
  'console_user',
  'whitelist',
  'organization',
  'user',
  'subscription',
  'session',
  'hardware',
  'resource_group',
  'report',
  'console',
  'point_of_interest',
  'rental_fleet',
  'reminders',
  'dashboards',
  'public_area',
] as const
export type ResourceType = (typeof resourceTypes)[number]

export const actions = [
  'LAUNCH',
  'GETSETTINGS',
  'CREATE',
  'UPDATE',
  'GETBELONGS',
  'MODIFYBELONGS',
  'MODIFYPERMISSIONS',
  'MODIFYROLES',
  'GETCMDSHISTORY',
  'GETEXTDEVICES',
  'GETSECURITYPHOTOS',
  'GETSTATISTICS',
  'GETMETRICS',
  'GET_AUDIT_LOG',
  'EDITEXTDEVICES',
  'GET',
  'ADDUSERS',
  'REMOVEUSERS',
  'ADDKEYS',
  'REMOVEKEYS',
  'MODIFYTARGETS',
  'SETDEEPLINK',
  'SETSTATUS',
  'FORCESTATUS',
  'ASSIGNHARDWARE',
  'GETTARGETS',
  'MODIFYORGANIZATIONS',
  'SEND_NOTIFICATIONS',
  'GET_NOTIFICATIONS',
  'GET_NOTIFIER_SUBS',
  'MODIFY_NOTIFIER_SUBS',
  'GETPAYMENTS',
  'MODIFY_DESCRIPTIONS',
  'MODIFY_RESTRICTED_DESCRIPTIONS',
  'MODIFY_PUBLIC_TAGS',
  'GET_PRIVATE_TAGS',
  'DELETE',
  'GET_PARAMS',
  'SET_PARAMS',
  'GET_RESTRICTED_FIELDS',
  'GET_PRIVILEGED',
  'MODIFY_RESTRICTED_FIELDS',
  'GET_SUPERADMIN_FIELDS',
  'MODIFY_SUPERADMIN_FIELDS',
  'GET_RESOURCES',
  'GET_SERVICE_FEES',
  'UPDATE_SERVICE_FEES',
  'GET_ACCESS_KEYS',
  'DELETE_ACCESS_KEYS',
  'GETUNASSIGNED',
  'DEVELOP',
  'READ_FEEDBACK',
  'GET_MAINTENANCE_LOG_ENTRIES',
  'UPDATE_MAINTENANCE_LOG_ENTRIES',
  'CREATE_REPORT',
  'GET_REPORTS',
  'GET_CONFIG_TEMPLATES',
  'DISABLE',
  'RESOLVE_PAYMENT',
  'GET_INTERCOM_CHATS',
  'GET_PARTNER_FIELDS',
  'FORCE_END_SESSION',
  'REFUND',
  'RETRY',
  'GET_EVENTS',
  'GET_SUBSCRIPTIONS',
  'analytics-dashboard:get',
  'analytics-dashboard:create',
  'analytics-dashboard:update',
  'analytics-dashboard:delete',
  'public-area:create',
  'public-area:delete',
  'public-area:get',
  'public-area:update',
] as const
export type Action = (typeof actions)[number]

/** Every type asked about must be held, and every action under it (spec section 5). */
export type Needs = Partial<Record<ResourceType, readonly [Action, ...Action[]]>>

/**
 * Who may call a route. A list of needs is the rule; `public` (no token) and `signed_in` (any person, the handler
 * decides row by row) are the only other values and each carries its reason.
 */
export type RouteAccess = Needs | { public: string } | { signed_in: string }

/** What a person may do: the union over all groups, `{location: ["GET", ...]}` (spec section 6). */
export type PermissionMap = Partial<Record<ResourceType, Action[]>>

export const isPublic = (access: RouteAccess): access is { public: string } => 'public' in access
export const isSignedIn = (access: RouteAccess): access is { signed_in: string } => 'signed_in' in access
export const isNeeds = (access: RouteAccess): access is Needs => !isPublic(access) && !isSignedIn(access)

export const needsOf = (needs: Needs): [ResourceType, readonly Action[]][] => entriesOf(needs)

/** Spec section 5: for every type asked about the person must hold that type and every action; a missing or empty type is false. */
export function holds(map: PermissionMap, needs: Needs): boolean {
  return needsOf(needs).every(([type, wanted]) => {
    const held = map[type]
    return held !== undefined && held.length > 0 && wanted.length > 0 && wanted.every((action) => held.includes(action))
  })
}
