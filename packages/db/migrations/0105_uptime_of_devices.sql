-- Without devices nothing at a location could be online: such time is no time in service. A device that is added or deleted changes
-- the uptime of these days.
create function mark_devices() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into rollup_marks (family, place_id, from_at)
    select 'uptime', location_id, min(created_at) from new_rows group by location_id;
  else
    insert into rollup_marks (family, place_id, from_at)
    select 'uptime', n.location_id, min(case when o.created_at <> n.created_at then least(o.created_at, n.created_at)
      else least(o.deleted_at, n.deleted_at) end)
    from old_rows o join new_rows n on n.id = o.id
    where (o.created_at, o.deleted_at) is distinct from (n.created_at, n.deleted_at) group by n.location_id;
  end if;
  return null;
end $$;
create trigger new_devices_mark_their_days after insert on devices referencing new table as new_rows
  for each statement execute function mark_devices();
create trigger changed_devices_mark_their_days after update on devices referencing old table as old_rows new table as new_rows
  for each statement execute function mark_devices();
