-- The first house: who may do what, locations with their devices and hardware, commands, parking sessions, events.
-- Times are timestamptz(3): a keyset cursor carries milliseconds and would lose rows within one.
create extension if not exists pg_trgm;

-- What this installation is: `demonstration` is set once, by the seed of an embedded database that was empty.
create table installation (
  key text primary key,
  value jsonb not null
);

create table organizations (
  id uuid primary key,
  name text not null constraint organization_name_is_unique unique,
  phone text not null default '',
  email text not null default '',
  link text not null default '',
  comment text not null default '',
  tags text[] not null default '{}',
  created_at timestamptz(3) not null,
  version int not null default 1
);

-- Staff. The id is the `sub` of the identity provider, minted by the server.
create table console_users (
  id uuid primary key,
  email text not null,
  name text not null,
  position text not null default '',
  phone text not null default '',
  comment text not null default '',
  organization_id uuid references organizations (id),
  created_at timestamptz(3) not null,
  last_signed_in_at timestamptz(3),
  disabled_at timestamptz(3),
  disabled_reason text,
  version int not null default 1,
  constraint disabled_has_reason check ((disabled_at is null) = (disabled_reason is null))
);
create unique index console_user_email_is_unique on console_users (lower(email));

-- Riders. Their page comes later; sessions and keys point here.
create table users (
  id uuid primary key,
  name text not null,
  phone text,
  email text,
  language text not null default 'en',
  country_code char(2) not null,
  pin text,
  created_at timestamptz(3) not null,
  last_signed_in_at timestamptz(3),
  disabled_at timestamptz(3),
  disabled_reason text
);

create table access_keys (
  id uuid primary key,
  user_id uuid references users (id),
  type text not null constraint access_key_type check (type in ('rfid', 'pin', 'app', 'nfc')),
  -- RFID: raw bytes as even-length upper-case hex.
  key text not null,
  created_at timestamptz(3) not null
);
create unique index access_key_is_unique on access_keys (type, key);
create index access_keys_of_user on access_keys (user_id, created_at desc);

create table roles (
  id uuid primary key,
  name text not null constraint role_name_is_unique unique,
  category text constraint role_category check (category in ('END_CLIENT', 'PARTNER', 'PARTNER_TECH', 'INTERNAL', 'SYSTEM_INTERNAL')),
  description text not null
);
create table role_actions (
  role_id uuid not null references roles (id),
  resource_type text not null,
  action text not null,
  primary key (role_id, resource_type, action)
);
create index role_actions_by_right on role_actions (resource_type, action, role_id);

-- A system group of an organization holds what it has in one part; each organization has four.
create table resource_groups (
  id uuid primary key,
  name text not null,
  description text not null,
  type text not null constraint resource_group_type check (type in ('public', 'private', 'system')),
  covers_everything boolean not null default false,
  organization_id uuid references organizations (id),
  organization_part text constraint organization_part check (organization_part in ('owner', 'operator', 'distributor', 'reseller')),
  created_by uuid,
  created_at timestamptz(3) not null,
  constraint system_group_of_part unique (organization_id, organization_part)
);
create table role_grants (
  person_id uuid not null references console_users (id),
  group_id uuid not null references resource_groups (id),
  role_id uuid not null references roles (id),
  primary key (person_id, group_id, role_id)
);
create index role_grants_of_group on role_grants (group_id, person_id);
-- Both orders: by resource for checks, by group for sets.
create table resource_group_members (
  resource_type text not null,
  resource_id uuid not null,
  group_id uuid not null references resource_groups (id),
  primary key (resource_type, resource_id, group_id)
);
create index resource_group_members_of_group on resource_group_members (group_id, resource_type, resource_id);

create table locations (
  id uuid primary key,
  code char(6) not null constraint location_code_is_unique unique constraint location_code_is_six_digits check (code ~ '^[0-9]{6}$'),
  label text not null constraint label_bounds check (char_length(label) between 3 and 64),
  address text not null constraint address_bound check (char_length(address) <= 255),
  state text not null default '',
  city text not null default '',
  district text not null default '',
  country char(2) not null,
  type text not null constraint location_type check (type in ('bike_docks', 'bike_rentals', 'scooter_docks', 'scooter_docks_v2', 'scooter_rentals', 'bike_lockers', 'bike_house', 'bike_house_dockless', 'bike_hangar')),
  generation text not null constraint location_generation check (generation in ('G1', 'G2', 'G3')),
  status text not null constraint location_status check (status in ('in_house', 'in_delivery', 'demo', 'installed', 'launched', 'launched_offline', 'maintenance', 'obsolete')),
  power_save text not null default 'none' constraint location_power_save check (power_save in ('none', 'rfid_turned_off', 'remote_wakeup', 'local_wakeup')),
  use_case text,
  latitude double precision not null constraint latitude_range check (latitude between -90 and 90),
  longitude double precision not null constraint longitude_range check (longitude between -180 and 180),
  time_zone text not null,
  icon_type text not null,
  public_tags text[] not null default '{}',
  private_tags text[] not null default '{}',
  hidden_admin_description text not null default '',
  is_free boolean not null default false,
  has_booking boolean not null default false,
  has_app_parking boolean not null default true,
  has_rfid_parking boolean not null default true,
  has_e_charging boolean not null default false,
  is_publicly_visible boolean not null default true,
  has_camera boolean not null default false,
  has_auto_restarts boolean not null default false,
  free_parking_hours numeric(6, 2) not null default 0 constraint free_parking_hours_range check (free_parking_hours between 0 and 8760),
  free_parking_summary text not null default '',
  free_parking_details text not null default '',
  support_phone text not null default '',
  support_email text not null default '',
  terms_url text not null default '',
  maintenance_message text not null default '',
  -- Dock bubble turns orange and red after so long, per location (values: thresholds).
  bubble_orange_hours int not null default 24,
  bubble_red_hours int not null default 72,
  owner_id uuid references organizations (id),
  operator_id uuid references organizations (id),
  distributor_id uuid references organizations (id),
  reseller_id uuid references organizations (id),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  launched_at timestamptz(3),
  version int not null default 1
);
create index locations_by_tag on locations using gin (public_tags);

-- A controller has the only uplink of its mesh and speaks for its children; its secret is kept hashed.
create table controllers (
  hardware_id text primary key constraint controller_id_form check (hardware_id ~ '^[0-9A-F]{12,32}$'),
  mesh_id char(8) not null default '00000000',
  secret_hash text not null,
  is_online boolean not null default false,
  online_at timestamptz(3),
  created_at timestamptz(3) not null
);

create table hardware (
  hardware_id text primary key constraint hardware_id_form check (hardware_id ~ '^[0-9A-F]{12,32}$'),
  controller_id text not null references controllers (hardware_id),
  type text not null,
  mac_address text not null default '',
  comment text not null default '',
  created_at timestamptz(3) not null
);
create index hardware_of_controller on hardware (controller_id, hardware_id);

-- The hot row: one per hardware, rewritten at each heartbeat. None of its hot columns is in an index, so updates stay HOT.
create table hardware_state (
  hardware_id text primary key,
  seq bigint not null default 0,
  last_heartbeat_at timestamptz(3),
  rssi_dbm smallint,
  wifi_ssid text,
  wifi_rssi_dbm smallint,
  supply_mv int,
  temperature_c real,
  uptime_s bigint,
  clock_off_s int,
  dock_state text not null default 'unknown',
  dock_state_since timestamptz(3),
  -- Order of the event that set the state; an older one does not move it back.
  dock_state_seq bigint not null default 0,
  firmware_name text,
  firmware_version text,
  pcb_version text,
  protocol_version text,
  config_hash text
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02);

create table devices (
  id uuid primary key,
  location_id uuid not null references locations (id),
  number int not null constraint device_number_is_positive check (number > 0),
  type text not null constraint device_type check (type in ('dock', 'locker', 'door', 'guard', 'controller', 'rental_dock')),
  row_label text not null default '',
  row_number int not null default 1,
  place int not null default 1,
  hardware_id text constraint hardware_already_assigned unique references hardware (hardware_id),
  alias text not null default '',
  comment text not null default '',
  qr_code text constraint qr_code_is_unique unique,
  qr_update_pending boolean not null default false,
  delete_pending boolean not null default false,
  created_at timestamptz(3) not null,
  version int not null default 1,
  constraint device_number_in_location unique (location_id, type, number)
);
create index devices_of_location on devices (location_id, row_number, place, id);

create table alarms (
  id uuid primary key,
  hardware_id text not null,
  device_id uuid,
  location_id uuid,
  reason text not null,
  raised_at timestamptz(3) not null,
  cleared_at timestamptz(3)
);
create unique index one_open_alarm_a_reason on alarms (hardware_id, reason) where cleared_at is null;
create index alarms_of_location on alarms (location_id, id desc);

create table commands (
  id uuid primary key,
  hardware_id text not null,
  device_id uuid,
  location_id uuid,
  name text not null,
  args jsonb not null default '{}',
  reason text,
  comment text,
  actor_kind text not null,
  requested_by uuid,
  status text not null constraint command_status check (status in ('in_progress', 'success', 'failed', 'unhandled', 'hardware_timeout')),
  step text not null constraint command_step check (step in ('not_sent', 'sent', 'received')),
  failure text,
  health_at_request text not null default 'healthy',
  created_at timestamptz(3) not null,
  sent_at timestamptz(3),
  received_at timestamptz(3),
  deadline_at timestamptz(3) not null,
  ended_at timestamptz(3),
  result jsonb,
  constraint ended_when_not_in_progress check ((ended_at is null) = (status = 'in_progress'))
);
create index commands_due on commands (deadline_at) where status = 'in_progress';
create index commands_of_hardware on commands (hardware_id, id desc);
create index commands_of_location on commands (location_id, id desc);
create index commands_of_device on commands (device_id, id desc);
create index commands_of_person on commands (requested_by, id desc);

-- Seen ids: a replay changes nothing. Pruned after 30 days.
create table device_events (
  hardware_id text not null,
  event_id text not null,
  received_at timestamptz(3) not null,
  primary key (hardware_id, event_id)
);
create index device_events_by_age on device_events using brin (received_at);

-- The last key that was held to a dock, so that the lock that follows knows whose session it is.
create table key_scans (
  hardware_id text primary key,
  access_key_id uuid,
  key text not null,
  scanned_at timestamptz(3) not null,
  seq bigint not null
);

create table parking_sessions (
  id uuid primary key,
  -- Where it happened; never follows a moved device.
  location_id uuid not null references locations (id),
  device_id uuid not null references devices (id),
  device_type text not null,
  user_id uuid,
  access_key_id uuid,
  status text not null constraint session_status check (status in ('booked', 'active', 'ended')),
  how_ended text constraint session_end check (how_ended in ('normal', 'forced', 'cancelled')),
  started_at timestamptz(3) not null,
  ended_at timestamptz(3),
  fee_minor bigint not null default 0,
  currency char(3),
  payment_state text not null default 'not_charged',
  rating smallint constraint rating_range check (rating between 1 and 5),
  comment text,
  version int not null default 1,
  updated_at timestamptz(3) not null,
  constraint ended_has_time check ((status = 'ended') = (ended_at is not null)),
  constraint ended_says_how check ((status = 'ended') = (how_ended is not null))
);
-- walk
create index parking_sessions_by_start on parking_sessions (started_at desc, id desc) include (location_id, payment_state, status);
-- narrow and count
create index parking_sessions_of_location on parking_sessions (location_id, started_at desc, id desc) include (payment_state, status);
create index parking_sessions_of_user on parking_sessions (user_id, started_at desc, id desc) include (location_id);
create index parking_sessions_of_device on parking_sessions (device_id, started_at desc, id desc);
create index parking_sessions_rare_payment on parking_sessions (payment_state, started_at desc, id desc) include (location_id) where payment_state not in ('not_charged', 'paid');
create index parking_sessions_open on parking_sessions (started_at desc, id desc) include (location_id) where status <> 'ended';
create index parking_sessions_commented on parking_sessions (started_at desc, id desc) include (location_id) where comment is not null;
create unique index one_open_session_a_dock on parking_sessions (device_id) where status <> 'ended' and device_type in ('dock', 'locker', 'rental_dock');
-- A door serves many at once.
create unique index one_open_session_a_person_at_a_door on parking_sessions (device_id, user_id) where status <> 'ended' and device_type = 'door';

-- Who did what. Months are made ahead by the server; asked always with a period, which prunes.
create table events (
  id uuid not null,
  at timestamptz(3) not null,
  actor_kind text not null constraint actor_kind check (actor_kind in ('person', 'hardware', 'system', 'service')),
  actor_id uuid,
  actor_name text,
  feature text not null,
  verb text not null,
  resource_type text not null,
  resource_id uuid not null,
  resource_name text,
  -- The location (later also fleet or subscription) whose readers may see it.
  visible_through_id uuid,
  before jsonb,
  after jsonb,
  reason text,
  correlation_id uuid not null,
  primary key (id)
) partition by range (id);
create index events_of_resource on events (resource_id, id desc);
create index events_visible_through on events (visible_through_id, id desc);
create index events_of_actor on events (actor_id, id desc);

-- Health from the age of the last heartbeat, computed when read (values: thresholds). The factors are settings.
create function heartbeat_health(last_at timestamptz, interval_s int, late_factor float8, offline_factor float8, offline_floor_s float8, long_offline_s float8, now_at timestamptz)
returns text language sql immutable parallel safe as $$
  select case
    when last_at is null then 'no_data'
    when extract(epoch from now_at - last_at) >= long_offline_s then 'long_offline'
    when extract(epoch from now_at - last_at) > greatest(offline_factor * interval_s, offline_floor_s) then 'offline'
    when extract(epoch from now_at - last_at) > late_factor * interval_s then 'late'
    else 'healthy'
  end
$$;
-- A child is never better than its controller.
create function worse_health(own text, controllers text) returns text language sql immutable parallel safe as $$
  select case when array_position(array['healthy', 'late', 'offline', 'long_offline', 'no_data'], own)
    >= array_position(array['healthy', 'late', 'offline', 'long_offline', 'no_data'], controllers) then own else controllers end
$$;
-- Expected seconds between two heartbeats (values: expected heartbeat interval).
create function heartbeat_interval_s(power_save text) returns int language sql immutable parallel safe as $$
  select case power_save when 'none' then 60 when 'remote_wakeup' then 300 else 900 end
$$;
