-- What a lock refused, and why: the trace of the moment is kept, because the cause is often mended before the rider calls.
-- The person follows the key; after the erasure of a person the row names nobody.
create table denied_scans (
  id uuid primary key,
  hardware_id text collate "C" not null,
  device_id uuid not null references devices (id) on delete cascade,
  location_id uuid not null references locations (id) on delete cascade,
  access_key_id uuid,
  user_id uuid,
  key_type text not null constraint denied_key_type check (key_type in ('rfid', 'pin', 'app', 'nfc')),
  -- A finding of the trace; null where nothing speaks against the key.
  cause text,
  steps jsonb not null,
  at timestamptz(3) not null
);
create index denied_scans_of_user on denied_scans (user_id, at desc, id desc) where user_id is not null;
create index denied_scans_at_device on denied_scans (device_id, at desc, id desc);
create index denied_scans_by_age on denied_scans (at);
