-- Configuration ("paramsys") as the hardware reported it. A report equal to the last one only moves `confirmed_at`, so
-- that the rows are the history of what changed.
create table hardware_configs (
  id uuid primary key,
  hardware_id text collate "C" not null references hardware (hardware_id),
  config_hash text not null constraint config_hash_form check (config_hash ~ '^[0-9a-f]{16}$'),
  params jsonb not null,
  read_at timestamptz(3) not null,
  confirmed_at timestamptz(3) not null,
  command_id uuid not null
);
create index configs_of_hardware on hardware_configs (hardware_id, read_at desc, id desc);

-- A template is a set of values for hardware with one firmware name. It belongs to an organization and is seen by those
-- who hold the right in a group of it; without an organization by the provider's staff alone.
create table config_templates (
  id uuid primary key,
  organization_id uuid references organizations (id),
  name text not null,
  description text not null default '',
  firmware_name text not null,
  device_type text not null,
  -- The values of the newest version.
  params jsonb not null,
  version int not null default 1,
  created_by uuid not null,
  updated_by uuid not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3)
);
create unique index template_name_taken on config_templates
  (coalesce(organization_id, '00000000-0000-0000-0000-000000000000'), lower(name)) where deleted_at is null;

create table config_template_versions (
  id uuid primary key,
  template_id uuid not null references config_templates (id),
  version int not null,
  params jsonb not null,
  comment text not null,
  created_by uuid not null,
  created_at timestamptz(3) not null,
  constraint template_version_is_unique unique (template_id, version)
);

-- One change of one piece of hardware. Several that were asked for together share `batch_id`. The state follows from the
-- two commands, the one that sets and the one that reads back, and from what was read.
create table hardware_config_changes (
  id uuid primary key,
  batch_id uuid not null,
  hardware_id text collate "C" not null references hardware (hardware_id),
  device_id uuid,
  location_id uuid,
  template_id uuid references config_templates (id),
  template_version int,
  -- What was there and what shall be there: [{key, before, after}].
  changes jsonb not null,
  comment text not null,
  requested_by uuid not null,
  created_at timestamptz(3) not null,
  set_command_id uuid not null,
  read_command_id uuid,
  -- Read back as wanted; `differs` names the keys that were not.
  verified_at timestamptz(3),
  differs text[],
  constraint template_with_its_version check ((template_id is null) = (template_version is null)),
  constraint verified_or_different check (verified_at is null or differs is null)
);
create unique index config_change_of_set_command on hardware_config_changes (set_command_id);
create unique index config_change_of_read_command on hardware_config_changes (read_command_id) where read_command_id is not null;
create index config_changes_of_hardware on hardware_config_changes (hardware_id, created_at desc, id desc);
create index config_changes_of_batch on hardware_config_changes (batch_id);
create index config_changes_of_template on hardware_config_changes (template_id, created_at desc, id desc) where template_id is not null;
create index config_changes_by_time on hardware_config_changes (created_at desc, id desc) include (location_id);
create index config_changes_of_location on hardware_config_changes (location_id, created_at desc, id desc);
