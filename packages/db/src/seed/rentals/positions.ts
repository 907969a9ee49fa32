import type { Corner } from '@wheelhouse/contract/fleets/area.ts'
import type { Insertable } from 'kysely'
import type { RentalPositionsTable } from '../../tables.gen.ts'
import { chanceOf } from '../chance.ts'
import type { Chance } from '../chance.ts'
import { dayMs, hourMs, iso, minuteMs } from '../times.ts'
import { shareAt } from './rides.ts'
import type { SeededRide, VehiclePast } from './rides.ts'

type PositionRow = Insertable<RentalPositionsTable>

const trackedDays = 6
const parkedEveryMs = 15 * minuteMs
/** Percent of the battery: of a minute on a ride, of an hour at rest, and what a location with power gives in an hour. */
const drainAMinute = 0.55
const drainAnHour = 0.05
const chargeAnHour = 14

/** The last days of each vehicle as it would have reported them: every minute on a ride, else each quarter of an hour. */
export function makePositions(now: number, pasts: readonly VehiclePast[]): PositionRow[] {
  const chance = chanceOf('rental-positions')
  return pasts.flatMap((past) => positionsOf(now, past, chance))
}

interface Walk {
  rows: PositionRow[]
  past: VehiclePast
  battery: number
  chance: Chance
}

function positionsOf(now: number, past: VehiclePast, chance: Chance): PositionRow[] {
  const { vehicle } = past
  if (vehicle.seenAt === null) return []
  const until = Math.min(now, vehicle.seenAt)
  const walk: Walk = { rows: [], past, battery: chance.between(55, 95), chance }
  const offset = chance.int(0, 14) * minuteMs
  for (let at = Math.max(now - trackedDays * dayMs, vehicle.createdAt) + offset; at < until;) {
    const ride = past.rides.find((one) => one.status !== 'booked' && isDuring(one, at))
    at = ride ? addMinute(walk, ride, at, now) : addQuarter(walk, at, until)
  }
  if (vehicle.condition === 'low_battery') lowerAll(walk.rows, 72)
  return walk.rows
}

const isDuring = (ride: SeededRide, at: number): boolean =>
  ride.how_ended !== 'cancelled' && at >= ride.start && (ride.end === null || at < ride.end)

function addMinute(walk: Walk, ride: SeededRide, at: number, now: number): number {
  const { rows, past, chance } = walk
  const share = shareAt(ride, at, now)
  const isStuck = ride.end === null && now - ride.start > hourMs
  const point = isStuck ? wander(ride.to, chance) : along(ride.from, ride.to, share, bendOf(ride))
  const isMoving = share > 0.02 && share < 0.98 && !isStuck
  walk.battery = Math.max(4, walk.battery - (isStuck ? drainAnHour / 4 : drainAMinute))
  const speed_kmh = isMoving ? Math.round(chance.between(90, 220)) / 10 : 0
  rows.push(row(past, at, point, speed_kmh, walk.battery))
  return at + (isStuck ? parkedEveryMs : minuteMs)
}

function addQuarter(walk: Walk, at: number, until: number): number {
  const { rows, past, chance } = walk
  const rest = past.rests.findLast((one) => one.at <= at)
  const hours = parkedEveryMs / hourMs
  const change = rest?.place ? chargeAnHour * hours : -drainAnHour * hours
  walk.battery = Math.min(100, Math.max(4, walk.battery + change))
  if (rest) rows.push(row(past, at, wander(rest.point, chance), 0, walk.battery))
  const next = past.rides.find((ride) => ride.status !== 'booked' && ride.start > at)
  return Math.min(at + parkedEveryMs, next?.start ?? until, Math.max(until, at + 1))
}

const row = (
  { vehicle }: VehiclePast,
  at: number,
  { latitude, longitude }: Corner,
  speed_kmh: number,
  battery: number,
): PositionRow => ({
  rental_device_id: vehicle.id,
  at: iso(at),
  latitude,
  longitude,
  speed_kmh,
  battery_percent: Math.round(battery * 10) / 10,
})

const round = (degrees: number): number => Math.round(degrees * 1e6) / 1e6

/** A receiver at rest errs by a few metres. */
const wander = ({ latitude, longitude }: Corner, chance: Chance): Corner => ({
  latitude: round(latitude + chance.between(-0.00003, 0.00003)),
  longitude: round(longitude + chance.between(-0.00005, 0.00005)),
})

/** Streets bend: each ride leaves the straight line to its own side. */
const bendOf = (ride: SeededRide): number => ((Number.parseInt(ride.id.slice(-4), 16) % 200) - 100) / 700

function along(from: Corner, to: Corner, share: number, bend: number): Corner {
  const aside = Math.sin(share * Math.PI) * bend + Math.sin(share * Math.PI * 5) * 0.018
  const [north, east] = [to.latitude - from.latitude, to.longitude - from.longitude]
  return {
    latitude: round(from.latitude + north * share - (east * aside) / 2),
    longitude: round(from.longitude + east * share + north * aside * 2),
  }
}

/** A battery that was not charged for days. */
function lowerAll(rows: PositionRow[], by: number): void {
  for (const [nth, one] of rows.entries())
    one.battery_percent = Math.max(
      6,
      Math.round((Number(one.battery_percent) - (by * (nth + 1)) / rows.length) * 10) / 10,
    )
}
