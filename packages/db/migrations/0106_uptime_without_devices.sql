-- Time without devices was counted as online. Locations in which no device was there from their first launch until now are counted
-- again, up to the first device that is still there; in the others there was no such time.
insert into rollup_marks (family, place_id, from_at, to_at)
select 'uptime', p.location_id, min(p.from_at),
    (select min(d.created_at) from devices d where d.location_id = p.location_id and d.deleted_at is null)
  from location_status_periods p
where p.status in ('launched', 'launched_offline') group by p.location_id
having not exists (select from devices d where d.location_id = p.location_id and d.deleted_at is null and d.created_at <= min(p.from_at));
