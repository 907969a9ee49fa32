-- Rental fleets, their vehicles, where these are and were, and the rides on them (spec section 3; screens: rentals, sessions).

-- Rental devices and rental sessions follow their fleet, which belongs to resource groups (rights: model).
create table rental_fleets (
  id uuid primary key,
  organization_id uuid references organizations (id),
  name text not null constraint fleet_name_bounds check (char_length(name) between 3 and 64),
  description text not null default '' constraint fleet_description_bound check (char_length(description) <= 500),
  -- Corners of the polygon in which a ride may end, [[longitude, latitude], ...]. Empty: it may end anywhere.
  area jsonb not null default '[]' constraint fleet_area_is_a_list check (jsonb_typeof(area) = 'array'),
  time_zone text not null default 'UTC',
  -- The bubble of a ride turns orange and red after so long, per fleet (values: thresholds).
  ride_orange_hours int not null default 4 constraint ride_orange_bounds check (ride_orange_hours between 1 and 8760),
  ride_red_hours int not null default 24 constraint ride_red_bounds check (ride_red_hours between 1 and 8760),
  -- What its rides cost; null: nothing is charged.
  price_list_id uuid,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  version int not null default 1,
  constraint ride_red_after_orange check (ride_red_hours >= ride_orange_hours)
);
create unique index fleet_name_is_unique_in_organization on rental_fleets (organization_id, lower(name));

-- What the operator and the vehicle itself decide. The state is what the vehicle reported last; `missing` and `unknown` are
-- read from its silence and never stored.
create table rental_devices (
  id uuid primary key,
  fleet_id uuid not null references rental_fleets (id),
  code text not null constraint rental_code_is_unique unique constraint rental_code_form check (code ~ '^[A-Z0-9][A-Z0-9-]{2,31}$'),
  hardware_id text constraint rental_hardware_already_assigned unique references hardware (hardware_id),
  state text not null default 'available' constraint rental_device_state check (state in ('available', 'reserved', 'on_trip', 'maintenance', 'deactivated')),
  state_since timestamptz(3) not null,
  -- Order of the message that set the state; an older one does not move it back.
  state_seq bigint not null default 0,
  comment text not null default '' constraint rental_comment_bound check (char_length(comment) <= 500),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  version int not null default 1
);
create index rental_devices_of_fleet on rental_devices (fleet_id, id);

-- The hot row: rewritten at each position. None of its columns but the key is in an index, so updates stay HOT.
create table rental_device_states (
  rental_device_id uuid primary key references rental_devices (id) on delete cascade,
  latitude double precision,
  longitude double precision,
  speed_kmh real,
  battery_percent real,
  position_at timestamptz(3),
  position_seq bigint not null default 0,
  -- Since when it has been within 30 m of one place.
  moved_at timestamptz(3),
  still_latitude double precision,
  still_longitude double precision,
  -- The location it was left at, while it is within reach of it.
  location_id uuid references locations (id) on delete set null
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02);

-- The track, a partition per day, kept for 30 days. Readable by its own right only, since it shows how people move.
create table rental_positions (
  rental_device_id uuid not null,
  at timestamptz(3) not null,
  latitude double precision not null,
  longitude double precision not null,
  speed_kmh real,
  battery_percent real,
  primary key (rental_device_id, at)
) partition by range (at);
create table rental_positions_rest partition of rental_positions default;

create table rental_sessions (
  id uuid primary key,
  -- The fleet at the time of the ride; it never follows a vehicle into another fleet.
  fleet_id uuid not null references rental_fleets (id),
  rental_device_id uuid not null references rental_devices (id),
  user_id uuid,
  access_key_id uuid,
  status text not null constraint rental_session_status check (status in ('booked', 'active', 'ended')),
  how_ended text constraint rental_session_end check (how_ended in ('normal', 'forced', 'cancelled')),
  started_at timestamptz(3) not null,
  ended_at timestamptz(3),
  start_location_id uuid references locations (id) on delete set null,
  start_device_id uuid,
  start_latitude double precision,
  start_longitude double precision,
  end_location_id uuid references locations (id) on delete set null,
  end_device_id uuid,
  end_latitude double precision,
  end_longitude double precision,
  -- It ended at no location and outside of its fleet's area: somebody has to fetch the vehicle.
  is_ended_outside boolean not null default false,
  distance_m int,
  fee_minor bigint not null default 0,
  currency char(3),
  -- Ended by staff without a fee.
  is_fee_waived boolean not null default false,
  payment_state text not null default 'not_charged',
  rating smallint constraint rental_rating_range check (rating between 1 and 5),
  comment text,
  version int not null default 1,
  updated_at timestamptz(3) not null,
  constraint rental_ended_has_time check ((status = 'ended') = (ended_at is not null)),
  constraint rental_ended_says_how check ((status = 'ended') = (how_ended is not null))
);
-- walk
create index rental_sessions_by_start on rental_sessions (started_at desc, id desc) include (fleet_id, payment_state, status);
-- narrow and count
create index rental_sessions_of_fleet on rental_sessions (fleet_id, started_at desc, id desc) include (payment_state, status);
create index rental_sessions_of_user on rental_sessions (user_id, started_at desc, id desc) include (fleet_id);
create index rental_sessions_of_vehicle on rental_sessions (rental_device_id, started_at desc, id desc) include (fleet_id);
create index rental_sessions_of_start on rental_sessions (start_location_id, started_at desc, id desc) include (fleet_id);
create index rental_sessions_of_end on rental_sessions (end_location_id, started_at desc, id desc) include (fleet_id);
create index rental_sessions_open on rental_sessions (started_at desc, id desc) include (fleet_id) where status <> 'ended';
create index rental_sessions_commented on rental_sessions (started_at desc, id desc) include (fleet_id) where comment is not null;
create index rental_sessions_rated on rental_sessions (started_at desc, id desc) include (fleet_id, rating) where rating is not null;
create index rental_sessions_ended_unusually on rental_sessions (started_at desc, id desc) include (fleet_id, how_ended) where how_ended <> 'normal';
create index rental_sessions_ended_outside on rental_sessions (started_at desc, id desc) include (fleet_id) where is_ended_outside;
create index rental_sessions_rare_payment on rental_sessions (payment_state, started_at desc, id desc) include (fleet_id) where payment_state not in ('not_charged', 'paid');
create unique index one_open_ride_a_vehicle on rental_sessions (rental_device_id) where status <> 'ended';

-- A command goes to a dock of a location or to a vehicle of a fleet.
alter table commands add column rental_device_id uuid;
create index commands_of_rental_device on commands (rental_device_id, id desc) where rental_device_id is not null;
