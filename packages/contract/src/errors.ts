import * as z from 'zod'

/** The catalogue: wire code, status, words. Words in quotes in spec section 8 stand here letter for letter. */
export const catalogue = {
  unauthorized: [401, 'Sign in first'],
  account_disabled: [401, 'This account is disabled'],
  forbidden: [403, 'You do not have permission for this'],
  demonstration_only_local: [403, 'The demonstration answers on this machine only'],
  not_found: [404, 'Not found'],
  method_not_allowed: [405, 'This address does not support that method'],
  invalid_path: [400, 'The address is not valid'],
  invalid_query: [400, 'The query is not valid'],
  invalid_cursor: [400, 'The page cursor is not valid'],
  invalid_body: [400, 'The body is not valid'],
  invalid_header: [400, 'A header is not valid'],
  malformed_json: [400, 'The body is not valid JSON'],
  missing_resource_id: [400, 'missing resource id'],
  body_too_large: [413, 'The body is too large'],
  address_too_long: [414, 'The address is too long'],
  headers_too_long: [431, 'The headers are too long'],
  malformed_request: [400, 'The request is not valid HTTP'],
  request_timeout: [408, 'The request was received too slowly'],
  unsupported_media_type: [415, 'The body must be application/json'],
  too_many_requests: [429, 'Too many requests, try again later'],
  conflict: [409, 'Someone else has changed this'],
  idempotency_key_reused: [409, 'This Idempotency-Key was used for another request'],
  answer_not_kept: [409, 'This request was already processed; its response was not kept'],
  selection_too_large: [409, 'At most 50,000 can be selected at once'],
  selection_gone: [409, 'This selection is no longer kept; select again'],
  too_many_background_jobs: [409, 'You have reached the limit of running background jobs; wait until one has finished'],
  too_many_reports: [409, 'Five of your reports are being made already; wait until one has finished'],
  report_is_running: [409, 'This report is being made already'],
  report_is_not_running: [409, 'This report is not being made'],
  report_not_ready: [409, 'This report has no file now: run it again'],
  report_covers_more: [
    403,
    'This report covers locations, people or fields that you may not see; run it again with your rights',
  ],
  too_many_views: [409, 'You have reached the limit of saved views; delete one first'],
  stale_version: [412, 'Someone else has changed this'],
  version_required: [428, 'The If-Match header is missing: it must name the version that is changed'],
  command_not_for_device: [409, 'This device does not support that command'],
  alias_not_unique: [409, 'Several devices have this alias: use the location code and the number'],
  no_camera: [409, 'There is no camera at this location'],
  no_hardware: [409, 'No hardware is assigned to this device'],
  command_already_sent: [409, 'This command has already been sent and can no longer be cancelled'],
  no_otp_secret: [409, 'This hardware has no secret for one-time passwords yet; set it up first'],
  otp_all_issued: [409, 'Every one-time password of the last 24 hours was issued; wait until the next hour'],
  alarm_is_over: [409, 'This alarm is over or was acknowledged already'],
  config_values_missing: [409, 'Values are missing: fetch the settings first'],
  config_outdated: [409, 'The configuration has changed since it was read: fetch the settings first'],
  config_hash_differs: [409, 'The config hash differs across the selected hardware'],
  config_change_running: [409, 'A change of this configuration is still running'],
  unknown_parameter: [409, 'This hardware does not have that parameter'],
  parameter_out_of_range: [409, 'The value is outside of the range of this parameter'],
  secret_parameter: [409, 'A secret cannot be part of a template'],
  no_changes: [409, 'No changes made'],
  firmware_name_differs: [409, 'The template is for hardware with another firmware name'],
  template_name_taken: [409, 'Another template has this name'],
  mesh_needs_controller: [409, 'A mesh needs exactly one controller'],
  mesh_across_places: [409, 'All hardware of a mesh must be at one location or in stock'],
  session_key_unknown: [409, 'The key of the open session is not known here, so it cannot be sent'],
  hardware_already_assigned: [409, 'Hardware already assigned'],
  unknown_hardware: [409, 'Invalid Hardware ID'],
  hardware_of_other_type: [409, 'This hardware is for another type of device'],
  device_number_taken: [409, 'This number was already given to another device of this type'],
  device_numbers_used_up: [409, 'There are not enough numbers left for so many devices of this type'],
  too_many_devices: [409, 'A location can have at most 1,000 devices'],
  location_code_taken: [409, 'This code is or was the code of another location'],
  status_not_next: [409, 'The location cannot change to this status from its current one'],
  launch_checks_missing: [409, 'The location is not ready to be launched'],
  location_in_use: [409, 'Only a location that was never installed and has no devices and no history can be deleted'],
  obsolete_location: [409, 'Obsolete locations must not be repurposed'],
  alias_taken: [409, 'Another device of this location has this alias'],
  device_delete_pending: [409, 'This device is being deleted'],
  session_in_device: [409, 'A session is open in this device; end it first'],
  devices_changed: [409, 'The devices of this location have changed; review them and try again'],
  qr_code_taken: [409, 'Another device has this QR code'],
  qr_code_differs: [409, 'This is not the QR code of this device'],
  no_qr_codes: [409, 'None of these devices has a QR code'],
  rental_action_not_now: [409, 'The rental device does not allow this in its current state'],
  not_rented: [409, 'No rent is open on this rental device'],
  ride_changed: [409, 'Another ride has begun since this was shown; review it and confirm again'],
  session_ended: [409, 'This session has already ended'],
  rental_code_taken: [409, 'Another rental device has this code'],
  fleet_name_taken: [409, 'Another fleet of this organization has this name'],
  import_changed: [409, 'The data has changed since the preview; review the preview again'],
  order_not_imported: [409, 'Existing devices are reordered in the dock plan, not by a file'],
  role_not_held: [403, 'You cannot grant permissions that you do not have'],
  role_for_no_person: [409, 'System-internal roles must not be given to anyone'],
  system_group: [409, 'This group follows the organizations and cannot be changed by hand'],
  follows_another: [409, 'Resources of this type take their groups from another resource'],
  last_superadmin: [409, 'The last superadmin keeps the role'],
  role_name_taken: [409, 'Another role has this name'],
  role_is_default: [409, 'Default roles cannot be changed; make a role out of it instead'],
  role_in_use: [409, 'People hold this role; take it away from them first'],
  organization_name_taken: [409, 'Another organization has this name'],
  internal_link: [400, 'Internal links are not allowed: other organizations can see this'],
  service_account_has_no_invitation: [409, 'A service account signs in with a secret and is not invited'],
  not_a_service_account: [409, 'This console user is a person'],
  two_secrets: [409, 'Two secrets are valid already: revoke one first'],
  secret_of_more_rights: [403, 'This service account holds more than you do, so you cannot sign in as it'],
  own_account: [409, 'You cannot disable yourself'],
  email_taken: [409, 'Another account has this email'],
  disabled_by_provider: [403, 'The provider disabled this person, and only the provider can enable them'],
  person_is_disabled: [409, 'This person is disabled: enable them first'],
  accounts_kept_elsewhere: [
    409,
    'This installation signs in with a hosted identity provider, which manages the accounts',
  ],
  external_id_taken: [409, 'Another point of interest of this organization has this external id'],
  public_area_not_found: [404, 'Public area not found'],
  region_tag_taken: [409, 'A region config with this tag already exists'],
  external_device_id_taken: [409, 'Another external device of this location has this id'],
  iccid_taken: [409, 'ICCID already in use'],
  external_devices_full: [409, 'A location has at most 100 external devices'],
  sim_without_iccid: [409, 'This external device has no ICCID'],
  sim_of_other_provider: [409, 'The SIM of this external device belongs to another provider, which cannot be queried'],
  sim_asked_lately: [429, 'This SIM was just updated; try again later'],
  sms_command_unknown: [409, 'This external device has no such SMS command'],
  service_fee_began: [409, 'This service fee has started: it can be ended, but not deleted or moved to a later start'],
  service_fee_ended: [409, 'This service fee has already ended'],
  invalid_entry: [400, 'Invalid entry'],
  user_not_listed: [404, 'User not found'],
  already_listed: [409, 'Already on this allowlist'],
  allowlist_full: [409, 'An allowlist has at most 5,000 entries'],
  allowlist_active: [409, 'This allowlist is active: switch it off first'],
  inward_url: [409, 'This address points into a private network'],
  messaging_type_fixed: [409, 'The messaging type cannot be changed: create another subscription'],
  not_a_webhook: [409, 'Only webhooks have a secret'],
  access_key_taken: [409, 'This key already belongs to a user'],
  too_many_access_keys: [409, 'A user has at most 20 access keys; delete one first'],
  pin_exists: [409, 'This user already has a PIN; delete it first'],
  user_disabled: [409, 'This user is already disabled'],
  user_enabled: [409, 'This user is not disabled'],
  user_deleted: [409, 'This user was deleted'],
  user_in_session: [409, 'A session of this user is still open; end it first'],
  feedback_status_not_next: [409, 'The feedback cannot change to this status from its current one'],
  feedback_closed: [409, 'This feedback is closed: open it again first'],
  chats_unavailable: [503, 'The chat provider does not answer; try again'],
  log_status_not_next: [409, 'The entry cannot change to this status from its current one'],
  log_entry_closed: [409, 'This entry is closed: it can no longer be changed'],
  verify_own_work: [409, 'Another person must verify what you resolved'],
  assignee_without_right: [409, 'This person cannot work on entries of this location'],
  log_target_elsewhere: [409, 'A target is not a device of this location'],
  log_photos_full: [409, 'An entry has at most 20 photos'],
  log_comments_full: [409, 'An entry has at most 200 comments'],
  price_list_overlaps: [409, 'Another price list is in force here at that time; end it first'],
  price_list_ended: [409, 'This price list has ended'],
  price_list_needs_version: [409, 'A price list keeps at least one version; end the list instead'],
  price_version_began: [409, 'A version that has begun never changes; add a new version'],
  price_versions_out_of_order: [409, 'Each version begins after the one before it'],
  session_already_ended: [409, 'This session has already ended'],
  fee_changed: [409, 'The fee has changed since it was shown; review it and confirm again'],
  payment_not_movable: [409, 'The payment is in a state that does not allow this'],
  refund_too_high: [409, 'This is more than what can still be refunded'],
  webhook_forged: [400, 'The signature of this message is not valid'],
  mail_refused: [422, 'The mail server does not accept mail for this address'],
  mail_unavailable: [503, 'The mail could not be sent; try again'],
  internal: [500, 'Something went wrong :('],
  unavailable: [503, 'The service is starting or its database is unavailable'],
} as const satisfies Record<string, readonly [number, string]>

export type ErrorCode = keyof typeof catalogue

/** Extra fields name what the error is about; the console lists them. */
export type ErrorFields = Record<string, string | number | boolean | null>

export const SingleError = z.looseObject({ error_code: z.string(), error_message: z.string() })
export const BatchErrorItem = z.looseObject({ error_code: z.string(), error_message: z.string() })
export const BatchError = z.looseObject({ error_results: z.array(BatchErrorItem) })
export type SingleError = z.infer<typeof SingleError>
export type BatchError = z.infer<typeof BatchError>

/** Thrown by verbs, turned into the wire form at the edge. `message` replaces the catalogue's words where they need detail. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly fields: ErrorFields
  constructor(code: ErrorCode, fields: ErrorFields = {}, message?: string, options?: ErrorOptions) {
    super(message ?? catalogue[code][1], options)
    this.code = code
    this.fields = fields
  }
  get status(): number {
    return catalogue[this.code][0]
  }
}

/** Some items of a batch failed; what succeeded stays (422). */
export class BatchFailure extends Error {
  readonly error_results: (ErrorFields & { error_code: ErrorCode; error_message: string })[]
  readonly results: unknown[]
  constructor(error_results: BatchFailure['error_results'], results: unknown[] = []) {
    super('batch failed')
    this.error_results = error_results
    this.results = results
  }
}
