-- What heartbeats leave behind: rolled up in five minutes, hours and days, raw beats are not kept. And outages, one row each.

-- The five minutes that run now stand in the hot row itself: a heartbeat still writes one row, and none of this is in an index.
-- They are written down when the first beat of later five minutes comes.
alter table hardware_state
  add column bucket_from timestamptz(3),
  add column bucket_beats int not null default 0,
  add column bucket_online_s int not null default 0,
  add column bucket_rssi_min_dbm smallint,
  add column bucket_wifi_rssi_min_dbm smallint,
  add column bucket_supply_min_mv int,
  add column bucket_temperature_min_c real,
  add column bucket_temperature_max_c real;

-- `online_s`: seconds between beats that did not lie further apart than a device in contact may be silent. A time span
-- without a row was silent. Days are of UTC, so that no fleet over several zones is counted twice.
create table hardware_five_minutes (
  hardware_id text collate "C" not null,
  bucket_from timestamptz(3) not null,
  beats int not null,
  online_s int not null,
  rssi_min_dbm smallint,
  wifi_rssi_min_dbm smallint,
  supply_min_mv int,
  temperature_min_c real,
  temperature_max_c real,
  primary key (hardware_id, bucket_from)
) partition by range (bucket_from);
create table hardware_hours (like hardware_five_minutes including all) partition by range (bucket_from);
create table hardware_days (like hardware_five_minutes including all) partition by range (bucket_from);

-- Parts are made ahead (history-partitions.ts). What finds none lies here until one is made: a heartbeat is never refused for it.
create table hardware_five_minutes_rest partition of hardware_five_minutes default;
create table hardware_hours_rest partition of hardware_hours default with (fillfactor = 70);
create table hardware_days_rest partition of hardware_days default with (fillfactor = 70);

-- From when to when somebody listened to the devices: silence before and between is nobody's outage.
create table gateway_lives (
  started_at timestamptz(3) primary key,
  alive_at timestamptz(3) not null,
  constraint gateway_life_ends_after_its_start check (alive_at >= started_at)
);

-- One incident an outage (values: offline hysteresis): of a location as a whole, or of one piece of hardware.
create table outages (
  id uuid primary key,
  location_id uuid not null references locations (id),
  -- Both null: the location as a whole. The device that it was built into then.
  device_id uuid,
  hardware_id text collate "C",
  -- When health became offline; silence while nobody listened is not counted.
  began_at timestamptz(3) not null,
  raised_at timestamptz(3) not null,
  confirmed_at timestamptz(3),
  repeated_at timestamptz(3),
  repeats int not null default 0,
  -- In contact again, and not yet for long enough to believe it.
  well_since timestamptz(3),
  cleared_at timestamptz(3),
  -- When contact came back: before `cleared_at` by the time it took to believe it.
  ended_at timestamptz(3),
  clearing text constraint outage_clearing check (clearing in ('recovered', 'not_watched')),
  -- The larger outage that this one is a part of now: of its controller, or of the whole location.
  folded_into uuid references outages (id),
  constraint outage_of_hardware_names_both check ((device_id is null) = (hardware_id is null)),
  constraint cleared_outage_says_how check ((cleared_at is null) = (clearing is null) and (cleared_at is null) = (ended_at is null)),
  constraint repeated_outage_is_confirmed check (repeats = 0 or confirmed_at is not null)
);
create unique index one_open_outage_a_location on outages (location_id) where cleared_at is null and hardware_id is null;
create unique index one_open_outage_a_hardware on outages (hardware_id) where cleared_at is null and hardware_id is not null;
create index outages_by_time on outages (began_at desc, id desc) include (location_id);
create index outages_of_location on outages (location_id, began_at desc, id desc);
create index outages_open on outages (began_at desc, id desc) include (location_id) where cleared_at is null;
create index outages_folded on outages (folded_into) where folded_into is not null;
