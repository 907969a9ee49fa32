-- Indexes and orders that keep lists and the device path flat at size (docs/PERFORMANCE.md).

-- Hardware ids are hexadecimal digits: compared byte by byte, not by the rules of a language. Every heartbeat, event and
-- list of devices looks them up several times; all columns change, since an index serves only its own order.
alter table controllers alter column hardware_id type text collate "C";
alter table hardware alter column hardware_id type text collate "C", alter column controller_id type text collate "C";
alter table hardware_state alter column hardware_id type text collate "C";
alter table devices alter column hardware_id type text collate "C";
alter table alarms alter column hardware_id type text collate "C";
alter table commands alter column hardware_id type text collate "C";
alter table device_events alter column hardware_id type text collate "C";
alter table key_scans alter column hardware_id type text collate "C";

-- Sessions that are open, location by location: narrow and count. Without it they are looked for in the whole history.
create index parking_sessions_open_of_location on parking_sessions (location_id, started_at desc, id desc) where status <> 'ended';
-- And device by device: what stands in a dock now.
create index parking_sessions_open_of_device on parking_sessions (device_id, started_at) where status <> 'ended';

-- Rare values that the history can be filtered by are walked in an index of their own, which answers alone (no table row
-- is read) for who may not see most of them. `status` is in it because the list asks it too.
create index parking_sessions_not_normal on parking_sessions (started_at desc, id desc) include (location_id, how_ended, status) where how_ended <> 'normal';
create index parking_sessions_rated on parking_sessions (started_at desc, id desc) include (location_id, rating, status) where rating is not null;
drop index parking_sessions_commented;
create index parking_sessions_commented on parking_sessions (started_at desc, id desc) include (location_id, status) where comment is not null;

-- Is a right held over everything? Every check asks it first: from the one group that covers everything to the person's
-- grant in it, not through all grants of the person.
create index resource_groups_over_everything on resource_groups (id) where covers_everything;
