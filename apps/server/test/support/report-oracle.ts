import type { ReportType } from '@wheelhouse/contract/reports/report-columns.ts'
import type { Pool } from '@wheelhouse/db/database.ts'
import { localDay } from './figures-oracle.ts'
import type { figuresOracle, Sums } from './figures-oracle.ts'

/**
 * What the rows of each report must add up to, computed in JavaScript from the rows as they are stored: no SQL of the product is
 * used. Money is in minor units.
 */
type Row = Record<string, unknown>
type Wanted = Record<ReportType, Sums>

const quarterMs = 900_000
const kinds = ['dock', 'locker', 'door', 'guard', 'controller', 'rental_dock'] as const
const text = (value: unknown): string => (value === null || value === undefined ? '' : String(value))
const ms = (value: unknown): number => Date.parse(String(value))
const minutesOf = (seconds: number | undefined): number => (seconds ?? 0) / 60

function add(sums: Sums, parts: readonly unknown[], values: Record<string, number>): void {
  const key = parts.map(text).join(' ')
  const own = sums.get(key) ?? {}
  for (const [name, value] of Object.entries({ rows: 1, ...values })) own[name] = (own[name] ?? 0) + value
  sums.set(key, own)
}

interface Frame {
  from_day: string
  to_day: string
  /** Of the same moment. */
  figures: Awaited<ReturnType<typeof figuresOracle>>
}

export async function reportOracle(pool: Pool, { from_day, to_day, figures }: Frame): Promise<Wanted> {
  const read = async (table: string): Promise<Row[]> => (await pool.query<Row>(`select * from ${table}`)).rows
  const byId = async (table: string) => new Map((await read(table)).map((row) => [row['id'], row]))
  const [locations, fleets, subscriptions] = [
    await byId('locations'),
    await byId('rental_fleets'),
    await byId('subscriptions'),
  ]
  const [devices, users, payments] = [await byId('devices'), await byId('users'), await byId('payments')]
  const known = new Set(
    (await read('resource_group_members')).flatMap((row) =>
      row['resource_type'] === 'user' ? [row['resource_id']] : [],
    ),
  )
  const zoneOf = (id: unknown): string =>
    text((locations.get(id) ?? fleets.get(id) ?? subscriptions.get(id))?.['time_zone'])
  const isWithin = (day: string) => day >= from_day && day <= to_day
  const isOn = (place: unknown, at: unknown) => isWithin(localDay(ms(at), zoneOf(place)))
  const codeOf = (place: unknown) => locations.get(place)?.['code']
  const nameOf = (id: unknown) => `${text(devices.get(id)?.['type'])} ${text(devices.get(id)?.['number'])}`
  const isNamed = (id: unknown) => Number(known.has(id) && users.get(id)?.['deleted_at'] === null)

  async function detailedParking(): Promise<Sums> {
    const sums: Sums = new Map()
    const versions = await byId('price_list_versions')
    const free = new Map(
      (await read('kept_prices')).map(({ session_id, price_version_id, free_minutes }) => [
        session_id,
        Math.max(Number(free_minutes), Number(versions.get(price_version_id)?.['free_minutes'] ?? 0)),
      ]),
    )
    for (const row of await read('parking_sessions')) {
      if (row['status'] === 'booked' || !isOn(row['location_id'], row['started_at'])) continue
      const place = codeOf(row['location_id'])
      const end = row['ended_at'] === null ? ms(row['started_at']) : ms(row['ended_at'])
      add(sums, [place, nameOf(row['device_id']), row['currency'], row['payment_state'], row['how_ended']], {
        minutes: (end - ms(row['started_at'])) / 60_000,
        free_minutes: free.get(row['id']) ?? 0,
        fee: Number(row['fee_minor']),
        rating: Number(row['rating'] ?? 0),
        person: isNamed(row['user_id']),
      })
    }
    return sums
  }

  async function payment(): Promise<Sums> {
    const sums: Sums = new Map()
    const totals = new Map<unknown, { gross: number; refunded: number }>()
    for (const entry of await read('payment_entries')) {
      const own = totals.get(entry['payment_id']) ?? { gross: 0, refunded: 0 }
      totals.set(entry['payment_id'], own)
      if (entry['kind'] === 'refunded') own.refunded += Number(entry['amount_minor'])
      if (entry['kind'] === 'paid' || entry['kind'] === 'approved') own.gross += Number(entry['amount_minor'])
    }
    for (const [id, row] of payments) {
      if (!isOn(row['visible_through_id'], row['created_at'])) continue
      const { gross, refunded } = totals.get(id) ?? { gross: 0, refunded: 0 }
      const values = { gross, refunded, net: gross - refunded, person: isNamed(row['user_id']) }
      add(sums, [row['type'], row['subscription_id'], row['currency'], row['state']], values)
    }
    return sums
  }

  function launched(): Sums {
    const sums: Sums = new Map()
    for (const [id, row] of locations) {
      if (!isOn(id, row['launched_at'])) continue
      const own = [...devices.values()].filter(
        (device) => device['location_id'] === id && device['deleted_at'] === null,
      )
      const count = (kind: string) => own.filter((device) => device['type'] === kind).length
      add(sums, [row['code'], row['status']], {
        days_to_launch: (ms(row['launched_at']) - ms(row['created_at'])) / 86_400_000,
        ...Object.fromEntries(kinds.map((kind) => [`${kind}s`, count(kind)])),
      })
    }
    return sums
  }

  /** When a day begins and ends on the calendar of a place, found by walking. */
  function boundsOf(day: string, zone: string): [number, number] {
    let at = Date.parse(day) - 15 * 3_600_000
    while (localDay(at, zone) < day) at += quarterMs
    const begins = at
    while (localDay(at, zone) === day) at += quarterMs
    return [begins, at]
  }
  function docksOn(place: unknown, begins: number, ends: number): number {
    const isDock = ({ type }: Row) => type === 'dock' || type === 'locker' || type === 'rental_dock'
    const isThere = (device: Row) =>
      ms(device['created_at']) < ends && (device['deleted_at'] === null || ms(device['deleted_at']) > begins)
    const own = [...devices.values()].filter((device) => device['location_id'] === place && isDock(device))
    return own.filter(isThere).length
  }

  function usage(): Sums {
    const sums: Sums = new Map()
    const perCurrency = (of: Sums, key: string) =>
      [...of].flatMap(([one, values]) => (one.startsWith(key) ? [{ currency: one.slice(key.length + 1), values }] : []))
    const keys = [...figures.stays.sums.keys(), ...figures.usage.keys(), ...figures.money.keys()].map((key) =>
      key.slice(0, 47),
    )
    for (const key of new Set(keys)) {
      const [place = '', day = ''] = key.split(' ')
      if (!locations.has(place) || !isWithin(day)) continue
      const total = (name: string) =>
        perCurrency(figures.stays.sums, key).reduce((sum, { values }) => sum + (values[name] ?? 0), 0)
      const own = figures.usage.get(key) ?? {}
      const [begins, ends] = boundsOf(day, zoneOf(place))
      const docks = docksOn(place, begins, ends)
      const starts = Array.from({ length: 24 }, (_, hour) => own[`starts ${hour}`] ?? 0)
      const most = Math.max(...starts)
      const money = perCurrency(figures.money, key)
      add(sums, [codeOf(place), day], {
        rows: Math.max(1, money.length),
        sessions: total('sessions'),
        unique_people: figures.stays.riders.get(key) ?? 0,
        occupied_dock_hours: (own['occupied_s'] ?? 0) / 3600,
        occupancy_percent: ((own['occupied_s'] ?? 0) * 100_000) / (docks * (ends - begins)),
        turnover_per_dock: total('sessions') / docks,
        mean_minutes: total('ended') === 0 ? 0 : minutesOf(total('seconds')) / total('ended'),
        median_minutes: minutesOf(own['median_s']),
        peak_hour: most === 0 ? 0 : starts.indexOf(most),
        ...Object.fromEntries(
          money.map(({ currency, values }) => [
            `revenue ${currency}`,
            (values['captured_minor'] ?? 0) - (values['refunded_minor'] ?? 0),
          ]),
        ),
      })
    }
    return sums
  }

  async function history(): Promise<Sums> {
    const sums: Sums = new Map()
    for (const row of await read('events')) {
      const place = row['visible_through_id']
      if (row['resource_type'] !== 'session' || !locations.has(place) || !isOn(place, row['at'])) continue
      const after = new Map(Object.entries(row['after'] ?? {}))
      add(
        sums,
        [codeOf(place), row['verb'], row['actor_kind'], nameOf(row['device_id']), null, after.get('how_ended')],
        {
          actor_name: Number(row['actor_name'] !== null),
        },
      )
    }
    const [sessions, commands] = [await read('parking_sessions'), await read('commands')]
    for (const session of sessions) {
      const [place, device] = [session['location_id'], session['device_id']]
      const [start, end] = [ms(session['started_at']), session['ended_at'] && ms(session['ended_at']) + 60_000]
      for (const { device_id, created_at: at, actor_kind, name, status } of commands) {
        if (device_id !== device || ms(at) < start || (end && ms(at) > Number(end)) || !isOn(place, at)) continue
        add(sums, [codeOf(place), 'command', actor_kind, nameOf(device), name, status], {})
      }
    }
    return sums
  }

  function uptime(): Sums {
    const sums: Sums = new Map()
    for (const [key, values] of figures.uptime.sums) {
      const [place = '', day = ''] = key.split(' ')
      if (!isWithin(day)) continue
      const { online_s = 0, partly_s = 0, offline_s, maintenance_s, incidents = 0, recovered, repair_s = 0 } = values
      const down = [...figures.uptime.downtimes].filter(([one]) => one.startsWith(key))
      const longest = Math.max(0, ...down.map(([, { offline_s: seconds = 0 }]) => seconds))
      const worst = down
        .filter(([, device]) => device['offline_s'] === longest)
        .map(([one]) => one.slice(-36))
        .toSorted()[0]
      add(sums, [codeOf(place), day], {
        online_minutes: minutesOf(online_s),
        partly_online_minutes: minutesOf(partly_s),
        offline_minutes: minutesOf(offline_s),
        maintenance_minutes: minutesOf(maintenance_s),
        incidents,
        mtbf_minutes: incidents > 0 ? minutesOf(online_s + partly_s) / incidents : 0,
        mttr_minutes: recovered ? minutesOf(repair_s) / recovered : 0,
        ...(worst === undefined ? {} : { [`worst ${nameOf(worst)}`]: minutesOf(longest) }),
      })
    }
    return sums
  }

  function metadata(): Sums {
    const sums: Sums = new Map()
    for (const row of locations.values())
      add(sums, [row['code'], row['status'], row['time_zone'], row['created_at'], row['launched_at']], {
        latitude: Number(row['latitude']),
        longitude: Number(row['longitude']),
        free_parking_hours: Number(row['free_parking_hours']),
        bubble_orange_hours: Number(row['bubble_orange_hours']),
        bubble_red_hours: Number(row['bubble_red_hours']),
        overstay_limit_h: Number(row['overstay_limit_h']),
      })
    return sums
  }

  return {
    detailed_parking: await detailedParking(),
    payment: await payment(),
    locations_launched: launched(),
    location_usage: usage(),
    session_history: await history(),
    location_uptime: uptime(),
    locations_metadata: metadata(),
  }
}
