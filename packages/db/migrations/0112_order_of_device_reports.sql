-- The counter of the message that raised an alarm and of the one that ended it. The order of both is the order of the counter,
-- which no clock of a device can turn round. Null: the server raised or ended it, or it is older than these columns.
alter table alarms
  add column raised_seq bigint,
  add column cleared_seq bigint;
-- A raise that comes late asks whether its end is here already. The index is empty at first, so it is built by one reading.
create index alarms_ended_by_hardware on alarms (hardware_id, reason, cleared_seq) where cleared_seq is not null;

-- Of the last start that was believed: an older one does not move firmware and mesh back while no heartbeat has come.
alter table hardware_state add column boot_seq bigint not null default 0;

-- Of the message that reported the battery: a position or a charge.
alter table rental_device_states add column battery_seq bigint not null default 0;
