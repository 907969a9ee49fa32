-- The lists of the locks (0026) also hold the keys of subscribers. As there: triggers and not calls, because one forgotten call
-- would leave a lock open to somebody who was removed.
create or replace function note_allowlist_of_device() returns trigger language plpgsql as $$
begin
  insert into allowlist_changes (hardware_id)
  select h.hardware_id from (values (new.hardware_id), (case when tg_op = 'UPDATE' then old.hardware_id end)) h(hardware_id)
  where h.hardware_id is not null and (
    exists (select 1 from allowlist_targets t where t.location_id = new.location_id)
    or exists (select 1 from allowlist_targets t where t.device_id = new.id)
    or exists (select 1 from subscription_targets t where t.location_id = new.location_id)
    or exists (select 1 from subscription_targets t where t.device_id = new.id)
    or exists (select 1 from allowlist_hardware a where a.hardware_id = h.hardware_id));
  return null;
end $$;

create or replace function note_allowlist_of_user(changed_user uuid) returns void language sql as $$
  insert into allowlist_changes (hardware_id)
  select d.hardware_id from allowlist_entities e join allowlist_targets t on t.allowlist_id = e.allowlist_id
    join devices d on (d.location_id = t.location_id or d.id = t.device_id)
  where e.user_id = changed_user and d.hardware_id is not null
  union
  select d.hardware_id from subscribers s join subscription_targets t on t.subscription_id = s.subscription_id
    join devices d on (d.location_id = t.location_id or d.id = t.device_id)
  where s.user_id = changed_user and s.holds_place and d.hardware_id is not null
$$;
-- A place given up is access given up, whoever wrote it; a subscription switched on or off may close or open its locks.
create function note_locks_of_place() returns trigger language plpgsql as $$
begin
  perform note_locks_of_subscription(new.subscription_id);
  return null;
end $$;
create trigger locks_follow_the_place after update of holds_place, expires_at on subscribers for each row
  when ((old.holds_place, old.expires_at) is distinct from (new.holds_place, new.expires_at))
  execute function note_locks_of_place();
create function note_locks_of_switch() returns trigger language plpgsql as $$
begin
  perform note_locks_of_subscription(new.id);
  return null;
end $$;
create trigger locks_follow_the_subscription after update of is_active, is_exclusive on subscriptions for each row
  when ((old.is_active, old.is_exclusive) is distinct from (new.is_active, new.is_exclusive))
  execute function note_locks_of_switch();
create function note_locks_of_target() returns trigger language plpgsql as $$
begin
  insert into allowlist_changes (hardware_id)
  select d.hardware_id from (select coalesce(new.location_id, old.location_id) as location_id, coalesce(new.device_id, old.device_id) as device_id) t
    join devices d on d.location_id = t.location_id or d.id = t.device_id
  where d.hardware_id is not null and d.type in ('dock', 'locker', 'rental_dock', 'door');
  return null;
end $$;
create trigger locks_follow_the_target after insert or delete on subscription_targets for each row
  execute function note_locks_of_target();
