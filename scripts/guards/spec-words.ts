import { pathsOf } from './project-files.ts'
import type { ProjectFiles } from './project-files.ts'

/** Spec section 3. */
export const specResourceTypes =
  'location device rental_device permission payment console_user whitelist organization user subscription session hardware resource_group report console point_of_interest rental_fleet reminders dashboards public_area'.split(
    ' ',
  )

/** Spec section 6; the last eight in their unusual spelling (of the permission calls). */
export const specActions = [
  ...'LAUNCH GETSETTINGS CREATE UPDATE GETBELONGS MODIFYBELONGS MODIFYPERMISSIONS MODIFYROLES GETCMDSHISTORY GETEXTDEVICES GETSECURITYPHOTOS GETSTATISTICS GETMETRICS'.split(
    ' ',
  ),
  ...'GET_AUDIT_LOG EDITEXTDEVICES GET ADDUSERS REMOVEUSERS ADDKEYS REMOVEKEYS MODIFYTARGETS SETDEEPLINK SETSTATUS FORCESTATUS ASSIGNHARDWARE GETTARGETS'.split(
    ' ',
  ),
  ...'MODIFYORGANIZATIONS SEND_NOTIFICATIONS GET_NOTIFICATIONS GET_NOTIFIER_SUBS MODIFY_NOTIFIER_SUBS GETPAYMENTS MODIFY_DESCRIPTIONS'.split(
    ' ',
  ),
  ...'MODIFY_RESTRICTED_DESCRIPTIONS MODIFY_PUBLIC_TAGS GET_PRIVATE_TAGS DELETE GET_PARAMS SET_PARAMS GET_RESTRICTED_FIELDS GET_PRIVILEGED'.split(
    ' ',
  ),
  ...'MODIFY_RESTRICTED_FIELDS GET_SUPERADMIN_FIELDS MODIFY_SUPERADMIN_FIELDS GET_RESOURCES GET_SERVICE_FEES UPDATE_SERVICE_FEES GET_ACCESS_KEYS'.split(
    ' ',
  ),
  ...'DELETE_ACCESS_KEYS GETUNASSIGNED DEVELOP READ_FEEDBACK GET_MAINTENANCE_LOG_ENTRIES UPDATE_MAINTENANCE_LOG_ENTRIES CREATE_REPORT GET_REPORTS'.split(
    ' ',
  ),
  ...'GET_CONFIG_TEMPLATES DISABLE RESOLVE_PAYMENT GET_INTERCOM_CHATS GET_PARTNER_FIELDS FORCE_END_SESSION REFUND RETRY GET_EVENTS GET_SUBSCRIPTIONS'.split(
    ' ',
  ),
  ...['analytics-dashboard', 'public-area'].flatMap((name) =>
    ['get', 'create', 'update', 'delete'].map((verb) => `${name}:${verb}`),
  ),
]

/** Spec section 7: the calls with given paths. */
export const specPermissionCalls = [
  'GET /permission/v1/resource-groups',
  'GET /permission/v1/resource-groups/:id/privileged',
  'GET /permission/v1/permission-types-actions',
  'POST /permission/v1/resource-groups',
  'GET /permission/v1/resources/:id/belongs',
  'POST /permission/v1/find-belonging-groups',
  'POST /permission/v2/resources/belongs',
  'GET /permission/v1/roles',
  'GET /permission/v1/resources/:id/roles',
  'POST /permission/v2/resources/roles',
]

/**
 * Spec sections 5 and 8: the quoted sentences that apply to what is built. A feature adds its sentences with its first
 * screen.
 */
export const specSentences = [
  'missing resource id',
  'Missing error messages',
  'scopes not an array',
  'Network Error',
  'missing error response',
  'Invalid error response',
  'Fetch user permissions or roles failed',
  'Error getting refresh token: ',
  'no refresh token returned',
  'Error getting access token: ',
  'Token exchange failed',
  'Token refresh failed',
  'Code verifier not found. Please try logging in again.',
  'No sub in access credentials',
  'Hardware already assigned',
  'Something went wrong :(',
  'Multiple console users found',
  'Message sent to inbox only, push notification failed',
  'Unknown push status',
  'User not found',
  'Unsupported report type',
  'Public area not found',
  'Failed to find resource',
  'Accessing camera failed, check camera permissions',
  'Targets added successfully',
  'Targets removed',
  'User removed successfully',
  'User unsubscribed successfully',
  'Location launched successfully',
  'Organization created',
  'Organization updated',
  'Session ended',
  'Comment updated',
  'Public area created successfully',
  'Template applied successfully',
  'User roles saved',
  'has been updated, reloading the page in 5 seconds',
  'No changes made',
]

const missing = (expected: readonly string[], present: readonly string[], what: string): string[] =>
  expected.filter((one) => !present.includes(one)).map((one) => `${what} ${one} is missing`)

const invented = (expected: readonly string[], present: readonly string[], what: string): string[] =>
  present.filter((one) => !expected.includes(one)).map((one) => `${what} ${one} is not of the specification`)

/** Compares the specification's list with the implemented one. */
export const listFaults = (expected: readonly string[], present: readonly string[], what: string): string[] => [
  ...missing(expected, present, what),
  ...invented(expected, present, what),
]

/** Each sentence is a literal somewhere in the code, so that a search finds it. */
export function sentenceFaults(files: ProjectFiles, sentences: readonly string[]): string[] {
  const sources = pathsOf(files, /^(apps|packages)\/.+\/src\/.+\.tsx?$/).filter((path) => !/\.test\.tsx?$/.test(path))
  const text = sources.map((path) => files.get(path)).join('\n')
  return sentences.filter((sentence) => !text.includes(sentence)).map((sentence) => `'${sentence}' is missing`)
}
