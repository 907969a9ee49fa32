import { ensureHistoryParts, historyParts } from '../history-partitions.ts'
import type { HistoryTable } from '../history-partitions.ts'
import { pick } from './chance-in-sql.ts'
import type { Place } from './rights.ts'

const dayMs = 86_400_000
const fineHours = 2
const longDays = 30
/** Every fiftieth device has a whole month in hours; all devices have it in days. */
const longEach = 50

/**
 * Heartbeat history: in hours, the given days for every device and a month for every fiftieth; in days, a month for
 * all; in five minutes, the last two hours. A month of hours for 100,000 devices would be 72 million rows.
 */
export async function makeHeartbeats(place: Place, days: number): Promise<void> {
  const { run, client, now } = place
  await run(
    `insert into gateway_lives (started_at, alive_at) values (pg_temp.at(${now} - ${(longDays + 1) * dayMs}), pg_temp.at(${now}))`,
  )
  for (const [table, from] of [
    ['hardware_five_minutes', now - dayMs],
    ['hardware_hours', now - (longDays + 1) * dayMs],
    ['hardware_days', now - (longDays + 1) * dayMs],
  ] as const)
    await ensureHistoryParts(client, historyParts(table, new Date(from), new Date(now + 40 * dayMs)))
  const hourNow = now - (now % 3_600_000)
  await run(buckets('hardware_hours', 'h.nth % ' + longEach + ' = 0', hourNow - longDays * dayMs, hourNow, 3_600))
  if (days > 0)
    await run(
      buckets(
        'hardware_hours',
        'h.nth % ' + longEach + ' <> 0',
        hourNow - Math.min(days, longDays) * dayMs,
        hourNow,
        3_600,
      ),
    )
  const dayNow = now - (now % dayMs)
  await run(buckets('hardware_days', 'true', dayNow - longDays * dayMs, dayNow, 86_400))
  const fineNow = now - (now % 300_000)
  if (days > 0) await run(buckets('hardware_five_minutes', 'true', fineNow - fineHours * 3_600_000, fineNow, 300))
}

/** In the order of time, as they would have arrived. */
const buckets = (table: HistoryTable, which: string, from: number, to: number, width: number): string => `
  insert into ${table} (hardware_id, bucket_from, beats, online_s, rssi_min_dbm, rssi_max_dbm, rssi_sum_dbm, wifi_rssi_sum_dbm, wifi_rssi_count,
    supply_min_mv, supply_max_mv, supply_sum_mv, temperature_min_c, temperature_max_c, temperature_sum_c, temperature_count)
  select h.hardware_id, pg_temp.at(b.ms), ${width} / 60, ${width}, r.dbm, r.dbm + 5, ${width} / 60 * (r.dbm + 2), 0, 0,
    r.mv, r.mv + 20, ${width} / 60 * (r.mv + 8)::bigint, 10 + r.warmth, 12 + r.warmth, ${width} / 60 * (11 + r.warmth), ${width} / 60
  from generate_series(${from}::bigint, ${to - 1}::bigint, ${width * 1_000}::bigint) b(ms)
  cross join (select hardware_id, row_number() over (order by hardware_id) as nth from hardware) h
  cross join lateral (select -50 - ${pick('beat', 40, 'h.nth')} - (b.ms / 3600000 % 7)::int as dbm, 11800 + ${pick('state', 500, 'h.nth')} - (b.ms / 3600000 % 24)::int as mv,
    (b.ms / 3600000 % 24) / 4.0 as warmth) r where ${which}`
