-- From when to when a location had a status. Uptime is counted while a location is launched and maintenance is counted apart, so
-- past days need the status of their own time; events say it too, but as text in JSON, and only for two years.
create table location_status_periods (
  id bigint generated always as identity primary key,
  location_id uuid not null references locations (id) on delete cascade,
  status text not null,
  from_at timestamptz(3) not null,
  to_at timestamptz(3),
  constraint status_period_ends_after_its_start check (to_at >= from_at)
);
create unique index one_open_status_a_location on location_status_periods (location_id) where to_at is null;
create index location_status_periods_of_location on location_status_periods (location_id, from_at);

-- A location that arrives with a past (import, seed) was launched from its launch until its last change.
create function open_status_period() returns trigger language plpgsql as $$
begin
  if new.status <> 'launched' and new.launched_at is not null and new.launched_at < new.updated_at then
    insert into location_status_periods (location_id, status, from_at, to_at) values
      (new.id, 'launched', new.launched_at, new.updated_at), (new.id, new.status, new.updated_at, null);
  else
    insert into location_status_periods (location_id, status, from_at)
      values (new.id, new.status, coalesce(new.launched_at, new.created_at));
  end if;
  return null;
end $$;
create trigger location_begins_with_a_status after insert on locations for each row execute function open_status_period();

create function follow_status() returns trigger language plpgsql as $$
declare since timestamptz(3);
begin
  update location_status_periods set to_at = greatest(from_at, new.updated_at)
    where location_id = new.id and to_at is null returning to_at into since;
  insert into location_status_periods (location_id, status, from_at) values (new.id, new.status, coalesce(since, new.updated_at));
  return null;
end $$;
create trigger status_period_follows_location after update of status on locations for each row
  when (old.status <> new.status) execute function follow_status();

-- What is known of the past: the events of status changes, else the rule of the insert.
with change as (
  select resource_id as location_id, at, before ->> 'status' as was, after ->> 'status' as is_now,
    lag(at) over w as previous, lead(at) over w as next
  from events where resource_type = 'location' and after ? 'status' and resource_id in (select id from locations)
  window w as (partition by resource_id order by at, id))
insert into location_status_periods (location_id, status, from_at, to_at)
select c.location_id, c.was, least(coalesce(l.launched_at, l.created_at), c.at), c.at
  from change c join locations l on l.id = c.location_id where c.previous is null and c.was is not null
union all select location_id, is_now, at, next from change
union all
select id, 'launched', launched_at, updated_at from locations
  where status <> 'launched' and launched_at < updated_at and id not in (select location_id from change)
union all
select id, status, case when status <> 'launched' and launched_at < updated_at then updated_at else coalesce(launched_at, created_at) end, null
  from locations where id not in (select location_id from change);
