-- Which days of which place have to be counted again. Each writer leaves its mark in its own transaction, whoever it is, so the
-- marks are made by the database. Append only: with a unique key, a writer that finds the mark of another one, which a job is
-- removing, would lose its own.
create table rollup_marks (
  id bigint generated always as identity primary key,
  family text not null constraint rollup_family check (family in ('parking', 'rental', 'revenue', 'uptime', 'commands')),
  place_id uuid not null,
  from_at timestamptz(3) not null,
  -- Null: it goes on, and is counted until the time of the job.
  to_at timestamptz(3)
);

create function mark_parking_sessions() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into rollup_marks (family, place_id, from_at, to_at)
    select 'parking', location_id, min(started_at), case when bool_and(ended_at is not null) then max(ended_at) end
    from new_rows group by location_id;
  elsif tg_op = 'DELETE' then
    insert into rollup_marks (family, place_id, from_at, to_at)
    select 'parking', location_id, min(started_at), case when bool_and(ended_at is not null) then max(ended_at) end
    from old_rows group by location_id;
  else
    insert into rollup_marks (family, place_id, from_at, to_at)
    select 'parking', r.location_id, min(r.started_at), case when bool_and(r.ended_at is not null) then max(r.ended_at) end
    from old_rows o join new_rows n on n.id = o.id
    cross join lateral (values (o.location_id, o.started_at, o.ended_at), (n.location_id, n.started_at, n.ended_at))
      as r (location_id, started_at, ended_at)
    where (o.location_id, o.device_type, o.user_id, o.status, o.how_ended, o.started_at, o.ended_at, o.fee_minor, o.currency, o.rating)
      is distinct from (n.location_id, n.device_type, n.user_id, n.status, n.how_ended, n.started_at, n.ended_at, n.fee_minor, n.currency, n.rating)
    group by r.location_id;
  end if;
  return null;
end $$;
create trigger inserted_sessions_mark_their_days after insert on parking_sessions referencing new table as new_rows
  for each statement execute function mark_parking_sessions();
create trigger updated_sessions_mark_their_days after update on parking_sessions referencing old table as old_rows new table as new_rows
  for each statement execute function mark_parking_sessions();
create trigger deleted_sessions_mark_their_days after delete on parking_sessions referencing old table as old_rows
  for each statement execute function mark_parking_sessions();

create function mark_rental_sessions() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into rollup_marks (family, place_id, from_at, to_at)
    select 'rental', fleet_id, min(started_at), max(started_at) from new_rows group by fleet_id;
  elsif tg_op = 'DELETE' then
    insert into rollup_marks (family, place_id, from_at, to_at)
    select 'rental', fleet_id, min(started_at), max(started_at) from old_rows group by fleet_id;
  else
    insert into rollup_marks (family, place_id, from_at, to_at)
    select 'rental', r.fleet_id, min(r.started_at), max(r.started_at) from old_rows o join new_rows n on n.id = o.id
    cross join lateral (values (o.fleet_id, o.started_at), (n.fleet_id, n.started_at)) as r (fleet_id, started_at)
    where (o.fleet_id, o.user_id, o.status, o.how_ended, o.started_at, o.ended_at, o.fee_minor, o.currency, o.rating, o.distance_m)
      is distinct from (n.fleet_id, n.user_id, n.status, n.how_ended, n.started_at, n.ended_at, n.fee_minor, n.currency, n.rating, n.distance_m)
    group by r.fleet_id;
  end if;
  return null;
end $$;
create trigger inserted_rides_mark_their_days after insert on rental_sessions referencing new table as new_rows
  for each statement execute function mark_rental_sessions();
create trigger updated_rides_mark_their_days after update on rental_sessions referencing old table as old_rows new table as new_rows
  for each statement execute function mark_rental_sessions();
create trigger deleted_rides_mark_their_days after delete on rental_sessions referencing old table as old_rows
  for each statement execute function mark_rental_sessions();

-- Entries are never edited or deleted.
create function mark_payment_entries() returns trigger language plpgsql as $$
begin
  insert into rollup_marks (family, place_id, from_at, to_at)
  select 'revenue', p.visible_through_id, min(e.at), max(e.at) from new_rows e join payments p on p.id = e.payment_id
  where e.kind in ('paid', 'approved', 'refunded') group by p.visible_through_id;
  return null;
end $$;
create trigger money_marks_its_day after insert on payment_entries referencing new table as new_rows
  for each statement execute function mark_payment_entries();

create function mark_outages() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into rollup_marks (family, place_id, from_at, to_at)
    select 'uptime', location_id, min(began_at), case when bool_and(ended_at is not null) then max(ended_at) end
    from new_rows group by location_id;
  elsif tg_op = 'DELETE' then
    insert into rollup_marks (family, place_id, from_at, to_at)
    select 'uptime', location_id, min(began_at), case when bool_and(ended_at is not null) then max(ended_at) end
    from old_rows group by location_id;
  else
    insert into rollup_marks (family, place_id, from_at, to_at)
    select 'uptime', r.location_id, min(r.began_at), case when bool_and(r.ended_at is not null) then max(r.ended_at) end
    from old_rows o join new_rows n on n.id = o.id
    cross join lateral (values (o.location_id, o.began_at, o.ended_at), (n.location_id, n.began_at, n.ended_at))
      as r (location_id, began_at, ended_at)
    where (o.location_id, o.device_id, o.began_at, o.ended_at, o.clearing, o.folded_into)
      is distinct from (n.location_id, n.device_id, n.began_at, n.ended_at, n.clearing, n.folded_into)
    group by r.location_id;
  end if;
  return null;
end $$;
create trigger new_outages_mark_their_days after insert on outages referencing new table as new_rows
  for each statement execute function mark_outages();
create trigger changed_outages_mark_their_days after update on outages referencing old table as old_rows new table as new_rows
  for each statement execute function mark_outages();
create trigger deleted_outages_mark_their_days after delete on outages referencing old table as old_rows
  for each statement execute function mark_outages();

create function mark_status_period() returns trigger language plpgsql as $$
begin
  insert into rollup_marks (family, place_id, from_at, to_at) values ('uptime', new.location_id, new.from_at, new.to_at);
  if tg_op = 'UPDATE' then
    insert into rollup_marks (family, place_id, from_at, to_at) values ('uptime', old.location_id, old.from_at, old.to_at);
  end if;
  return null;
end $$;
create trigger status_period_marks_its_days after insert or update on location_status_periods
  for each row execute function mark_status_period();

create function mark_commands() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into rollup_marks (family, place_id, from_at, to_at)
    select 'commands', location_id, min(created_at), max(created_at) from new_rows where location_id is not null group by location_id;
  else
    insert into rollup_marks (family, place_id, from_at, to_at)
    select 'commands', n.location_id, min(n.created_at), max(n.created_at) from old_rows o join new_rows n on n.id = o.id
    where n.location_id is not null and (o.status, o.ended_at) is distinct from (n.status, n.ended_at) group by n.location_id;
  end if;
  return null;
end $$;
create trigger new_commands_mark_their_day after insert on commands referencing new table as new_rows
  for each statement execute function mark_commands();
create trigger answered_commands_mark_their_day after update on commands referencing old table as old_rows new table as new_rows
  for each statement execute function mark_commands();

-- Another time zone moves every midnight of a place. Two days more on both sides cover any pair of zones.
create function mark_moved_midnights() returns trigger language plpgsql as $$
declare
  since timestamptz(3) := least(new.created_at,
    (select min(started_at) from parking_sessions where location_id = new.id),
    (select min(started_at) from rental_sessions where fleet_id = new.id),
    (select min(from_at) from location_status_periods where location_id = new.id)) - interval '2 days';
begin
  insert into rollup_marks (family, place_id, from_at, to_at)
  select family, new.id, since, new.updated_at + interval '2 days' from unnest(array['parking', 'rental', 'revenue', 'uptime', 'commands']) family;
  return null;
end $$;
create trigger time_zone_marks_all_days after update of time_zone on locations for each row
  when (old.time_zone <> new.time_zone) execute function mark_moved_midnights();
create trigger time_zone_marks_all_days after update of time_zone on rental_fleets for each row
  when (old.time_zone <> new.time_zone) execute function mark_moved_midnights();

-- What an installation has already is counted by its first job.
insert into rollup_marks (family, place_id, from_at)
select 'parking', location_id, min(started_at) from parking_sessions group by location_id
union all select 'rental', fleet_id, min(started_at) from rental_sessions group by fleet_id
union all select 'revenue', p.visible_through_id, min(e.at) from payment_entries e join payments p on p.id = e.payment_id group by p.visible_through_id
union all select 'uptime', location_id, min(from_at) from location_status_periods group by location_id
union all select 'commands', location_id, min(created_at) from commands where location_id is not null group by location_id;

-- A deleted location had no sessions, but it may have been in service.
create function mark_deleted_location() returns trigger language plpgsql as $$
begin
  insert into rollup_marks (family, place_id, from_at, to_at)
  values ('uptime', old.id, least(old.launched_at, old.created_at) - interval '2 days', old.updated_at + interval '2 days');
  return null;
end $$;
create trigger deleted_location_marks_its_days after delete on locations for each row execute function mark_deleted_location();
