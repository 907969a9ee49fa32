-- PINs, cards and the keys of apps open locks. They are found by a keyed hash and read by opening a sealed text, both under keys
-- that are derived from the installation's key (decision 52). SQL does not have that key: what is there waits in `clear_keys`
-- until the next start of the services seals it and empties this table, before anything is served.
create table clear_keys (
  -- The table whose row `id` holds the key from then on.
  of text not null constraint clear_key_is_of_a_table check (of in ('access_keys', 'allowlist_entities')),
  id uuid not null,
  key text not null,
  primary key (of, id)
);
-- Notes of the planner would keep some of them.
alter table clear_keys alter column key set statistics 0;

-- A PIN is an access key and nothing else. Those that were with the person alone become one.
insert into access_keys (id, user_id, type, key, created_at)
select gen_random_uuid(), u.id, 'pin', u.pin, u.created_at from users u
where u.pin is not null and not exists (select from access_keys k where k.user_id = u.id and k.type = 'pin')
on conflict do nothing;
-- Its index and the rule of erased people go with the column.
alter table users drop column pin;
alter table users add constraint deleted_user_names_nobody check (
  deleted_at is null or (name = 'Deleted user' and phone is null and email is null and app_version is null and app_platform is null)
);

insert into clear_keys (of, id, key) select 'access_keys', id, key from access_keys;
insert into clear_keys (of, id, key) select 'allowlist_entities', id, key from allowlist_entities where key is not null;

-- A key never changes but by being sealed, which concerns no lock.
drop trigger allowlist_follows_the_key on access_keys;
alter table access_keys
  drop column key,
  add column key_hash bytea,
  add column key_sealed text,
  -- Not valid: it binds every row that is written from now on, and those in `clear_keys` as soon as they are sealed.
  add constraint access_key_is_sealed check (key_hash is not null and key_sealed is not null) not valid;
create unique index access_key_is_unique on access_keys (type, key_hash);
create trigger allowlist_follows_the_key after insert or delete or update of user_id on access_keys
  for each row execute function note_allowlist_of_key();

alter table allowlist_entities
  drop column key,
  add column key_hash bytea,
  add column key_sealed text,
  add constraint allowlist_entity_is_a_user_or_a_key check (
    (kind = 'user') = (user_id is not null) and (kind = 'user') = (key_hash is null) and (key_hash is null) = (key_sealed is null)
  ) not valid;
create unique index allowlist_key_is_listed_once on allowlist_entities (allowlist_id, key_hash) where key_hash is not null;

-- Whose key it was is known by its id; nothing reads the key itself.
alter table key_scans drop column key;

-- Requests and replies hold keys too. A repeat of a request from before is refused, and not answered with the kept reply.
alter table idempotency_keys drop column reply, add column sealed_reply text;
