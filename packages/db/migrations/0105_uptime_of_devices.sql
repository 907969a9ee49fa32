-- Without devices nothing at a location could be online: such time is no time in service. A device that is added, deleted or entered
-- at another location changes the uptime of these days.
create function mark_new_devices() returns trigger language plpgsql as $$
begin
  insert into rollup_marks (family, place_id, from_at)
  select 'uptime', location_id, min(created_at) from new_rows group by location_id;
  return null;
end $$;
create trigger new_devices_mark_their_days after insert on devices referencing new table as new_rows
  for each statement execute function mark_new_devices();

-- For each row: nearly all updates change something else, and then nothing runs.
create function mark_changed_device() returns trigger language plpgsql as $$
begin
  insert into rollup_marks (family, place_id, from_at)
  select 'uptime', place_id, case when old.created_at <> new.created_at or old.location_id <> new.location_id
      then least(old.created_at, new.created_at) else least(old.deleted_at, new.deleted_at) end
    from unnest(array[old.location_id, new.location_id]) place_id group by place_id;
  return null;
end $$;
create trigger changed_devices_mark_their_days after update of created_at, deleted_at, location_id on devices for each row
  when ((old.created_at, old.deleted_at, old.location_id) is distinct from (new.created_at, new.deleted_at, new.location_id))
  execute function mark_changed_device();
