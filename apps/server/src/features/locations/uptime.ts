import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { dayPlus } from '@wheelhouse/contract/calendar-days.ts'
import { AppError } from '@wheelhouse/contract/errors.ts'
import { uptimeDays } from '@wheelhouse/contract/locations/location-uptime.ts'
import type { LocationUptime } from '@wheelhouse/contract/locations/location-uptime.ts'
import type { Ctx } from '../../platform/context.ts'
import { meanBetweenFailures, meanToRepair, uptimeFigures, uptimeShare, worstDevices } from '../rollups/figures.ts'
import type { Range, UptimeFigures, UptimeSums } from '../rollups/figures.ts'
import { inService } from '../rollups/other-days.ts'

/** The uptime of a location over whole days of the calendar there, from the figures that reports and dashboards add up too. */
export async function uptimeOf(ctx: Ctx, locationId: string): Promise<LocationUptime> {
  const { time_zone, from, to, ...now } = await periodOf(ctx, locationId)
  const places = (id: RawBuilder<unknown>) => sql`${id} = ${locationId}::uuid`
  const figures = await uptimeFigures(ctx.db, { places, from, to, by: 'day' })
  const sums = addUp(figures)
  const missing = missingOf(sums, now)
  return {
    time_zone,
    from,
    to,
    missing,
    uptime: missing === null ? shareOf(sums) : null,
    online_s: sums.online_s,
    partly_s: sums.partly_s,
    offline_s: sums.offline_s,
    maintenance_s: sums.maintenance_s,
    incidents: sums.incidents,
    mtbf_s: meanBetweenFailures(sums),
    mttr_s: meanToRepair(sums),
    worst_device: await worstDeviceOf(ctx, { places, from, to }),
    days: daysOf(from, figures),
  }
}

interface Period {
  time_zone: string
  from: string
  to: string
  /** Now. */
  is_in_service: boolean
  /** At any time of the days. */
  has_devices: boolean
}

async function periodOf({ db, clock }: Ctx, locationId: string): Promise<Period> {
  const { rows } = await sql<Period>`
    select l.time_zone, (t.today - ${uptimeDays}::int)::text as "from", (t.today - 1)::text as "to", ${inService} as is_in_service,
      exists (select from devices d where d.location_id = l.id and d.created_at < t.today::timestamp at time zone l.time_zone
        and (d.deleted_at is null or d.deleted_at > (t.today - ${uptimeDays}::int)::timestamp at time zone l.time_zone)) as has_devices
    from locations l cross join lateral (select (${clock.now().toISOString()}::timestamptz at time zone l.time_zone)::date as today) t
    where l.id = ${locationId}::uuid`.execute(db)
  const [period] = rows
  if (!period) throw new AppError('not_found')
  return period
}

function addUp(figures: readonly UptimeFigures[]): UptimeSums {
  const sum = (name: keyof UptimeSums): number => figures.reduce((all, day) => all + day[name], 0)
  return {
    online_s: sum('online_s'),
    partly_s: sum('partly_s'),
    offline_s: sum('offline_s'),
    maintenance_s: sum('maintenance_s'),
    incidents: sum('incidents'),
    recovered: sum('recovered'),
    repair_s: sum('repair_s'),
  }
}

const shareOf = ({ online_s, partly_s, offline_s }: UptimeSums): number | null =>
  uptimeShare(online_s + partly_s, offline_s)

/** Each day, also one without figures because the location was neither in service nor in maintenance. */
function daysOf(from: string, figures: readonly UptimeFigures[]): LocationUptime['days'] {
  const byDay = new Map(figures.map((day) => [day.key, day]))
  return Array.from({ length: uptimeDays }, (_, index) => {
    const date = dayPlus(from, index)
    const day = byDay.get(date)
    return {
      date,
      uptime: day === undefined ? null : shareOf(day),
      offline_s: day?.offline_s ?? 0,
      maintenance_s: day?.maintenance_s ?? 0,
    }
  })
}

type Now = Pick<Period, 'is_in_service' | 'has_devices'>

/** Without devices there is no time in service (rollups/other-days.ts): never offline is no uptime of 100 per cent. */
function missingOf(sums: UptimeSums, { is_in_service, has_devices }: Now): LocationUptime['missing'] {
  const { online_s, partly_s, offline_s } = sums
  if (online_s + partly_s + offline_s > 0) return null
  if (!has_devices) return 'no_devices'
  return is_in_service ? 'less_than_a_day' : 'not_in_service'
}

type WorstDevice = NonNullable<LocationUptime['worst_device']>

async function worstDeviceOf({ db }: Ctx, range: Omit<Range, 'by'>): Promise<WorstDevice | null> {
  const [worst] = await worstDevices(db, range, 1)
  if (!worst) return null
  const { rows } = await sql<Omit<WorstDevice, 'offline_s'>>`
    select id, type, number from devices where id = ${worst.device_id}::uuid`.execute(db)
  return rows[0] === undefined ? null : { ...rows[0], offline_s: worst.offline_s }
}
