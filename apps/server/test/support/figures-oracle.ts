import type { Pool } from '@wheelhouse/db/database.ts'
import { latencyBoundsMs } from '../../src/features/rollups/latencies.ts'

/**
 * What the figures of days must be, computed in JavaScript from the rows as they are: no SQL of the product is used, and time is
 * walked through in quarters of an hour, to which every moment of such a test is rounded.
 */
type Row = Record<string, unknown>
/** By `place day`, or by `place day currency`. */
export type Sums = Map<string, Record<string, number>>

const quarterMs = 900_000
const formats = new Map<string, Intl.DateTimeFormat>()
export function localDay(at: number, zone: string): string {
  const format = formats.get(zone) ?? new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' })
  formats.set(zone, format)
  return format.format(at)
}

function add(sums: Sums, key: string, values: Record<string, number>): void {
  const own = sums.get(key) ?? {}
  for (const [name, value] of Object.entries(values)) own[name] = (own[name] ?? 0) + value
  sums.set(key, own)
}

export async function figuresOracle(pool: Pool, untilMs: number) {
  const read = async (table: string): Promise<Row[]> => (await pool.query<Row>(`select * from ${table}`)).rows
  const zones = new Map<unknown, string>()
  for (const table of ['locations', 'rental_fleets'])
    for (const { id, time_zone } of await read(table)) zones.set(id, String(time_zone))
  const dayOf = (place: unknown, at: number) => localDay(at, zones.get(place) ?? 'UTC')
  const ms = (value: unknown): number | null => (value === null ? null : Date.parse(String(value)))

  async function rides() {
    const [sums, riders] = [new Map() as Sums, new Map<string, Set<unknown>>()]
    for (const row of await read('rental_sessions')) {
      const [from, to] = [ms(row['started_at']) ?? 0, ms(row['ended_at'])]
      const key = `${row['fleet_id']} ${dayOf(row['fleet_id'], from)}`
      const isRide = row['how_ended'] !== 'cancelled'
      add(sums, `${key} ${row['currency'] ?? 'XXX'}`, {
        sessions: Number(isRide),
        ended: Number(isRide && to !== null),
        forced: Number(row['how_ended'] === 'forced'),
        cancelled: Number(!isRide),
        seconds: isRide && to !== null ? (to - from) / 1_000 : 0,
        fee_minor: isRide ? Number(row['fee_minor']) : 0,
        distance_m: isRide ? Number(row['distance_m'] ?? 0) : 0,
        ratings: Number(isRide && row['rating'] !== null),
        rating_sum: isRide ? Number(row['rating'] ?? 0) : 0,
      })
      for (const period of [key, `${key.slice(0, -3)}-01 month`])
        if (isRide) riders.set(period, (riders.get(period) ?? new Set()).add(row['user_id']))
    }
    return { sums, riders: new Map([...riders].map(([key, ids]) => [key, ids.size])) }
  }

  async function money(): Promise<Sums> {
    const payments = new Map((await read('payments')).map((row) => [row['id'], row]))
    const sums: Sums = new Map()
    for (const { payment_id, kind, amount_minor, at } of await read('payment_entries')) {
      if (kind !== 'paid' && kind !== 'refunded') continue
      const { visible_through_id: place, currency } = payments.get(payment_id) ?? {}
      const [isPaid, amount] = [kind === 'paid', Number(amount_minor)]
      add(sums, `${place} ${dayOf(place, ms(at) ?? 0)} ${currency}`, {
        payments: Number(isPaid),
        captured_minor: isPaid ? amount : 0,
        refunds: Number(!isPaid),
        refunded_minor: isPaid ? 0 : amount,
      })
    }
    return sums
  }

  async function commands(): Promise<Sums> {
    const sums: Sums = new Map()
    for (const row of await read('commands')) {
      const [at, ended] = [ms(row['created_at']) ?? 0, ms(row['ended_at']) ?? 0]
      const bucket = [...latencyBoundsMs, Infinity].findIndex((bound) => ended - at <= bound)
      const is = (status: string) => Number(row['status'] === status)
      add(sums, `${row['location_id']} ${dayOf(row['location_id'], at)}`, {
        commands: 1,
        succeeded: is('success'),
        failed: is('failed'),
        unhandled: is('unhandled'),
        timed_out: is('hardware_timeout'),
        ...(row['status'] === 'success' ? { [`latency ${bucket}`]: 1 } : {}),
      })
    }
    return sums
  }

  async function uptime() {
    const [sums, downtimes] = [new Map() as Sums, new Map() as Sums]
    const outages = await read('outages')
    const covers = (row: Row, from: string, to: string, at: number) =>
      (ms(row[from]) ?? 0) <= at && at < (ms(row[to]) ?? untilMs)
    const periods = await read('location_status_periods')
    const statusAt = (place: unknown, at: number) =>
      periods.find((row) => row['location_id'] === place && covers(row, 'from_at', 'to_at', at))?.['status']
    const inService = (place: unknown, at: number) => String(statusAt(place, at)).startsWith('launched')
    for (const place of new Set(periods.map((row) => row['location_id']))) {
      const own = outages.filter((row) => row['location_id'] === place)
      const first = Math.min(
        ...periods.filter((row) => row['location_id'] === place).map((row) => ms(row['from_at']) ?? 0),
      )
      for (let at = first; at < untilMs; at += quarterMs) {
        const key = `${place} ${dayOf(place, at)}`
        const silent = own.filter((row) => covers(row, 'began_at', 'ended_at', at))
        const isDark = silent.some((row) => row['hardware_id'] === null)
        const silence = isDark ? 'offline_s' : 'partly_s'
        const state = silent.length === 0 ? 'online_s' : silence
        if (statusAt(place, at) === 'maintenance') add(sums, key, { maintenance_s: 900 })
        if (!inService(place, at)) continue
        add(sums, key, { [state]: 900 })
        for (const device of new Set(silent.flatMap((row) => row['device_id'] ?? [])))
          add(downtimes, `${key} ${device}`, { offline_s: 900 })
      }
      // An outage that began in service and is no part of a larger one.
      for (const row of own.filter(
        (one) => one['folded_into'] === null && inService(place, ms(one['began_at']) ?? 0),
      )) {
        const [began, ended] = [ms(row['began_at']) ?? 0, ms(row['ended_at'])]
        add(sums, `${place} ${dayOf(place, began)}`, { incidents: 1 })
        if (row['clearing'] === 'recovered' && ended !== null)
          add(sums, `${place} ${dayOf(place, ended)}`, { recovered: 1, repair_s: (ended - began) / 1_000 })
      }
    }
    return { sums, downtimes }
  }

  return { rides: await rides(), money: await money(), commands: await commands(), uptime: await uptime() }
}
