import { sql } from 'kysely'
import type { HistoryPoint } from '@wheelhouse/contract/hardware/hardware-history.ts'

/**
 * What means are made of. Null for rows from before sums were kept, which a mean then leaves out. Every heartbeat has signal and
 * supply, so that one count of heartbeats serves both sums.
 */
export const sums = [
  'summed_beats',
  'rssi_sum_dbm',
  'supply_sum_mv',
  'wifi_rssi_sum_dbm',
  'wifi_rssi_count',
  'temperature_sum_c',
  'temperature_count',
] as const
type Sum = (typeof sums)[number]

/** Of the rows of one step. */
export const sumsOfStep = sql`sum(beats) filter (where rssi_sum_dbm is not null)::int as summed_beats, sum(rssi_sum_dbm)::float8 as rssi_sum_dbm,
  sum(supply_sum_mv)::float8 as supply_sum_mv, sum(wifi_rssi_sum_dbm)::float8 as wifi_rssi_sum_dbm, sum(wifi_rssi_count)::int as wifi_rssi_count,
  sum(temperature_sum_c) as temperature_sum_c, sum(temperature_count)::int as temperature_count`

/** Of the current five minutes, in the hot row `hs`. */
export const runningSums = sql`case when hs.bucket_rssi_sum_dbm is not null then hs.bucket_beats end as summed_beats, hs.bucket_rssi_sum_dbm as rssi_sum_dbm,
  hs.bucket_supply_sum_mv::float8 as supply_sum_mv, hs.bucket_wifi_rssi_sum_dbm as wifi_rssi_sum_dbm, hs.bucket_wifi_rssi_count as wifi_rssi_count,
  hs.bucket_temperature_sum_c as temperature_sum_c, hs.bucket_temperature_count as temperature_count`

interface Mean {
  sum: Sum
  count: Sum
  /** Whole millivolts, tenths of the coarser units. */
  digits: 0 | 1
}
export type MeanName = keyof HistoryPoint & `${string}_mean_${string}`

export const means: Readonly<Record<MeanName, Mean>> = {
  rssi_mean_dbm: { sum: 'rssi_sum_dbm', count: 'summed_beats', digits: 1 },
  wifi_rssi_mean_dbm: { sum: 'wifi_rssi_sum_dbm', count: 'wifi_rssi_count', digits: 1 },
  supply_mean_mv: { sum: 'supply_sum_mv', count: 'summed_beats', digits: 0 },
  temperature_mean_c: { sum: 'temperature_sum_c', count: 'temperature_count', digits: 1 },
}

export function meanOf(sum: number | null, count: number | null, digits: 0 | 1): number | null {
  if (sum === null || !count) return null
  return digits === 0 ? Math.round(sum / count) : Math.round((sum / count) * 10) / 10
}
