// Written by scripts/generate-tables.ts from the migrated database. Change a migration and run it again.
import type { Generated, GeneratedAlways } from 'kysely'

export interface AccessKeysTable {
  id: string
  user_id: string | null
  type: string
  created_at: string
  key_hash: Buffer | null
  key_sealed: string | null
}

export interface AccountLinksTable {
  account_id: string
  purpose: string
  token_hash: string
  created_at: string
  expires_at: string
  request_key: string | null
  sent_at: string | null
}

export interface AccountsTable {
  id: string
  email: string
  name: Generated<string>
  organization_id: string | null
  password_hash: string | null
  disabled_at: string | null
  created_at: Generated<string>
  updated_at: Generated<string>
}

export interface AlarmsTable {
  id: string
  hardware_id: string
  device_id: string | null
  location_id: string | null
  reason: string
  raised_at: string
  cleared_at: string | null
  acknowledged_at: string | null
  acknowledged_by: string | null
  acknowledgement: string | null
  raised_seq: number | null
  cleared_seq: number | null
}

export interface AllowlistChangesTable {
  id: GeneratedAlways<number>
  hardware_id: string
}

export interface AllowlistEntitiesTable {
  id: string
  allowlist_id: string
  kind: string
  user_id: string | null
  expires_at: string | null
  comment: Generated<string>
  created_by: string | null
  created_at: string
  content_at: string
  version: Generated<number>
  key_hash: Buffer | null
  key_sealed: string | null
}

export interface AllowlistHardwareTable {
  hardware_id: string
  version: number
  content_hash: string
  content_at: string
  keys: number
  is_restricted: boolean
  state: string
  confirmed_version: Generated<number>
  confirmed_content_at: string | null
  confirmed_at: string | null
  command_id: string | null
  failure: string | null
  attempts: Generated<number>
  next_try_at: string
}

export interface AllowlistTargetsTable {
  id: string
  allowlist_id: string
  location_id: string | null
  device_id: string | null
  created_at: string
}

export interface AllowlistsTable {
  id: string
  organization_id: string | null
  name: string
  description: Generated<string>
  visibility: string
  sync: string
  status: string
  created_at: string
  updated_at: string
  version: Generated<number>
}

export interface BackgroundJobFailuresTable {
  job_id: string
  position: number
  failure: unknown
}

export interface BackgroundJobsTable {
  id: string
  person_id: string
  action: string
  arguments: unknown
  title: string
  ids: string[]
  status: string
  total: number
  done: Generated<number>
  failed: Generated<number>
  correlation_id: string
  created_at: string
  ended_at: string | null
}

export interface ChangeSetDevicesTable {
  id: string
  change_set_id: string
  position: number
  hardware_id: string
  device_id: string | null
  location_id: string | null
  wave: number | null
  state: string
  failure: string | null
  changes: unknown
  config_hash: string | null
  is_held: Generated<boolean>
  is_tolerated: Generated<boolean>
  command_id: string | null
  begun_at: string | null
  applied_at: string | null
  ended_at: string | null
  rollback: string | null
  rollback_command_id: string | null
  rollback_failure: string | null
  rollback_begun_at: string | null
  rollback_ended_at: string | null
  rental_device_id: string | null
  fleet_id: string | null
}

export interface ChangeSetsTable {
  id: string
  name: string
  kind: string
  status: string
  halt: string | null
  comment: string
  params: unknown
  template_id: string | null
  template_version: number | null
  channel: string | null
  wave_size: number
  pause_s: number
  max_failed_percent: number
  healthy_within_s: number
  wave: number | null
  wave_ended_at: string | null
  planned_by: string
  planned_at: string
  started_by: string | null
  started_at: string | null
  rolled_back_by: string | null
  ended_at: string | null
}

export interface ClearKeysTable {
  of: string
  id: string
  key: string
}

export interface CommandFiguresTable {
  scope_id: string
  grain: string
  period: string
  commands: number
  succeeded: number
  failed: number
  unhandled: number
  timed_out: number
  latencies: number[]
}

export interface CommandsTable {
  id: string
  hardware_id: string
  device_id: string | null
  location_id: string | null
  name: string
  args: Generated<unknown>
  reason: string | null
  comment: string | null
  actor_kind: string
  requested_by: string | null
  status: string
  step: string
  failure: string | null
  health_at_request: Generated<string>
  created_at: string
  sent_at: string | null
  received_at: string | null
  deadline_at: string
  ended_at: string | null
  result: unknown
  rental_device_id: string | null
  claimed_at: string | null
  cancelled_by: string | null
}

export interface ConfigTemplateVersionsTable {
  id: string
  template_id: string
  version: number
  params: unknown
  comment: string
  created_by: string
  created_at: string
}

export interface ConfigTemplatesTable {
  id: string
  organization_id: string | null
  name: string
  description: Generated<string>
  firmware_name: string
  device_type: string
  params: unknown
  version: Generated<number>
  created_by: string
  updated_by: string
  created_at: string
  updated_at: string
  deleted_at: string | null
}

export interface ConsoleUsersTable {
  id: string
  email: string
  name: string
  position: Generated<string>
  phone: Generated<string>
  comment: Generated<string>
  organization_id: string | null
  created_at: string
  last_signed_in_at: string | null
  disabled_at: string | null
  disabled_reason: string | null
  version: Generated<number>
  search: GeneratedAlways<string>
  is_disabled_by_provider: Generated<boolean>
  kind: Generated<string>
}

export interface ControllerSecretsTable {
  id: string
  controller_id: string
  secret_hash: string
  sealed: string
  command_id: string
  created_at: string
}

export interface ControllersTable {
  hardware_id: string
  mesh_id: Generated<string>
  secret_hash: string | null
  is_online: Generated<boolean>
  online_at: string | null
  created_at: string
  mesh_changed_at: string | null
}

export interface DashboardLinksTable {
  dashboard_id: string
  token: string
  expires_at: string | null
  frame_origins: Generated<string[]>
  created_by: string | null
  created_at: string
}

export interface DashboardLocationsTable {
  dashboard_id: string
  location_id: string
}

export interface DashboardOrganizationsTable {
  dashboard_id: string
  organization_id: string
}

export interface DashboardsTable {
  id: string
  name: string
  organization_id: string
  tiles: unknown
  created_by: string | null
  created_at: string
  updated_at: string
  version: Generated<number>
}

export interface DeletedLocationsTable {
  id: string
  code: string
  label: string
  deleted_at: string
  group_ids: string[]
}

export interface DeniedScansTable {
  id: string
  hardware_id: string
  device_id: string
  location_id: string
  access_key_id: string | null
  user_id: string | null
  key_type: string
  cause: string | null
  steps: unknown
  at: string
}

export interface DeviceDowntimesTable {
  location_id: string
  day: string
  device_id: string
  offline_s: number
}

export interface DeviceEventsTable {
  hardware_id: string
  event_id: string
  received_at: string
}

export interface DeviceOrdersTable {
  location_id: string
  version: Generated<number>
}

export interface DevicesTable {
  id: string
  location_id: string
  number: number
  type: string
  row_label: Generated<string>
  row_number: Generated<number>
  place: Generated<number>
  hardware_id: string | null
  alias: Generated<string>
  comment: Generated<string>
  qr_code: string | null
  qr_update_pending: Generated<boolean>
  delete_pending: Generated<boolean>
  created_at: string
  version: Generated<number>
  deleted_at: string | null
  delete_asked_at: string | null
  former_qr_code: string | null
  hardware_assigned_at: string | null
}

export interface EventsTable {
  id: string
  at: string
  actor_kind: string
  actor_id: string | null
  actor_name: string | null
  feature: string
  verb: string
  resource_type: string
  resource_id: string
  resource_name: string | null
  visible_through_id: string | null
  before: unknown
  after: unknown
  reason: string | null
  correlation_id: string
  device_id: string | null
}

export interface ExternalDevicesTable {
  id: string
  location_id: string
  name: string
  type: string
  external_id: string
  iccid: string | null
  msisdn: string | null
  sim_provider: string
  sim_status: Generated<string>
  sim_status_at: string | null
  sim_status_word: string | null
  sim_status_source: string | null
  sim_update: Generated<string>
  sim_update_id: string | null
  sim_update_at: string | null
  sim_update_failure: string | null
  sms_commands: Generated<unknown>
  links: Generated<unknown>
  comment: Generated<string>
  instructions: Generated<string>
  created_at: string
  updated_at: string
  version: Generated<number>
  deleted_at: string | null
}

export interface FeedbackTable {
  id: string
  user_id: string
  parking_session_id: string | null
  rental_session_id: string | null
  location_id: string | null
  type: string
  subject: string
  text: Generated<string>
  rating: number | null
  status: Generated<string>
  answer_text: string | null
  answered_at: string | null
  answered_by: string | null
  app_id: string
  created_at: string
  updated_at: string
  version: Generated<number>
  recorded_by: string | null
}

export interface FeedbackPhotosTable {
  id: string
  feedback_id: string
  bytes: number
  width: number
  height: number
  created_at: string
}

export interface FirmwareReleasesTable {
  id: string
  firmware_name: string
  channel: string
  version: string
  notes: Generated<string>
  released_at: string
  released_by: string | null
}

export interface FoundationLaidTable {
  role: string
  resource_type: string
  action: string
}

export interface GatewayLivesTable {
  started_at: string
  alive_at: string
}

export interface HardwareTable {
  hardware_id: string
  controller_id: string
  type: string
  mac_address: Generated<string>
  comment: Generated<string>
  created_at: string
  version: Generated<number>
  alarms_off_until: string | null
}

export interface HardwareAssignmentsTable {
  id: string
  hardware_id: string
  device_id: string
  location_id: string
  assigned_at: string
  removed_at: string | null
  assigned_by: string | null
  removed_by: string | null
}

export interface HardwareConfigChangesTable {
  id: string
  batch_id: string
  hardware_id: string
  device_id: string | null
  location_id: string | null
  template_id: string | null
  template_version: number | null
  changes: unknown
  comment: string
  requested_by: string
  created_at: string
  set_command_id: string
  read_command_id: string | null
  verified_at: string | null
  differs: string[] | null
}

export interface HardwareConfigsTable {
  id: string
  hardware_id: string
  config_hash: string
  params: unknown
  read_at: string
  confirmed_at: string
  command_id: string
}

export interface HardwareDaysTable {
  hardware_id: string
  bucket_from: string
  beats: number
  online_s: number
  rssi_min_dbm: number | null
  wifi_rssi_min_dbm: number | null
  supply_min_mv: number | null
  temperature_min_c: number | null
  temperature_max_c: number | null
  rssi_max_dbm: number | null
  rssi_sum_dbm: number | null
  wifi_rssi_max_dbm: number | null
  wifi_rssi_sum_dbm: number | null
  wifi_rssi_count: number | null
  supply_max_mv: number | null
  supply_sum_mv: number | null
  temperature_sum_c: number | null
  temperature_count: number | null
}

export interface HardwareFiveMinutesTable {
  hardware_id: string
  bucket_from: string
  beats: number
  online_s: number
  rssi_min_dbm: number | null
  wifi_rssi_min_dbm: number | null
  supply_min_mv: number | null
  temperature_min_c: number | null
  temperature_max_c: number | null
  rssi_max_dbm: number | null
  rssi_sum_dbm: number | null
  wifi_rssi_max_dbm: number | null
  wifi_rssi_sum_dbm: number | null
  wifi_rssi_count: number | null
  supply_max_mv: number | null
  supply_sum_mv: number | null
  temperature_sum_c: number | null
  temperature_count: number | null
}

export interface HardwareHoursTable {
  hardware_id: string
  bucket_from: string
  beats: number
  online_s: number
  rssi_min_dbm: number | null
  wifi_rssi_min_dbm: number | null
  supply_min_mv: number | null
  temperature_min_c: number | null
  temperature_max_c: number | null
  rssi_max_dbm: number | null
  rssi_sum_dbm: number | null
  wifi_rssi_max_dbm: number | null
  wifi_rssi_sum_dbm: number | null
  wifi_rssi_count: number | null
  supply_max_mv: number | null
  supply_sum_mv: number | null
  temperature_sum_c: number | null
  temperature_count: number | null
}

export interface HardwareIntakesTable {
  id: string
  hardware_id: string
  state: Generated<string>
  type: string
  mac_address: string
  mesh_id: string
  firmware_name: string
  firmware_version: string
  pcb_version: string
  protocol_version: string
  children: Generated<unknown>
  boots: Generated<number>
  first_seen_at: string
  last_seen_at: string
  decided_by: string | null
  decided_at: string | null
  comment: Generated<string>
  sealed_secret: string | null
  command_id: string | null
}

export interface HardwareStateTable {
  hardware_id: string
  seq: Generated<number>
  last_heartbeat_at: string | null
  rssi_dbm: number | null
  wifi_ssid: string | null
  wifi_rssi_dbm: number | null
  supply_mv: number | null
  temperature_c: number | null
  uptime_s: number | null
  clock_off_s: number | null
  dock_state: Generated<string>
  dock_state_since: string | null
  dock_state_seq: Generated<number>
  firmware_name: string | null
  firmware_version: string | null
  pcb_version: string | null
  protocol_version: string | null
  config_hash: string | null
  bucket_from: string | null
  bucket_beats: Generated<number>
  bucket_online_s: Generated<number>
  bucket_rssi_min_dbm: number | null
  bucket_wifi_rssi_min_dbm: number | null
  bucket_supply_min_mv: number | null
  bucket_temperature_min_c: number | null
  bucket_temperature_max_c: number | null
  described_at: string | null
  bucket_rssi_max_dbm: number | null
  bucket_rssi_sum_dbm: number | null
  bucket_wifi_rssi_max_dbm: number | null
  bucket_wifi_rssi_sum_dbm: number | null
  bucket_wifi_rssi_count: number | null
  bucket_supply_max_mv: number | null
  bucket_supply_sum_mv: number | null
  bucket_temperature_sum_c: number | null
  bucket_temperature_count: number | null
  dock_state_received_at: string | null
  boot_seq: Generated<number>
}

export interface IdempotencyKeysTable {
  person_id: string
  key: string
  request_hash: Buffer
  created_at: string
  sealed_reply: string | null
}

export interface IdentityKeysTable {
  name: string
  value: string
  is_sealed: boolean
  created_at: Generated<string>
}

export interface InstallationTable {
  key: string
  value: unknown
}

export interface KeptPricesTable {
  session_id: string
  price_version_id: string
  free_minutes: number
  time_zone: string
  kept_at: string
  lines: unknown
  total_minor: number | null
  waiver: string | null
}

export interface KeyScansTable {
  hardware_id: string
  access_key_id: string | null
  scanned_at: string
  seq: number
}

export interface ListLayoutsTable {
  person_id: string
  list: string
  layout: unknown
  updated_at: string
}

export interface LocationCodesTable {
  code: string
  location_id: string
}

export interface LocationStatusPeriodsTable {
  id: GeneratedAlways<number>
  location_id: string
  status: string
  from_at: string
  to_at: string | null
}

export interface LocationsTable {
  id: string
  code: string
  label: string
  address: string
  state: Generated<string>
  city: Generated<string>
  district: Generated<string>
  country: string
  type: string
  generation: string
  status: string
  power_save: Generated<string>
  use_case: string | null
  latitude: number | null
  longitude: number | null
  time_zone: string
  icon_type: string
  public_tags: Generated<string[]>
  private_tags: Generated<string[]>
  hidden_admin_description: Generated<string>
  is_free: Generated<boolean>
  has_booking: Generated<boolean>
  has_app_parking: Generated<boolean>
  has_rfid_parking: Generated<boolean>
  has_e_charging: Generated<boolean>
  is_publicly_visible: Generated<boolean>
  has_camera: Generated<boolean>
  has_auto_restarts: Generated<boolean>
  free_parking_hours: Generated<number>
  free_parking_summary: Generated<string>
  free_parking_details: Generated<string>
  support_phone: Generated<string>
  support_email: Generated<string>
  terms_url: Generated<string>
  bubble_orange_hours: Generated<number>
  bubble_red_hours: Generated<number>
  owner_id: string | null
  operator_id: string | null
  distributor_id: string | null
  reseller_id: string | null
  created_at: string
  updated_at: string
  launched_at: string | null
  version: Generated<number>
  search: GeneratedAlways<string>
  restricted_description: Generated<string>
  public_tag_words: GeneratedAlways<string[]>
  private_tag_words: GeneratedAlways<string[]>
  installed_at: string | null
  overstay_limit_h: number | null
}

export interface MaintenanceHoursTable {
  organization_id: string
  time_zone: string
  days: number[]
  opens: string
  closes: string
  updated_at: string
  version: Generated<number>
}

export interface MaintenanceLogCalendarsTable {
  person_id: string
  secret_hash: Buffer
  scope: string
  created_at: string
  read_at: string | null
}

export interface MaintenanceLogCommentsTable {
  id: string
  entry_id: string
  text: string
  created_by: string | null
  created_at: string
}

export interface MaintenanceLogEntriesTable {
  id: string
  number: Generated<number>
  location_id: string
  description: string
  type: string
  priority: string
  resource: string
  status: string
  status_at: string
  reason: Generated<string>
  resolution: Generated<string>
  old_firmware_version: Generated<string>
  new_firmware_version: Generated<string>
  time_spent_minutes: Generated<number>
  cost: number | null
  currency: string | null
  due_at: string
  is_due_chosen: Generated<boolean>
  overdue_told_at: string | null
  assignee_id: string | null
  created_by: string | null
  resolved_by: string | null
  resolved_at: string | null
  verified_by: string | null
  created_at: string
  updated_at: string
  version: Generated<number>
  plan_id: string | null
}

export interface MaintenanceLogPhotosTable {
  id: string
  entry_id: string
  bytes: number
  width: number
  height: number
  created_by: string | null
  created_at: string
}

export interface MaintenanceLogTargetsTable {
  entry_id: string
  device_id: string
}

export interface MaintenanceMessagesTable {
  id: string
  location_id: string
  text: string
  starts_at: string
  ends_at: string | null
  created_by: string | null
  created_at: string
}

export interface MeshChangesTable {
  id: string
  controller_id: string
  mesh_id: string
  hardware_ids: string[]
  command_id: string
  requested_by: string
  created_at: string
  applied_at: string | null
}

export interface NoticesTable {
  id: string
  person_id: string
  kind: string
  resource_id: string
  created_at: string
  read_at: string | null
  payload: unknown
}

export interface NotifierAttemptsTable {
  id: string
  message_id: string
  at: string
  duration_ms: number
  status_code: number | null
  response: Generated<string>
  failure: string | null
}

export interface NotifierMessagesTable {
  id: string
  subscription_id: string
  kind: string
  payload: unknown
  state: string
  attempts: Generated<number>
  next_try_at: string | null
  created_at: string
  ended_at: string | null
  queued_at: string | null
}

export interface NotifierNoticesTable {
  subscription_id: string
  event_id: string
  at: string
  message_id: string | null
}

export interface NotifierSubscriptionsTable {
  id: string
  organization_id: string
  event: string
  messaging_type: string
  type: string
  url: string
  description: Generated<string>
  secret: string | null
  former_secret: string | null
  former_secret_until: string | null
  created_by: string | null
  created_at: string
  updated_at: string
  version: Generated<number>
}

export interface OidcPayloadsTable {
  model: string
  id: string
  payload: unknown
  grant_id: string | null
  uid: string | null
  expires_at: string
  consumed_at: string | null
}

export interface OneTimePasswordsTable {
  secret_id: string
  step: number
  hardware_id: string
  issued_to: string
  issued_at: string
}

export interface OrganizationsTable {
  id: string
  name: string
  phone: Generated<string>
  email: Generated<string>
  link: Generated<string>
  comment: Generated<string>
  tags: Generated<string[]>
  created_at: string
  version: Generated<number>
  updated_at: Generated<string>
}

export interface OtpSecretsTable {
  id: string
  hardware_id: string
  sealed: string
  command_id: string
  created_at: string
  activated_at: string | null
  retired_at: string | null
}

export interface OutagesTable {
  id: string
  location_id: string
  device_id: string | null
  hardware_id: string | null
  began_at: string
  raised_at: string
  confirmed_at: string | null
  repeated_at: string | null
  repeats: Generated<number>
  well_since: string | null
  cleared_at: string | null
  ended_at: string | null
  clearing: string | null
  folded_into: string | null
  acknowledged_at: string | null
  acknowledged_by: string | null
  assignee_id: string | null
  muted_until: string | null
  note: Generated<string>
  version: Generated<number>
}

export interface OverstayRecordsTable {
  id: string
  session_id: string
  number: number
  step: string | null
  action: string
  at: string
  actor_kind: string
  actor_id: string | null
  actor_name: string | null
  reason: string
  due_at: string | null
}

export interface OverstayRulesTable {
  region_id: string
  is_enabled: boolean
  reminder_after_h: number | null
  notice_after_h: number | null
  fee_after_h: number | null
  objection_h: number
  fee_minor: number | null
  currency: string | null
  removal_after_h: number | null
  storage_days: number
  hold_minutes: number
  updated_at: string
}

export interface OverstaysTable {
  session_id: string
  location_id: string
  limit_h: number
  exceeded_at: string
  step: string | null
  state: string
  due_at: string | null
  skipped_step: string | null
  keep_until: string | null
  log_entry_id: string | null
  fee_minor: number | null
  currency: string | null
  fee_status: string | null
  payment_id: string | null
  outcome: string | null
  opened_at: string
  closed_at: string | null
  updated_at: string
  version: Generated<number>
}

export interface ParkingSessionsTable {
  id: string
  location_id: string
  device_id: string
  device_type: string
  user_id: string | null
  access_key_id: string | null
  status: string
  how_ended: string | null
  started_at: string
  ended_at: string | null
  fee_minor: Generated<number>
  currency: string | null
  payment_state: Generated<string>
  rating: number | null
  comment: string | null
  version: Generated<number>
  updated_at: string
}

export interface PasskeysTable {
  id: string
  account_id: string
  public_key: Buffer
  counter: number
  transports: string[]
  label: string
  created_at: string
  last_used_at: string | null
}

export interface PaymentAttemptReferencesTable {
  attempt_id: string
  reference: string
  noted_at: string
}

export interface PaymentAttemptsTable {
  id: string
  payment_id: string
  number: number
  kind: string
  amount_minor: number
  reason: Generated<string>
  actor_kind: string
  actor_id: string | null
  actor_name: string | null
  created_at: string
}

export interface PaymentDifferencesTable {
  id: string
  provider: string
  day: string
  kind: string
  movement: string
  reference: string
  payment_id: string | null
  ours_minor: number | null
  theirs_minor: number | null
  currency: string
  found_at: string
  resolved_at: string | null
}

export interface PaymentEntriesTable {
  id: string
  payment_id: string
  number: number
  attempt_id: string | null
  kind: string
  amount_minor: number
  debit: string | null
  credit: string | null
  provider_result: string | null
  reference: string | null
  at: string
}

export interface PaymentMethodsTable {
  id: string
  user_id: string
  provider: string
  customer_reference: Generated<string>
  reference: string
  brand: string
  last_digits: string
  created_at: string
  removed_at: string | null
}

export interface PaymentsTable {
  id: string
  type: string
  parking_session_id: string | null
  rental_session_id: string | null
  subscription_id: string | null
  charge_key: string
  user_id: string | null
  visible_through_type: string
  visible_through_id: string
  amount_minor: number
  currency: string
  captured_minor: Generated<number>
  refunding_minor: Generated<number>
  refunded_minor: Generated<number>
  state: string
  provider: Generated<string>
  reference: string | null
  method: Generated<string>
  provider_result: string | null
  reason: string | null
  due_at: string | null
  tries: Generated<number>
  created_at: string
  updated_at: string
  version: Generated<number>
}

export interface PeopleFiguresTable {
  scope_id: string
  kind: string
  grain: string
  period: string
  people: number
}

export interface PermissionViewsTable {
  id: string
  viewer_id: string
  sign_in_id: string | null
  console_user_id: string | null
  role_id: string | null
  group_id: string | null
  began_at: string
  ends_at: string
}

export interface PointsOfInterestTable {
  id: string
  organization_id: string | null
  label: string
  type: string
  icon_type: string
  access_level: string
  latitude: number
  longitude: number
  description: Generated<string>
  external_id: Generated<string>
  location_id: string | null
  created_at: string
  updated_at: string
  version: Generated<number>
}

export interface PriceListVersionsTable {
  id: string
  price_list_id: string
  number: number
  valid_from: string
  currency: string
  starting_minor: number
  free_minutes: number
  minute_minor: number
  hour_minor: number
  day_minor: number
  day_cap_minor: number | null
  stay_cap_minor: number | null
  first_used_at: string | null
  created_at: string
  created_by: string | null
}

export interface PriceListsTable {
  id: string
  target_type: string
  target_id: string
  name: string
  ends_at: string | null
  created_at: string
  updated_at: string
  version: Generated<number>
}

export interface PublicAreaChecksTable {
  area_id: string
  checked_at: string
  feeds: unknown
  problems: number
}

export interface PublicAreaLocationsTable {
  area_id: string
  location_id: string
}

export interface PublicAreasTable {
  id: string
  organization_id: string
  name: string
  description: string
  created_at: string
  updated_at: string
  version: Generated<number>
}

export interface PushTokensTable {
  token: string
  user_id: string
  platform: string
  created_at: string
}

export interface RecoveryCodesTable {
  account_id: string
  hash: Buffer
}

export interface RegionConfigsTable {
  id: string
  tag: string
  name: string
  status: string
  created_at: string
  updated_at: string
  version: Generated<number>
}

export interface ReminderConfigLocationsTable {
  config_id: string
  location_id: string
}

export interface ReminderConfigsTable {
  id: string
  group_id: string
  status: string
  activation_at: string
  period: string
  min_hours: number
  subject: string
  message: string
  generate_notification: boolean
  schedule: Generated<number>
  runs_after: string
  created_at: string
  updated_at: string
  version: Generated<number>
}

export interface ReminderGroupsTable {
  id: string
  organization_id: string | null
  name: string
  description: string
  created_at: string
  updated_at: string
  version: Generated<number>
}

export interface ReminderNoticesTable {
  id: string
  group_id: string
  config_id: string
  schedule: number
  period_number: number
  session_id: string
  location_id: string
  device_id: string
  user_id: string | null
  subject: string
  run_at: string
  created_at: string
  push_status: string | null
  message_id: string | null
}

export interface ReminderRunsTable {
  config_id: string
  schedule: number
  time_zone: string
  period_number: number
  run_at: string
  done_at: string
  is_skipped: boolean
  notices: number
}

export interface RentalDeviceStatesTable {
  rental_device_id: string
  latitude: number | null
  longitude: number | null
  speed_kmh: number | null
  battery_percent: number | null
  position_at: string | null
  position_seq: Generated<number>
  moved_at: string | null
  still_latitude: number | null
  still_longitude: number | null
  location_id: string | null
  battery_seq: Generated<number>
}

export interface RentalDevicesTable {
  id: string
  fleet_id: string
  code: string
  hardware_id: string | null
  state: Generated<string>
  state_since: string
  state_seq: Generated<number>
  comment: Generated<string>
  created_at: string
  updated_at: string
  version: Generated<number>
}

export interface RentalFleetsTable {
  id: string
  organization_id: string | null
  name: string
  description: Generated<string>
  area: Generated<unknown>
  time_zone: Generated<string>
  ride_orange_hours: Generated<number>
  ride_red_hours: Generated<number>
  created_at: string
  updated_at: string
  version: Generated<number>
  vehicle_kind: Generated<string>
}

export interface RentalPositionsTable {
  rental_device_id: string
  at: string
  latitude: number
  longitude: number
  speed_kmh: number | null
  battery_percent: number | null
}

export interface RentalSessionsTable {
  id: string
  fleet_id: string
  rental_device_id: string
  user_id: string | null
  access_key_id: string | null
  status: string
  how_ended: string | null
  started_at: string
  ended_at: string | null
  start_location_id: string | null
  start_device_id: string | null
  start_latitude: number | null
  start_longitude: number | null
  end_location_id: string | null
  end_device_id: string | null
  end_latitude: number | null
  end_longitude: number | null
  is_ended_outside: Generated<boolean>
  distance_m: number | null
  fee_minor: Generated<number>
  currency: string | null
  is_fee_waived: Generated<boolean>
  payment_state: Generated<string>
  rating: number | null
  comment: string | null
  version: Generated<number>
  updated_at: string
}

export interface ReportsTable {
  id: string
  organization_id: string | null
  description: string
  type: string
  format: string
  location_ids: Generated<string[]>
  tags: Generated<string[]>
  of_organization_id: string | null
  timeframe: string
  from_day: string
  to_day: string
  status: string
  attempt: Generated<number>
  rows_done: Generated<number>
  bytes: number | null
  failure: string | null
  has_people: Generated<boolean>
  covered_ids: Generated<string[]>
  covered_by_right: Generated<unknown>
  preview: unknown
  repeats_monthly: Generated<boolean>
  repeat_of: string | null
  run_by: string
  created_by: string
  created_at: string
  started_at: string | null
  ended_at: string | null
  expires_at: string | null
  updated_at: string
  version: Generated<number>
  repeats_by: string | null
}

export interface ResourceGroupMembersTable {
  resource_type: string
  resource_id: string
  group_id: string
  added_at: string | null
  added_by: string | null
}

export interface ResourceGroupsTable {
  id: string
  name: string
  description: string
  type: string
  covers_everything: Generated<boolean>
  organization_id: string | null
  organization_part: string | null
  created_by: string | null
  created_at: string
  version: Generated<number>
}

export interface RevenueFiguresTable {
  scope_id: string
  grain: string
  period: string
  currency: string
  payments: number
  captured_minor: number
  refunds: number
  refunded_minor: number
}

export interface RevokedGrantsTable {
  grant_id: string
  revoked_at: string
}

export interface RoleActionsTable {
  role_id: string
  resource_type: string
  action: string
}

export interface RoleGrantsTable {
  person_id: string
  group_id: string
  role_id: string
  view_id: string | null
  console_user_id: GeneratedAlways<string | null>
}

export interface RolesTable {
  id: string
  name: string
  category: string | null
  description: string
  organization_id: string | null
  created_by: string | null
  created_at: Generated<string>
  version: Generated<number>
}

export interface RollupMarksTable {
  id: GeneratedAlways<number>
  family: string
  place_id: string
  from_at: string
  to_at: string | null
}

export interface SavedViewsTable {
  id: string
  person_id: string
  list: string
  name: string
  search: string
  created_at: string
  organization_id: string | null
}

export interface SecondFactorStepsTable {
  place: string
  account_id: string
  challenge: string | null
  new_secret: string | null
  is_sealed: Generated<boolean>
  passed_at: string | null
  expires_at: string
}

export interface SecurityPhotosTable {
  id: string
  location_id: string
  device_id: string | null
  hardware_id: string
  command_id: string
  taken_at: string
  user_id: string | null
  reason: string
  comment: string | null
  bytes: number
  width: number
  height: number
  created_at: string
  deleting_since: string | null
  views: Generated<number>
}

export interface SelectionsTable {
  id: string
  person_id: string
  resource_type: string
  ids: string[]
  created_at: string
}

export interface ServiceClientsTable {
  id: string
  allowed_networks: Generated<string[]>
  created_at: string
}

export interface ServiceFeesTable {
  id: string
  location_id: string | null
  organization_id: string | null
  service: string
  comment: Generated<string>
  fee: number
  currency: string
  period: string
  start_date: string
  end_date: string | null
  paid_at: string | null
  created_at: string
  updated_at: string
  version: Generated<number>
}

export interface ServiceSecretsTable {
  id: string
  client_id: string
  hash: Buffer
  hint: string
  created_at: string
  expires_at: string
  last_used_at: string | null
}

export interface SessionFiguresTable {
  scope_id: string
  kind: string
  grain: string
  period: string
  currency: string
  sessions: number
  ended: number
  forced: number
  cancelled: number
  seconds: number
  fee_minor: number
  distance_m: number
  ratings: number
  rating_sum: number
}

export interface SignInAttemptsTable {
  account: string
  address: string
  attempted_at: string[]
  is_refused: Generated<boolean>
  last_at: string
}

export interface SignInLocksTable {
  account: string
  window_began_at: string
  attempts: number
  locks: Generated<number>
  locked_until: string | null
  is_refused: Generated<boolean>
  last_at: string
}

export interface SignInsTable {
  grant_id: string
  account_id: string
  signed_in_at: string
  last_used_at: string
  user_agent: string
  address: string
  second_factor_at: string | null
}

export interface SimAskingsTable {
  iccid: string
  asked_at: string
}

export interface SimMessagesTable {
  id: string
  external_device_id: string
  command_name: string
  payload: string
  iccid: string
  msisdn: string | null
  status: string
  failure: string | null
  answer: string | null
  source: string | null
  provider_message_id: string | null
  requested_by: string | null
  created_at: string
  sent_at: string | null
  ended_at: string | null
}

export interface SimulatedMovementsTable {
  key: string
  kind: string
  reference: string
  payment_id: string
  amount_minor: number
  currency: string
  card: string
  result: string
  provider_result: string | null
  answers_at: string
  created_at: string
}

export interface SubscribersTable {
  id: string
  subscription_id: string
  user_id: string
  status: string
  period: string
  fee_minor: number
  currency: string
  holds_place: boolean
  joined_at: string
  anchor_at: string | null
  periods: Generated<number>
  expires_at: string | null
  renewal_at: string | null
  auto_renew: boolean
  cycle: Generated<number>
  paid_cycle: Generated<number>
  payment_id: string | null
  retries: Generated<number>
  retry_at: string | null
  is_refund_due: Generated<boolean>
  ended_at: string | null
  updated_at: string
  version: Generated<number>
  past_periods: Generated<string>
}

export interface SubscriptionTargetsTable {
  id: string
  subscription_id: string
  location_id: string | null
  device_id: string | null
  created_at: string
}

export interface SubscriptionsTable {
  id: string
  organization_id: string | null
  name: string
  description: Generated<string>
  is_active: boolean
  is_exclusive: boolean
  max_capacity: number
  places_taken: Generated<number>
  currency: string
  day_fee_minor: number | null
  week_fee_minor: number | null
  month_fee_minor: number | null
  time_zone: string
  created_at: string
  updated_at: string
  version: Generated<number>
}

export interface SupportCaseNotesTable {
  id: string
  case_id: string
  text: string
  created_by: string | null
  created_at: string
}

export interface SupportCasesTable {
  id: string
  number: Generated<number>
  status: Generated<string>
  subject: string
  reason: string | null
  user_id: string
  location_id: string | null
  device_id: string | null
  session_id: string | null
  log_entry_id: string | null
  created_by: string | null
  created_at: string
  updated_at: string
  closed_by: string | null
  closed_at: string | null
  version: Generated<number>
}

export interface TotpSecretsTable {
  account_id: string
  secret: string
  is_sealed: boolean
  last_step: number
  created_at: string
}

export interface UptimeFiguresTable {
  scope_id: string
  grain: string
  period: string
  online_s: number
  partly_s: number
  offline_s: number
  maintenance_s: number
  incidents: number
  recovered: number
  repair_s: number
  counted_until: string | null
}

export interface UsageFiguresTable {
  scope_id: string
  grain: string
  period: string
  occupied_s: number
  median_s: number | null
  starts_by_hour: number[]
  occupied_s_by_hour: number[]
  counted_until: string | null
}

export interface UserMessagesTable {
  id: string
  user_id: string
  text: string
  link: Generated<string>
  sent_by: string | null
  created_at: string
  read_at: string | null
  push_status: string | null
}

export interface UsersTable {
  id: string
  name: string
  phone: string | null
  email: string | null
  language: Generated<string>
  country_code: string
  created_at: string
  last_signed_in_at: string | null
  disabled_at: string | null
  disabled_reason: string | null
  search: GeneratedAlways<string>
  region: Generated<string>
  app_version: string | null
  app_platform: string | null
  deleted_at: string | null
  version: Generated<number>
}

export interface WorkPlanCausesTable {
  plan_id: string
  cause_id: string
  entry_id: string | null
  seen_at: string
  ended_at: string | null
}

export interface WorkPlanLocationsTable {
  plan_id: string
  location_id: string
}

export interface WorkPlanRunsTable {
  plan_id: string
  schedule: number
  number: number
  run_at: string
  done_at: string
  entries: number
}

export interface WorkPlansTable {
  id: string
  organization_id: string
  kind: string
  status: string
  name: string
  description: string
  type: string
  priority: string
  resource: string
  starts_at: string | null
  period: string | null
  every: Generated<number>
  triggers: Generated<string[]>
  schedule: Generated<number>
  active_since: string
  created_at: string
  updated_at: string
  version: Generated<number>
}

export interface Database {
  access_keys: AccessKeysTable
  account_links: AccountLinksTable
  accounts: AccountsTable
  alarms: AlarmsTable
  allowlist_changes: AllowlistChangesTable
  allowlist_entities: AllowlistEntitiesTable
  allowlist_hardware: AllowlistHardwareTable
  allowlist_targets: AllowlistTargetsTable
  allowlists: AllowlistsTable
  background_job_failures: BackgroundJobFailuresTable
  background_jobs: BackgroundJobsTable
  change_set_devices: ChangeSetDevicesTable
  change_sets: ChangeSetsTable
  clear_keys: ClearKeysTable
  command_figures: CommandFiguresTable
  commands: CommandsTable
  config_template_versions: ConfigTemplateVersionsTable
  config_templates: ConfigTemplatesTable
  console_users: ConsoleUsersTable
  controller_secrets: ControllerSecretsTable
  controllers: ControllersTable
  dashboard_links: DashboardLinksTable
  dashboard_locations: DashboardLocationsTable
  dashboard_organizations: DashboardOrganizationsTable
  dashboards: DashboardsTable
  deleted_locations: DeletedLocationsTable
  denied_scans: DeniedScansTable
  device_downtimes: DeviceDowntimesTable
  device_events: DeviceEventsTable
  device_orders: DeviceOrdersTable
  devices: DevicesTable
  events: EventsTable
  external_devices: ExternalDevicesTable
  feedback: FeedbackTable
  feedback_photos: FeedbackPhotosTable
  firmware_releases: FirmwareReleasesTable
  foundation_laid: FoundationLaidTable
  gateway_lives: GatewayLivesTable
  hardware: HardwareTable
  hardware_assignments: HardwareAssignmentsTable
  hardware_config_changes: HardwareConfigChangesTable
  hardware_configs: HardwareConfigsTable
  hardware_days: HardwareDaysTable
  hardware_five_minutes: HardwareFiveMinutesTable
  hardware_hours: HardwareHoursTable
  hardware_intakes: HardwareIntakesTable
  hardware_state: HardwareStateTable
  idempotency_keys: IdempotencyKeysTable
  identity_keys: IdentityKeysTable
  installation: InstallationTable
  kept_prices: KeptPricesTable
  key_scans: KeyScansTable
  list_layouts: ListLayoutsTable
  location_codes: LocationCodesTable
  location_status_periods: LocationStatusPeriodsTable
  locations: LocationsTable
  maintenance_hours: MaintenanceHoursTable
  maintenance_log_calendars: MaintenanceLogCalendarsTable
  maintenance_log_comments: MaintenanceLogCommentsTable
  maintenance_log_entries: MaintenanceLogEntriesTable
  maintenance_log_photos: MaintenanceLogPhotosTable
  maintenance_log_targets: MaintenanceLogTargetsTable
  maintenance_messages: MaintenanceMessagesTable
  mesh_changes: MeshChangesTable
  notices: NoticesTable
  notifier_attempts: NotifierAttemptsTable
  notifier_messages: NotifierMessagesTable
  notifier_notices: NotifierNoticesTable
  notifier_subscriptions: NotifierSubscriptionsTable
  oidc_payloads: OidcPayloadsTable
  one_time_passwords: OneTimePasswordsTable
  organizations: OrganizationsTable
  otp_secrets: OtpSecretsTable
  outages: OutagesTable
  overstay_records: OverstayRecordsTable
  overstay_rules: OverstayRulesTable
  overstays: OverstaysTable
  parking_sessions: ParkingSessionsTable
  passkeys: PasskeysTable
  payment_attempt_references: PaymentAttemptReferencesTable
  payment_attempts: PaymentAttemptsTable
  payment_differences: PaymentDifferencesTable
  payment_entries: PaymentEntriesTable
  payment_methods: PaymentMethodsTable
  payments: PaymentsTable
  people_figures: PeopleFiguresTable
  permission_views: PermissionViewsTable
  points_of_interest: PointsOfInterestTable
  price_list_versions: PriceListVersionsTable
  price_lists: PriceListsTable
  public_area_checks: PublicAreaChecksTable
  public_area_locations: PublicAreaLocationsTable
  public_areas: PublicAreasTable
  push_tokens: PushTokensTable
  recovery_codes: RecoveryCodesTable
  region_configs: RegionConfigsTable
  reminder_config_locations: ReminderConfigLocationsTable
  reminder_configs: ReminderConfigsTable
  reminder_groups: ReminderGroupsTable
  reminder_notices: ReminderNoticesTable
  reminder_runs: ReminderRunsTable
  rental_device_states: RentalDeviceStatesTable
  rental_devices: RentalDevicesTable
  rental_fleets: RentalFleetsTable
  rental_positions: RentalPositionsTable
  rental_sessions: RentalSessionsTable
  reports: ReportsTable
  resource_group_members: ResourceGroupMembersTable
  resource_groups: ResourceGroupsTable
  revenue_figures: RevenueFiguresTable
  revoked_grants: RevokedGrantsTable
  role_actions: RoleActionsTable
  role_grants: RoleGrantsTable
  roles: RolesTable
  rollup_marks: RollupMarksTable
  saved_views: SavedViewsTable
  second_factor_steps: SecondFactorStepsTable
  security_photos: SecurityPhotosTable
  selections: SelectionsTable
  service_clients: ServiceClientsTable
  service_fees: ServiceFeesTable
  service_secrets: ServiceSecretsTable
  session_figures: SessionFiguresTable
  sign_in_attempts: SignInAttemptsTable
  sign_in_locks: SignInLocksTable
  sign_ins: SignInsTable
  sim_askings: SimAskingsTable
  sim_messages: SimMessagesTable
  simulated_movements: SimulatedMovementsTable
  subscribers: SubscribersTable
  subscription_targets: SubscriptionTargetsTable
  subscriptions: SubscriptionsTable
  support_case_notes: SupportCaseNotesTable
  support_cases: SupportCasesTable
  totp_secrets: TotpSecretsTable
  uptime_figures: UptimeFiguresTable
  usage_figures: UsageFiguresTable
  user_messages: UserMessagesTable
  users: UsersTable
  work_plan_causes: WorkPlanCausesTable
  work_plan_locations: WorkPlanLocationsTable
  work_plan_runs: WorkPlanRunsTable
  work_plans: WorkPlansTable
}
