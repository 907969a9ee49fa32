-- A command that waits (for a controller without contact, for sleeping hardware until it wakes) can be cancelled. From
-- the moment that a process has taken it to publish it, it cannot: a cancelled command must never reach the hardware.
alter table commands
  add column claimed_at timestamptz(3),
  add column cancelled_by uuid,
  add constraint cancelled_before_it_was_claimed check (cancelled_by is null or claimed_at is null);
-- What was published before this version was claimed then.
update commands set claimed_at = sent_at where sent_at is not null;

-- The list of all commands in the order of time: as a whole, and place by place for people who see few places.
create index commands_by_time on commands (created_at desc, id desc) include (location_id) where location_id is not null;
create index commands_of_location_by_time on commands (location_id, created_at desc, id desc) where location_id is not null;
create index commands_of_hardware_by_time on commands (hardware_id, created_at desc, id desc);
create index commands_of_device_by_time on commands (device_id, created_at desc, id desc);
create index commands_of_person_by_time on commands (requested_by, created_at desc, id desc);
