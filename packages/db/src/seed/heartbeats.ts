import type pg from 'pg'
import { ensureHistoryParts, historyParts } from '../history-partitions.ts'
import type { HistoryTable } from '../history-partitions.ts'
import { dayMs, hourMs, iso } from './times.ts'

const days = 30
/** In five minutes only the last day: what the shortest period of a screen shows. */
const fineHours = 25

/** What the heartbeats of the last month left behind, made by the database itself: thirty days for every piece of hardware. */
export async function insertHeartbeatHistory(client: pg.PoolClient, now: number): Promise<void> {
  const from = new Date(now - (days + 1) * dayMs)
  const to = new Date(now + 5 * dayMs)
  const fine = new Date(now - (fineHours + 24) * hourMs)
  for (const table of ['hardware_hours', 'hardware_days'] satisfies HistoryTable[])
    await ensureHistoryParts(client, historyParts(table, from, to))
  await ensureHistoryParts(client, historyParts('hardware_five_minutes', fine, to))
  await client.query(
    `insert into gateway_lives (started_at, alive_at) values ('${iso(now - (days + 1) * dayMs)}', '${iso(now)}')`,
  )
  await makeSilences(client, now)
  await makeSpeakers(client, now)
  await client.query(bucketsOf('hardware_hours', '1 hour', now - (days + 1) * dayMs, now))
  await client.query(bucketsOf('hardware_five_minutes', '5 minutes', now - fineHours * hourMs, now))
  await cutSilences(client, 'hardware_hours', '1 hour')
  await cutSilences(client, 'hardware_five_minutes', '5 minutes')
  await client.query(`insert into hardware_days (hardware_id, bucket_from, beats, online_s, rssi_min_dbm, wifi_rssi_min_dbm, supply_min_mv, temperature_min_c, temperature_max_c)
    select hardware_id, date_bin('1 day', bucket_from, '2000-01-01Z'), sum(beats), sum(online_s), min(rssi_min_dbm), min(wifi_rssi_min_dbm), min(supply_min_mv), min(temperature_min_c), max(temperature_max_c)
    from hardware_hours group by 1, 2`)
  await makeOutages(client)
}

/** A number from 0 to 1 that is the same each time. */
const luck = (salt: string, key: string): string => `((hashtext('${salt}' || ${key}) & 1048575) / 1048576.0)`

/** Some controllers were away now and then, and all that they speak for with them: power, antennas, diggers. */
const makeSilences = (client: pg.PoolClient, now: number) =>
  client.query(`create temp table seed_silences on commit drop as
    select c.hardware_id as controller_id, x.began, x.began + make_interval(mins => 25 + (600 * power(${luck('long', 'c.hardware_id || n')}, 3))::int) as ended
    from controllers c join hardware_state s on s.hardware_id = c.hardware_id cross join generate_series(1, 3) n
    cross join lateral (select date_bin('5 minutes', '${iso(now)}'::timestamptz - make_interval(mins => (720 + ${luck('when', 'c.hardware_id || n')} * ${days / 3 - 2} * 1440 + (n - 1) * ${days / 3} * 1440)::int), '2000-01-01Z') as began) x
    where ${luck('away', 'c.hardware_id || n')} < 0.12`)

/** Each piece of hardware, with what is usual for it. */
const makeSpeakers = (client: pg.PoolClient, now: number) =>
  client.query(`create temp table seed_speakers on commit drop as
    select s.hardware_id, h.controller_id, greatest(h.created_at, '${iso(now - (days + 1) * dayMs)}') as since, date_bin('5 minutes', least(s.last_heartbeat_at, '${iso(now)}'), '2000-01-01Z') as until,
      heartbeat_interval_s(coalesce(l.power_save, 'none')) as every_s, s.rssi_dbm, s.wifi_rssi_dbm, s.supply_mv, coalesce(s.temperature_c, 5) as temperature_c,
      hashtext(s.hardware_id) & 1023 as own
    from hardware_state s join hardware h on h.hardware_id = s.hardware_id left join devices d on d.hardware_id = s.hardware_id left join locations l on l.id = d.location_id
    where s.last_heartbeat_at is not null order by s.hardware_id`)

/**
 * Signal wavers, batteries sag over the month, days are warmer than nights. What is the same for all stands in a tick, and
 * silences are cut out afterwards: it is the first thing that a first start waits for.
 */
function bucketsOf(table: HistoryTable, wide: string, from: number, to: number): string {
  const second = wide === '1 hour' ? 3_600 : 300
  return `with tick as materialized (
      select at, at + interval '${wide}' as till, (extract(epoch from at)::bigint / ${second} * 7919 % 100003)::int as nth, (6 * sin((extract(hour from at) - 9) / 24 * 2 * pi()))::real as warmth,
        (extract(epoch from '${iso(to)}'::timestamptz - at) / 86400 / ${days} * 0.02)::real as sag
      from generate_series(date_bin('${wide}', '${iso(from)}', '2000-01-01Z'), '${iso(to)}', interval '${wide}') at)
    insert into ${table} (hardware_id, bucket_from, beats, online_s, rssi_min_dbm, wifi_rssi_min_dbm, supply_min_mv, temperature_min_c, temperature_max_c)
    select p.hardware_id, t.at, greatest(${second} / p.every_s, 1), case when t.till <= p.until then ${second} else extract(epoch from p.until - t.at)::int end,
      p.rssi_dbm - (hashint4(t.nth + p.own) & 7), p.wifi_rssi_dbm - (hashint4(t.nth + p.own) & 7), p.supply_mv - (hashint4(t.nth + p.own) & 31) + (p.supply_mv * t.sag * p.own / 1024)::int,
      p.temperature_c + t.warmth - (hashint4(t.nth + p.own) & 1), p.temperature_c + t.warmth + (hashint4(t.nth + p.own) & 1)
    from seed_speakers p join tick t on t.at >= p.since and t.at < p.until`
}

/** Whole buckets go, the first and the last of a silence are shorter. */
const cutSilences = (client: pg.PoolClient, table: HistoryTable, wide: string) =>
  client.query(`with cut as (
      select p.hardware_id, b.bucket_from, extract(epoch from least(s.ended, b.bucket_from + interval '${wide}') - greatest(s.began, b.bucket_from))::int as silent_s
      from seed_silences s join seed_speakers p on p.controller_id = s.controller_id
      join ${table} b on b.hardware_id = p.hardware_id and b.bucket_from > s.began - interval '${wide}' and b.bucket_from < s.ended),
    gone as (delete from ${table} b using cut c where b.hardware_id = c.hardware_id and b.bucket_from = c.bucket_from and b.online_s <= c.silent_s)
    update ${table} b set online_s = b.online_s - c.silent_s, beats = greatest(b.beats * (b.online_s - c.silent_s) / b.online_s, 1) from cut c
    where b.hardware_id = c.hardware_id and b.bucket_from = c.bucket_from and b.online_s > c.silent_s`)

/** What was long enough to be an outage, and is over. */
const makeOutages = (client: pg.PoolClient) =>
  client.query(`insert into outages (id, location_id, device_id, hardware_id, began_at, raised_at, confirmed_at, cleared_at, ended_at, clearing)
    select gen_random_uuid(), d.location_id, d.id, s.controller_id, s.began + interval '10 minutes', s.began + interval '10 minutes',
      case when s.ended - s.began > interval '130 minutes' then s.began + interval '130 minutes' end, s.ended + interval '15 minutes', s.ended, 'recovered'
    from seed_silences s join devices d on d.hardware_id = s.controller_id join hardware_state h on h.hardware_id = s.controller_id and h.last_heartbeat_at > s.ended`)
