-- A chart of the history draws the band from the lowest to the highest reading around their mean, and so far only the lowest
-- readings were kept. Sums instead of means: they stay exact when five minutes are added up to hours, days and wider steps.
-- Every heartbeat has a signal and a supply, so `beats` counts them; wifi and temperature have a count of their own.
-- Rows from before this migration keep null, and so does a sum that one of them is part of. Without a default the columns
-- need no rewrite of the large tables.
alter table hardware_state
  add column bucket_rssi_max_dbm smallint,
  add column bucket_rssi_sum_dbm int,
  add column bucket_wifi_rssi_max_dbm smallint,
  add column bucket_wifi_rssi_sum_dbm int,
  add column bucket_wifi_rssi_count int,
  add column bucket_supply_max_mv int,
  add column bucket_supply_sum_mv bigint,
  add column bucket_temperature_sum_c float8,
  add column bucket_temperature_count int;

alter table hardware_five_minutes
  add column rssi_max_dbm smallint,
  add column rssi_sum_dbm int,
  add column wifi_rssi_max_dbm smallint,
  add column wifi_rssi_sum_dbm int,
  add column wifi_rssi_count int,
  add column supply_max_mv int,
  add column supply_sum_mv bigint,
  add column temperature_sum_c float8,
  add column temperature_count int;

alter table hardware_hours
  add column rssi_max_dbm smallint,
  add column rssi_sum_dbm int,
  add column wifi_rssi_max_dbm smallint,
  add column wifi_rssi_sum_dbm int,
  add column wifi_rssi_count int,
  add column supply_max_mv int,
  add column supply_sum_mv bigint,
  add column temperature_sum_c float8,
  add column temperature_count int;

alter table hardware_days
  add column rssi_max_dbm smallint,
  add column rssi_sum_dbm int,
  add column wifi_rssi_max_dbm smallint,
  add column wifi_rssi_sum_dbm int,
  add column wifi_rssi_count int,
  add column supply_max_mv int,
  add column supply_sum_mv bigint,
  add column temperature_sum_c float8,
  add column temperature_count int;
