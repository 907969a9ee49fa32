-- A mesh that a person puts together. The hardware moves once its new controller has confirmed that it reaches it.
create table mesh_changes (
  id uuid primary key,
  controller_id text collate "C" not null references controllers (hardware_id),
  mesh_id text not null,
  hardware_ids text[] not null,
  command_id uuid not null,
  requested_by uuid not null,
  created_at timestamptz(3) not null,
  applied_at timestamptz(3)
);
create unique index mesh_change_of_command on mesh_changes (command_id);
create index mesh_changes_of_controller on mesh_changes (controller_id, created_at desc, id desc);
create index controllers_of_mesh on controllers (mesh_id);

-- The newest version of each channel: what hardware is compared with, and what a firmware update names.
create table firmware_releases (
  id uuid primary key,
  firmware_name text not null,
  channel text not null constraint firmware_channel check (channel in ('stable', 'testing', 'development', 'fallback')),
  version text not null,
  notes text not null default '',
  released_at timestamptz(3) not null,
  released_by uuid,
  constraint one_release_a_version unique (firmware_name, channel, version)
);
create index firmware_releases_of_channel on firmware_releases (firmware_name, channel, released_at desc);
