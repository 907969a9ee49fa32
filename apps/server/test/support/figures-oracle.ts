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

const clocks = new Map<string, Intl.DateTimeFormat>()
function localHour(at: number, zone: string): number {
  const clock =
    clocks.get(zone) ?? new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', hourCycle: 'h23' })
  clocks.set(zone, clock)
  return Number(clock.format(at))
}

/** The middle of the numbers, or the mean of the two in the middle. */
function medianOf(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  const middle = (sorted.length - 1) / 2
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2
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

  /** A booking is no session yet, and one that was cancelled never was. */
  const isReal = (row: Row) => row['status'] !== 'booked' && row['how_ended'] !== 'cancelled'

  async function sessions(table: string, placeColumn: string) {
    const [sums, riders] = [new Map() as Sums, new Map<string, Set<unknown>>()]
    for (const row of await read(table)) {
      if (row['status'] === 'booked') continue
      const [from, to] = [ms(row['started_at']) ?? 0, ms(row['ended_at'])]
      const key = `${row[placeColumn]} ${dayOf(row[placeColumn], from)}`
      const isRide = isReal(row)
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
        if (isRide && row['user_id'] !== null) riders.set(period, (riders.get(period) ?? new Set()).add(row['user_id']))
    }
    return { sums, riders: new Map([...riders].map(([key, ids]) => [key, ids.size])) }
  }

  /** How full docks were, and when sessions began. Nobody is in the way of another at a door, so that it is never occupied. */
  async function usage(): Promise<Sums> {
    const sums: Sums = new Map()
    const lengths = new Map<string, number[]>()
    for (const row of (await read('parking_sessions')).filter(isReal)) {
      const [place, from, to] = [row['location_id'], ms(row['started_at']) ?? 0, ms(row['ended_at'])]
      const zone = zones.get(place) ?? 'UTC'
      const begun = `${place} ${localDay(from, zone)}`
      add(sums, begun, { [`starts ${localHour(from, zone)}`]: 1 })
      if (to !== null) lengths.set(begun, [...(lengths.get(begun) ?? []), (to - from) / 1_000])
      if (row['device_type'] === 'door') continue
      for (let at = from; at < (to ?? untilMs); at += quarterMs)
        add(sums, `${place} ${localDay(at, zone)}`, { occupied_s: 900, [`occupied ${localHour(at, zone)}`]: 900 })
    }
    for (const [key, seconds] of lengths) add(sums, key, { median_s: medianOf(seconds) })
    return sums
  }

  async function money(): Promise<Sums> {
    const payments = new Map((await read('payments')).map((row) => [row['id'], row]))
    const sums: Sums = new Map()
    for (const { payment_id, kind, amount_minor, at } of await read('payment_entries')) {
      if (kind !== 'paid' && kind !== 'approved' && kind !== 'refunded') continue
      const { visible_through_id: place, currency } = payments.get(payment_id) ?? {}
      const [isPaid, amount] = [kind !== 'refunded', Number(amount_minor)]
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
    const devices = await read('devices')
    const hasDevices = (place: unknown, at: number) =>
      devices.some(
        (row) =>
          row['location_id'] === place &&
          (ms(row['created_at']) ?? 0) <= at &&
          at < (ms(row['deleted_at']) ?? Infinity),
      )
    const inService = (place: unknown, at: number) =>
      String(statusAt(place, at)).startsWith('launched') && hasDevices(place, at)
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

  return {
    stays: await sessions('parking_sessions', 'location_id'),
    usage: await usage(),
    rides: await sessions('rental_sessions', 'fleet_id'),
    money: await money(),
    commands: await commands(),
    uptime: await uptime(),
  }
}
