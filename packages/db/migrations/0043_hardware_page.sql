-- What the page of one piece of hardware shows besides its identity and its health.
alter table hardware
  add column version int not null default 1,
  -- A technician's pause of its alarms, as the hardware confirmed it. Past or null: its alarms work.
  add column alarms_off_until timestamptz(3);

-- Where it was built in, and when. The row that is not over is the present place.
create table hardware_assignments (
  id uuid primary key,
  hardware_id text collate "C" not null references hardware (hardware_id),
  device_id uuid not null,
  location_id uuid not null,
  assigned_at timestamptz(3) not null,
  removed_at timestamptz(3),
  assigned_by text,
  removed_by text,
  constraint removed_after_it_was_assigned check (removed_at >= assigned_at)
);
create unique index one_present_place_of_hardware on hardware_assignments (hardware_id) where removed_at is null;
create index assignments_of_hardware on hardware_assignments (hardware_id, assigned_at desc, id desc);
-- Older places are only in the event history: what is known is where it is now.
insert into hardware_assignments (id, hardware_id, device_id, location_id, assigned_at)
  select gen_random_uuid(), d.hardware_id, d.id, d.location_id, coalesce(d.hardware_assigned_at, d.created_at)
  from devices d where d.hardware_id is not null;

-- An alarm that a person has seen: it stays open until the hardware says that it is over.
alter table alarms
  add column acknowledged_at timestamptz(3),
  add column acknowledged_by uuid,
  add column acknowledgement text,
  add constraint acknowledged_by_a_person check ((acknowledged_at is null) = (acknowledged_by is null));
create index alarms_of_hardware on alarms (hardware_id, raised_at desc, id desc);
create index alarms_by_time on alarms (raised_at desc, id desc) include (location_id);
create index alarms_of_location_by_time on alarms (location_id, raised_at desc, id desc);

-- The secret of the one-time passwords, sealed with the key of the installation. A new one counts once the hardware has
-- confirmed it; until then passwords come from the one before.
create table otp_secrets (
  id uuid primary key,
  hardware_id text collate "C" not null references hardware (hardware_id),
  sealed text not null,
  command_id uuid not null,
  created_at timestamptz(3) not null,
  activated_at timestamptz(3),
  retired_at timestamptz(3),
  constraint retired_after_it_was_active check (retired_at is null or activated_at is not null)
);
create unique index one_active_otp_secret on otp_secrets (hardware_id) where activated_at is not null and retired_at is null;
create unique index otp_secret_of_command on otp_secrets (command_id);
create index otp_secrets_of_hardware on otp_secrets (hardware_id, created_at desc);

-- Each password is issued once. The password itself is not kept: it follows from the secret and the step.
create table one_time_passwords (
  secret_id uuid not null references otp_secrets (id),
  step bigint not null,
  hardware_id text collate "C" not null,
  issued_to uuid not null,
  issued_at timestamptz(3) not null,
  constraint one_time_password_is_issued_once primary key (secret_id, step)
);
create index one_time_passwords_of_hardware on one_time_passwords (hardware_id, issued_at desc);
