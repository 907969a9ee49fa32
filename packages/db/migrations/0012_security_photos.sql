-- Spec 3 (Security photo): what a camera saw, when, why, and who asked for it. The picture itself is a file whose name is this
-- id; the row is made after the file and goes after it, so that a row always has its picture.
create table security_photos (
  id uuid primary key,
  location_id uuid not null references locations (id) on delete cascade,
  device_id uuid references devices (id) on delete set null,
  hardware_id text not null,
  -- An upload address is of one command and takes one picture.
  command_id uuid not null constraint one_photo_a_command unique,
  taken_at timestamptz(3) not null,
  -- Who asked for it; null where the camera took it by itself.
  user_id uuid references console_users (id) on delete set null,
  reason text not null,
  comment text,
  bytes int not null constraint photo_is_not_empty check (bytes > 0),
  width int not null,
  height int not null,
  created_at timestamptz(3) not null,
  -- Its time is over: from now on nobody is shown it, whether its file is deleted yet or not.
  deleting_since timestamptz(3)
);
create index security_photos_of_location on security_photos (location_id, taken_at desc, id desc);
create index security_photos_newest on security_photos (taken_at desc, id desc);
create index security_photos_by_age on security_photos (created_at);

-- What a camera announced by itself is asked for so often an hour, and no oftener.
create index commands_of_hardware_by_name on commands (hardware_id, name, id desc);
