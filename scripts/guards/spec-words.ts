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

/** Spec sections 5 and 8: the sentences of what is built. */
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
  'Failed to find resource',
  'Accessing camera failed, check camera permissions',
  'Multiple QR codes detected, please try again',
  'Invalid Hardware ID',
  'Invalid number of IDs',
  'has been updated, reloading the page in 5 seconds',
  'No changes made',
  ...'location|organizations|locations|location devices|service fees|metrics|sessions|hardware|region configurations'
    .split('|')
    .map((noun) => `Fetch ${noun} failed`),
  'Get view link failed',
  ...'Update comment|Create location|Location update|Launching location|Create devices|Delete device|Send command'
    .split('|')
    .map((action) => `${action} failed`),
  ...'Assign hardware|Add external device|SIM update|SMS command|Delete external device|Create point of interest'
    .split('|')
    .map((action) => `${action} failed`),
  ...'Update point of interest|Create console user|Update location status|Update maintenance message'
    .split('|')
    .map((action) => `${action} failed`),
  ...'Fetch allowlists|Fetch allowlist entities|Create allowlist|Add entities|Remove entity|Create notifier subscription'
    .split('|')
    .map((action) => `${action} failed`),
  ...'Fetch target locations|Fetch target devices|Add targets|Remove targets'
    .split('|')
    .map((action) => `${action} failed`),
  'Targets added successfully',
  'Targets removed',
  ...'Fetch subscriptions|Fetch subscribers|Fetch user subscriptions|Remove user|Unsubscribe user'
    .split('|')
    .map((action) => `${action} failed`),
  'User removed successfully',
  'User unsubscribed successfully',
  ...'Fetch payments|Refund payment|Retry payment|Approve payment|Cancel payment|Force end session'
    .split('|')
    .map((action) => `${action} failed`),
  ...'Disable user|Delete user|Fetch messages|Fetch access keys|Fetch intercom chats'
    .split('|')
    .map((action) => `${action} failed`),
  ...'phone number|user id|PIN|RFID-DEC key|RFID key|email address|URL'.split('|').map((input) => `Invalid ${input}`),
  'User not found',
  'Multiple console users found',
  'No users found, check the input or your permissions',
  'Message sent to inbox only, push notification failed',
  'Unknown push status',
  'Skipped',
  'No Push Tokens',
  'Publish Push Failed',
  'Send Push Failed',
  ...'Changing permissions|Save roles|Create organization|Update organization'
    .split('|')
    .map((action) => `${action} failed`),
  'User roles saved',
  'Organization created',
  'Organization updated',
  ...'Create reminder config|Update reminder config|Delete reminder config|Create reminder config group|Update reminder config group|Delete reminder config group'
    .split('|')
    .map((action) => `${action} failed`),
  ...'Rental device restart|Rental device activate|Rental device deactivate|Rental device force end|Force end session'
    .split('|')
    .map((action) => `${action} failed`),
  ...'Fetch maintenance log entries|Create log entry|Update log entry|Delete log entry'
    .split('|')
    .map((action) => `${action} failed`),
  'Skipped',
  'No Push Tokens',
  'Publish Push Failed',
  'Send Push Failed',
  'Location launched successfully',
  'Session ended',
  'Comment updated',
  ...'Fetch hardware config|Fetch config metadata|Fetch config paramsys info|Update hardware config|Apply template|Create mesh|Generate OTP'
    .split('|')
    .map((action) => `${action} failed`),
  'Update low voltage threshold failed',
  ...'Fetch hardware config|Update hardware config|Apply template|Create mesh'
    .split('|')
    .map((action) => `${action} timed out`),
  'Fetch hardware config is taking really long',
  'Template applied successfully',
  ...'Create public area|Update public area|Delete public area'.split('|').map((action) => `${action} failed`),
  'Public area created successfully',
  'Public area not found',
  ...'Fetch reports|Create report|Fetch dashboards|Create dashboard|Update dashboard|Delete dashboard'
    .split('|')
    .map((action) => `${action} failed`),
  'Unsupported report type',
]

const failed = (actions: string): string[] => actions.split('|').map((action) => `${action} failed`)

/**
 * Spec section 8: the sentences of what is not built yet, by feature. A sentence moves to `specSentences` with the route or
 * the screen that says it, so this table only shrinks.
 */
export const laterSentences: Readonly<Record<string, readonly string[]>> = {
  descriptions: failed('Fetch descriptions'),
}

const missing = (wanted: readonly string[], there: readonly string[], what: string): string[] =>
  wanted.filter((one) => !there.includes(one)).map((one) => `${what} ${one} is missing`)

const invented = (expected: readonly string[], present: readonly string[], what: string): string[] =>
  present.filter((one) => !expected.includes(one)).map((one) => `${what} ${one} is not of the specification`)

/** The list of the specification and that of the code are the same. */
export const listFaults = (wanted: readonly string[], there: readonly string[], what: string): string[] => [
  ...missing(wanted, there, what),
  ...invented(wanted, there, what),
]

const sourceText = (files: ProjectFiles): string =>
  pathsOf(files, /^(apps|packages)\/.+\/src\/.+\.tsx?$/)
    .filter((path) => !/\.test\.tsx?$/.test(path))
    .map((path) => files.get(path))
    .join('\n')

/** Each sentence is written out somewhere in the code, so that a search finds it. */
export function sentenceFaults(files: ProjectFiles, sentences: readonly string[]): string[] {
  const text = sourceText(files)
  return sentences.filter((sentence) => !text.includes(sentence)).map((sentence) => `'${sentence}' is nowhere`)
}

/** A sentence of a feature that is said not to be built, and that the code contains. */
export function builtFaults(files: ProjectFiles, later: typeof laterSentences): string[] {
  const text = sourceText(files)
  return Object.entries(later).flatMap(([feature, sentences]) =>
    sentences
      .filter((sentence) => text.includes(`'${sentence}'`))
      .map((sentence) => `'${sentence}' (${feature}) is in the code: move it to specSentences`),
  )
}
