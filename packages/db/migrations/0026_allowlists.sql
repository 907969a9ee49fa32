-- Spec 3 (Allowlist): who may open the locks of some locations or devices. Bounds of texts are in the contract with their
-- words; the constraints here keep what a lock would obey.
create table allowlists (
  id uuid primary key,
  organization_id uuid references organizations (id),
  name text not null,
  description text not null default '',
  visibility text not null constraint allowlist_visibility check (visibility in ('private', 'public')),
  -- Whether the app's keys of a listed user open the locks too, or cards and PINs alone.
  sync text not null constraint allowlist_sync check (sync in ('app_and_keys', 'keys_only')),
  status text not null constraint allowlist_status check (status in ('active', 'not_enabled')),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  version int not null default 1
);
create index allowlists_of_organization on allowlists (organization_id) where organization_id is not null;

create table allowlist_entities (
  id uuid primary key,
  allowlist_id uuid not null references allowlists (id) on delete cascade,
  kind text not null constraint allowlist_entity_kind check (kind in ('user', 'key', 'master_key')),
  user_id uuid references users (id),
  -- Raw bytes of a card as upper-case hex, as in access_keys.
  key text constraint allowlist_key_form check (key ~ '^([0-9A-F]{8}|[0-9A-F]{14}|[0-9A-F]{20})$'),
  expires_at timestamptz(3),
  comment text not null default '',
  created_by uuid references console_users (id),
  created_at timestamptz(3) not null,
  -- When it last changed what locks must know: added, or given another expiry. A new comment is no news to a lock.
  content_at timestamptz(3) not null,
  version int not null default 1,
  constraint allowlist_entity_is_a_user_or_a_key check ((kind = 'user') = (user_id is not null) and (kind = 'user') = (key is null))
);
create index allowlist_entities_of_list on allowlist_entities (allowlist_id, id);
create unique index allowlist_user_is_listed_once on allowlist_entities (allowlist_id, user_id) where user_id is not null;
create unique index allowlist_key_is_listed_once on allowlist_entities (allowlist_id, key) where key is not null;
create index allowlist_entities_of_user on allowlist_entities (user_id) where user_id is not null;

create table allowlist_targets (
  id uuid primary key,
  allowlist_id uuid not null references allowlists (id) on delete cascade,
  -- One of the two. A location means every lock in it, also those that are installed later.
  location_id uuid references locations (id) on delete cascade,
  device_id uuid references devices (id) on delete cascade,
  created_at timestamptz(3) not null,
  constraint allowlist_target_is_a_location_or_a_device check ((location_id is null) <> (device_id is null))
);
create unique index allowlist_location_is_a_target_once on allowlist_targets (allowlist_id, location_id) where location_id is not null;
create unique index allowlist_device_is_a_target_once on allowlist_targets (allowlist_id, device_id) where device_id is not null;
create index allowlist_targets_of_location on allowlist_targets (location_id) where location_id is not null;
create index allowlist_targets_of_device on allowlist_targets (device_id) where device_id is not null;

-- What each lock must hold and what it confirmed. The keys themselves are read when they are sent and are stored nowhere
-- twice; the hash says whether they changed.
create table allowlist_hardware (
  hardware_id text primary key references hardware (hardware_id),
  version int not null,
  content_hash text not null,
  -- The time of the changes that this version contains.
  content_at timestamptz(3) not null,
  keys int not null,
  -- False: no allowlist concerns this lock any more, and it opens as it would without one.
  is_restricted boolean not null,
  state text not null constraint allowlist_hardware_state check (state in ('pending', 'in_sync', 'failed')),
  confirmed_version int not null default 0,
  confirmed_content_at timestamptz(3),
  confirmed_at timestamptz(3),
  -- The command that carries the last part of the version, while it is under way.
  command_id uuid,
  failure text,
  attempts int not null default 0,
  next_try_at timestamptz(3) not null,
  constraint allowlist_hardware_in_sync_is_confirmed check (state <> 'in_sync' or confirmed_version = version)
);
create index allowlist_hardware_due on allowlist_hardware (next_try_at) where state <> 'in_sync' and command_id is null;
create index allowlist_hardware_under_way on allowlist_hardware (command_id) where command_id is not null;

-- Locks whose list may have changed. Appended in the transaction of the change and consumed by the gateway.
create table allowlist_changes (
  id bigint generated always as identity primary key,
  hardware_id text not null
);

-- Hardware is placed, keys are added and riders are disabled by verbs of other features. A trigger and not a call: one
-- forgotten call would leave a lock open to somebody who was removed.
create function note_allowlist_of_device() returns trigger language plpgsql as $$
begin
  insert into allowlist_changes (hardware_id)
  select h.hardware_id from (values (new.hardware_id), (case when tg_op = 'UPDATE' then old.hardware_id end)) h(hardware_id)
  where h.hardware_id is not null and (
    exists (select 1 from allowlist_targets t where t.location_id = new.location_id)
    or exists (select 1 from allowlist_targets t where t.device_id = new.id)
    or exists (select 1 from allowlist_hardware a where a.hardware_id = h.hardware_id));
  return null;
end $$;
create trigger allowlist_follows_the_device after insert or update of hardware_id, location_id, deleted_at on devices
  for each row execute function note_allowlist_of_device();

create function note_allowlist_of_user(changed_user uuid) returns void language sql as $$
  insert into allowlist_changes (hardware_id)
  select d.hardware_id from allowlist_entities e join allowlist_targets t on t.allowlist_id = e.allowlist_id
    join devices d on (d.location_id = t.location_id or d.id = t.device_id)
  where e.user_id = changed_user and d.hardware_id is not null
$$;
create function note_allowlist_of_key() returns trigger language plpgsql as $$
begin
  if tg_op <> 'DELETE' and new.user_id is not null then perform note_allowlist_of_user(new.user_id); end if;
  if tg_op <> 'INSERT' and old.user_id is not null then perform note_allowlist_of_user(old.user_id); end if;
  return null;
end $$;
create trigger allowlist_follows_the_key after insert or delete or update of user_id, key on access_keys
  for each row execute function note_allowlist_of_key();

create function note_allowlist_of_disabled_user() returns trigger language plpgsql as $$
begin
  perform note_allowlist_of_user(new.id);
  return null;
end $$;
create trigger allowlist_follows_the_user after update of disabled_at on users
  for each row when (old.disabled_at is distinct from new.disabled_at) execute function note_allowlist_of_disabled_user();
