/**
 * The query that an expert on these tables would write by hand, without a permission check. $1 hardware, $2 from, $3
 * to.
 */
export const deviceMonth = `select date_bin('2 hours', bucket_from, '2000-01-01 00:00:00Z') as at, sum(beats)::int as beats, sum(online_s)::int as online_s,
    min(rssi_min_dbm) as rssi_min_dbm, min(wifi_rssi_min_dbm) as wifi_rssi_min_dbm, min(supply_min_mv) as supply_min_mv, min(temperature_min_c) as temperature_min_c, max(temperature_max_c) as temperature_max_c,
    max(rssi_max_dbm) as rssi_max_dbm, max(wifi_rssi_max_dbm) as wifi_rssi_max_dbm, max(supply_max_mv) as supply_max_mv,
    sum(rssi_sum_dbm)::float8 / nullif(sum(beats) filter (where rssi_sum_dbm is not null), 0) as rssi_mean_dbm, sum(wifi_rssi_sum_dbm)::float8 / nullif(sum(wifi_rssi_count), 0) as wifi_rssi_mean_dbm,
    sum(supply_sum_mv)::float8 / nullif(sum(beats) filter (where rssi_sum_dbm is not null), 0) as supply_mean_mv, sum(temperature_sum_c) / nullif(sum(temperature_count), 0) as temperature_mean_c
  from hardware_hours where hardware_id = $1 and bucket_from >= $2::timestamptz and bucket_from < $3::timestamptz group by 1 order by 1`

const interval = `(case l.power_save when 'none' then 60 when 'remote_wakeup' then 300 else 900 end)`
const since = `$1::timestamptz - make_interval(secs => least(greatest(10 * ${interval}, 600), 86400))`
const isIn = `(hs.last_heartbeat_at >= ${since} and cs.last_heartbeat_at >= ${since}) is true`
const isUnknown = `(hs.last_heartbeat_at is null or cs.last_heartbeat_at is null)`

/** The health of every device and location in one pass. $1 is now. */
export const allHealths = `select location_id, case when bool_and(is_unknown) then 'unknown' when bool_and(is_in) then 'online' when bool_and(not is_in) then 'offline' else 'some_offline' end as health,
    count(*) filter (where not is_in) as silent
  from (select d.location_id, ${isIn} as is_in, ${isUnknown} as is_unknown from devices d join locations l on l.id = d.location_id join hardware h on h.hardware_id = d.hardware_id
    left join hardware_state hs on hs.hardware_id = d.hardware_id left join hardware_state cs on cs.hardware_id = h.controller_id
    where d.deleted_at is null and not d.delete_pending and l.status in ('installed', 'launched', 'launched_offline', 'maintenance')) x group by location_id`
