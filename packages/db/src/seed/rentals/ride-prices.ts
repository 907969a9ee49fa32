import { feeOf } from '@wheelhouse/contract/price-lists/fee.ts'
import type { PriceTerms } from '@wheelhouse/contract/price-lists/fee.ts'
import type { Insertable } from 'kysely'
import type { KeptPricesTable, PriceListsTable, PriceListVersionsTable } from '../../tables.gen.ts'
import { chanceOf } from '../chance.ts'
import { iso } from '../times.ts'
import type { SeededRide, VehiclePast } from './rides.ts'
import type { makeVehicles, SeededVehicle } from './vehicles.ts'

interface RidePrices {
  lists: Insertable<PriceListsTable>[]
  versions: Insertable<PriceListVersionsTable>[]
  kept: Insertable<KeptPricesTable>[]
}

/** A price to begin and one for each minute that was started, with a cap for a day. */
const termsOf = ({ currency, unlock_minor, minute_minor }: SeededVehicle['fleet']): PriceTerms => ({
  currency,
  starting_minor: unlock_minor,
  free_minutes: 0,
  minute_minor,
  hour_minor: 0,
  day_minor: 0,
  day_cap_minor: unlock_minor * 25,
  stay_cap_minor: null,
})

/** What a ride of the past cost, by the function that charges. */
export function rideFeeOf({ start, end, how_ended, isWaived, vehicle }: SeededRide) {
  if (end === null || how_ended === 'cancelled') return null
  const waiver = isWaived ? ('support' as const) : null
  return feeOf(termsOf(vehicle.fleet), { start, end, time_zone: vehicle.fleet.time_zone, free_minutes: 0, waiver })
}

/** One price list a fleet, with the version that every ride of the past began under. */
export function makeRidePrices({ fleets }: ReturnType<typeof makeVehicles>, pasts: readonly VehiclePast[]): RidePrices {
  const chance = chanceOf('rental-prices')
  const rides = pasts.flatMap((past) => past.rides)
  const prices: RidePrices = { lists: [], versions: [], kept: [] }
  for (const { id: target_id, plan, createdAt } of fleets) {
    const [listId, versionId] = [chance.id(createdAt), chance.id(createdAt)]
    const at = iso(createdAt)
    const own = rides.filter(({ vehicle, status, how_ended }) => {
      const isRide = status !== 'booked' && how_ended !== 'cancelled'
      return isRide && vehicle.fleet_id === target_id
    })
    const first = Math.min(...own.map(({ start }) => start))
    prices.lists.push({
      id: listId,
      target_type: 'rental_fleet',
      target_id,
      name: `${plan.name}, by the minute`,
      ends_at: null,
      created_at: at,
      updated_at: at,
      version: 1,
    })
    prices.versions.push({
      id: versionId,
      price_list_id: listId,
      number: 1,
      valid_from: at,
      ...termsOf(plan),
      first_used_at: iso(first),
      created_at: at,
      created_by: null,
    })
    prices.kept.push(...own.map((ride) => keptOf(ride, versionId)))
  }
  return prices
}

function keptOf(ride: SeededRide, price_version_id: string): Insertable<KeptPricesTable> {
  const fee = rideFeeOf(ride)
  return {
    session_id: ride.id,
    price_version_id,
    free_minutes: 0,
    time_zone: ride.vehicle.fleet.time_zone,
    kept_at: iso(ride.start),
    lines: fee?.lines ?? null,
    total_minor: fee?.total_minor ?? null,
    waiver: fee && ride.isWaived ? 'support' : null,
  }
}
