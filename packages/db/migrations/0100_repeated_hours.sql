-- On a day on which the clocks are set back, the seconds in docks during the repeated hour were counted for the hour before it.
-- These days, which are longer than 24 hours, are counted again.
insert into rollup_marks (family, place_id, from_at, to_at)
select 'parking', u.scope_id, d.noon, d.noon from usage_figures u join locations l on l.id = u.scope_id
cross join lateral (select (u.period + time '12:00') at time zone l.time_zone as noon) d
where u.grain = 'day' and (u.period + 1)::timestamp at time zone l.time_zone - u.period::timestamp at time zone l.time_zone > interval '24 hours';
