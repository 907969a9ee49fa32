-- An external device that is deleted stays for what was sent to it, as devices do: its SMS commands are told, and count.
alter table external_devices add column deleted_at timestamptz(3);
drop index external_devices_external_id;
create unique index external_devices_external_id on external_devices (location_id, external_id) where deleted_at is null;
-- Sendings to a card count by the card: whatever holds it now, and whatever held it a moment ago.
create index sim_messages_of_sim on sim_messages (iccid, id desc);

-- When each card's status was asked for last: a question costs, and a device that is made anew asks no sooner.
create table sim_askings (
  iccid text primary key constraint asked_iccid_is_digits check (iccid ~ '^[0-9]{18,22}$'),
  asked_at timestamptz(3) not null
);

-- Whom the provider disabled (DISABLE over everything) the provider alone enables. Of those who are disabled already nobody
-- remembers who did it: they count as the provider's.
alter table console_users add column is_disabled_by_provider boolean not null default false;
update console_users set is_disabled_by_provider = true where disabled_at is not null;
alter table console_users
  add constraint disabled_by_provider_is_disabled check (disabled_at is not null or not is_disabled_by_provider);

-- Which default roles and rights were laid by a start: what an installation took away since is not given back.
create table foundation_laid (
  role text not null,
  -- Both empty: the role itself.
  resource_type text not null,
  action text not null,
  primary key (role, resource_type, action)
);

-- A location that is deleted leaves its name and the groups it belonged to, so that its events stay readable to those who
-- could read them. The row itself is gone: nothing else finds it.
create table deleted_locations (
  id uuid primary key,
  code text not null,
  label text not null,
  deleted_at timestamptz(3) not null,
  group_ids uuid[] not null
);
