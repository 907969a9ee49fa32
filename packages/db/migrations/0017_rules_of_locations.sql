-- A tag is one tag whatever its letters' case, for the filter too. Tags are ASCII: the C collation knows all of their letters.
create function lower_tags(tags text[]) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(lower(tag collate "C")), '{}') from unnest(tags) tag
$$;
alter table locations
  add column public_tag_words text[] not null generated always as (lower_tags(public_tags)) stored,
  add column private_tag_words text[] not null generated always as (lower_tags(private_tags)) stored,
  -- DELETE is for what was never installed: events are kept two years, and who installed it and took it back is older.
  add column installed_at timestamptz(3);
drop index locations_by_tag;
create index locations_by_tag on locations using gin (public_tag_words);
create index locations_by_private_tag on locations using gin (private_tag_words);
update locations l set installed_at = coalesce(l.launched_at, e.at, l.updated_at) from (
  select o.id, (select min(at) from events where resource_id = o.id and feature = 'locations'
    and after ->> 'status' in ('installed', 'launched', 'launched_offline', 'maintenance')) as at from locations o) e
  where e.id = l.id and (l.launched_at is not null or e.at is not null or l.status not in ('in_house', 'in_delivery', 'demo', 'obsolete'));

-- Ids of external devices ignore case, as aliases do. Those that were given twice get the end of their own id behind them,
-- which no other one ends with.
drop index external_devices_external_id;
update external_devices d set external_id = left(d.external_id, 48) || ' (' || right(d.id::text, 12) || ')'
from (select id, row_number() over (partition by location_id, lower(external_id) order by created_at, id) as nth from external_devices
  where deleted_at is null) twice
where twice.id = d.id and twice.nth > 1;
create unique index external_devices_external_id on external_devices (location_id, lower(external_id)) where deleted_at is null;
-- One card is in one device. Not unique: there may be two of one card by now, and which of them is wrong only people know.
create index external_devices_of_card on external_devices (iccid) where deleted_at is null;

-- Spec 3 (Hardware, last updated): when it last said something new of what it is (firmware, PCB, protocol, configuration,
-- MAC address). Null until then. Not the latest heartbeat, and in no index: heartbeats rewrite the row in place.
alter table hardware_state add column described_at timestamptz(3);
-- The mesh is told once for all in it: written to each of them, it would wait for their heartbeats, and they for it.
alter table controllers add column mesh_changed_at timestamptz(3);
