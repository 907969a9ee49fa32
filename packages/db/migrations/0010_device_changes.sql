-- Devices are made, ordered, labelled and deleted by people; hardware moves between them and the stock.

-- What is deleted stays as a row: sessions, commands and events point at it, and its number is never given again.
alter table devices
  add column deleted_at timestamptz(3),
  -- While the deletion waits for the word of the hardware.
  add column delete_asked_at timestamptz(3),
  -- The code on the old sticker, until the new one is confirmed to be on.
  add column former_qr_code text constraint former_qr_code_is_unique unique,
  -- Since when this hardware is in it: an open session gets its minute to be locked in again.
  add column hardware_assigned_at timestamptz(3),
  add constraint deleted_holds_no_hardware check (deleted_at is null or (hardware_id is null and not delete_pending));
update devices set delete_asked_at = now() where delete_pending;
create index devices_to_delete on devices (delete_asked_at) where delete_pending;

-- An alias leads to one device of its location. Those that were given twice get the number of their device behind them.
update devices d set alias = left(d.alias, 50) || ' (' || d.type || ' ' || d.number || ')'
from (select id, row_number() over (partition by location_id, lower(alias) order by number, id) as nth from devices where alias <> '') twice
where twice.id = d.id and twice.nth > 1;
create unique index device_alias_in_location on devices (location_id, lower(alias)) where alias <> '' and deleted_at is null;

-- Numbers go on behind the highest of a type: the unique constraint on (location_id, type, number) finds it.

-- The version of the order on the ground, which is one thing of many rows. Without a row it is 1.
create table device_orders (
  location_id uuid primary key references locations (id),
  version int not null default 1
);
