-- A change of more than one device is a plan that is carried out wave by wave and can be rolled back. Everything that the
-- server needs to go on after it was killed is in these rows.
create table change_sets (
  id uuid primary key,
  name text not null,
  kind text not null constraint change_set_kind check (kind in ('config', 'template', 'firmware')),
  status text not null,
  halt text,
  comment text not null,
  -- What each device gets: the values of a configuration or a template as they were planned, or a channel.
  params jsonb,
  template_id uuid references config_templates (id),
  template_version int,
  channel text,
  wave_size int not null,
  pause_s int not null,
  max_failed_percent int not null,
  healthy_within_s int not null,
  -- The wave that began last; 0 is the canary.
  wave int,
  -- When the last device of that wave had ended: the pause counts from then.
  wave_ended_at timestamptz(3),
  planned_by uuid not null references console_users (id),
  planned_at timestamptz(3) not null,
  started_by uuid references console_users (id),
  started_at timestamptz(3),
  rolled_back_by uuid references console_users (id),
  ended_at timestamptz(3),
  constraint change_set_has_what_it_sends check ((kind = 'firmware') = (channel is not null) and (kind = 'firmware') = (params is null)),
  constraint change_set_template_with_its_version check ((kind = 'template') = (template_id is not null) and (template_id is null) = (template_version is null)),
  constraint change_set_started_by_a_person check ((started_by is null) = (started_at is null)),
  constraint only_a_halted_change_set_has_a_reason check ((status = 'halted') or halt is null)
);
create index change_sets_by_time on change_sets (planned_at desc, id desc);
create index change_sets_under_way on change_sets (id) where status in ('running', 'halted', 'stopping', 'rolling_back');

create table change_set_devices (
  id uuid primary key,
  change_set_id uuid not null references change_sets (id),
  position int not null,
  hardware_id text collate "C" not null references hardware (hardware_id),
  device_id uuid,
  location_id uuid,
  wave int,
  state text not null,
  failure text,
  -- [{key, before, after}]; of firmware the version.
  changes jsonb not null,
  -- The configuration that the plan was made for.
  config_hash text,
  -- The device belongs to this change set and takes no other change.
  is_held boolean not null default false,
  -- A person continued although it failed: it no longer counts towards a halt.
  is_tolerated boolean not null default false,
  command_id uuid,
  begun_at timestamptz(3),
  applied_at timestamptz(3),
  ended_at timestamptz(3),
  rollback text,
  rollback_command_id uuid,
  rollback_failure text,
  rollback_begun_at timestamptz(3),
  rollback_ended_at timestamptz(3),
  constraint change_set_device_once unique (change_set_id, hardware_id),
  constraint skipped_devices_are_in_no_wave check ((wave is null) = (state = 'skipped')),
  constraint skipped_devices_have_a_reason check (state <> 'skipped' or failure is not null)
);
create unique index one_change_set_at_a_time on change_set_devices (hardware_id) where is_held;
create index change_set_devices_of_hardware on change_set_devices (hardware_id, id desc);
create index devices_of_change_set on change_set_devices (change_set_id, position, id);
create index change_set_devices_under_way on change_set_devices (change_set_id)
  where state in ('sent', 'checking') or rollback in ('waiting', 'reading', 'sent', 'checking');
