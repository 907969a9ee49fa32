import { createHash, randomBytes } from 'node:crypto'
import type { Insertable } from 'kysely'
import type { ControllersTable, HardwareStateTable, HardwareTable } from '../../tables.gen.ts'
import { chanceOf } from '../chance.ts'
import type { Chance } from '../chance.ts'
import type { OrganizationName } from '../people/organizations.ts'
import { dayMs, daysBefore, hourMs, iso, minuteMs } from '../times.ts'

interface FleetPlan {
  name: string
  description: string
  city: string
  organization: OrganizationName
  time_zone: string
  /** Prefix of its codes, and how many vehicles it has. */
  code: string
  vehicles: number
  days: number
  currency: string
  unlock_minor: number
  minute_minor: number
  /** Where a ride may end: longitude and latitude of the corners. */
  area: readonly (readonly [number, number])[]
}

const fleetPlans: readonly FleetPlan[] = [
  {
    name: 'Tallinn e-bikes',
    description: 'Pedelecs of the city, left at any station within the area.',
    city: 'Tallinn',
    organization: 'Tallinn Mobility',
    time_zone: 'Europe/Tallinn',
    code: 'TLN',
    vehicles: 24,
    days: 210,
    currency: 'EUR',
    unlock_minor: 100,
    minute_minor: 15,
    area: [
      [24.628, 59.422],
      [24.66, 59.447],
      [24.705, 59.461],
      [24.748, 59.462],
      [24.79, 59.456],
      [24.846, 59.472],
      [24.858, 59.444],
      [24.846, 59.412],
      [24.752, 59.39],
      [24.678, 59.379],
      [24.652, 59.394],
    ],
  },
  {
    name: 'Oslo rental bikes',
    description: 'Rental bikes between the fjord and the third ring road.',
    city: 'Oslo',
    organization: 'Oslo Sykkelparkering AS',
    time_zone: 'Europe/Oslo',
    code: 'OSL',
    vehicles: 16,
    days: 160,
    currency: 'NOK',
    unlock_minor: 1_000,
    minute_minor: 250,
    area: [
      [10.672, 59.913],
      [10.668, 59.93],
      [10.7, 59.947],
      [10.752, 59.951],
      [10.816, 59.935],
      [10.812, 59.906],
      [10.768, 59.899],
      [10.724, 59.9],
    ],
  },
]

/** How a vehicle is now, where it does not simply wait or drive. */
type Condition = 'normal' | 'maintenance' | 'deactivated' | 'missing' | 'unknown' | 'low_battery'

/** Vehicles by their number within the fleet; the others are normal. */
const conditions: Readonly<Record<string, Readonly<Record<number, Condition>>>> = {
  TLN: { 7: 'maintenance', 12: 'low_battery', 15: 'missing', 19: 'deactivated', 24: 'unknown' },
  OSL: { 4: 'low_battery', 9: 'maintenance', 13: 'missing' },
}

export interface SeededVehicle {
  id: string
  code: string
  hardware_id: string
  fleet: FleetPlan
  fleet_id: string
  condition: Condition
  createdAt: number
  /** The last contact; null: none ever. */
  seenAt: number | null
}

interface SeededFleet {
  id: string
  plan: FleetPlan
  createdAt: number
}

interface Vehicles {
  fleets: SeededFleet[]
  vehicles: SeededVehicle[]
  controllers: Insertable<ControllersTable>[]
  hardware: Insertable<HardwareTable>[]
  states: Insertable<HardwareStateTable>[]
  secrets: Record<string, string>
}

const missingForMs = 52 * hourMs

export function makeVehicles(now: number): Vehicles {
  const chance = chanceOf('rentals')
  const result: Vehicles = { fleets: [], vehicles: [], controllers: [], hardware: [], states: [], secrets: {} }
  for (const plan of fleetPlans) {
    const createdAt = daysBefore(now, plan.days)
    const fleet = { id: chance.id(createdAt), plan, createdAt }
    result.fleets.push(fleet)
    for (let number = 1; number <= plan.vehicles; number++) addVehicle(result, now, fleet, number, chance)
  }
  return result
}

function addVehicle(result: Vehicles, now: number, fleet: SeededFleet, number: number, chance: Chance): void {
  const { plan } = fleet
  const condition = conditions[plan.code]?.[number] ?? 'normal'
  const createdAt = condition === 'unknown' ? now - 3 * dayMs : fleet.createdAt + number * hourMs
  const vehicle = {
    id: chance.id(createdAt),
    code: `${plan.code}-${100 + number}`,
    hardware_id: chance.hex(12),
    fleet: plan,
    fleet_id: fleet.id,
    condition,
    createdAt,
    seenAt: seenAt(now, condition, chance),
  }
  result.vehicles.push(vehicle)
  const { hardware_id } = vehicle
  const secret = randomBytes(24).toString('base64url')
  result.secrets[hardware_id] = secret
  const is_online = condition !== 'missing' && condition !== 'unknown'
  const created_at = iso(createdAt)
  result.controllers.push({
    hardware_id,
    mesh_id: '00000000',
    secret_hash: createHash('sha256').update(secret).digest('hex'),
    created_at,
    is_online,
    online_at: is_online ? iso(now - 2 * dayMs) : null,
  })
  const mac_address = (`02${hardware_id.slice(0, 10)}`.match(/../g) ?? []).join(':')
  result.hardware.push({
    hardware_id,
    controller_id: hardware_id,
    type: 'rental_device',
    comment: '',
    created_at,
    mac_address,
  })
  result.states.push(hardwareState(vehicle, chance))
}

function seenAt(now: number, condition: Condition, chance: Chance): number | null {
  if (condition === 'unknown') return null
  return condition === 'missing' ? now - missingForMs : Math.round(now - chance.between(0.1, 12) * minuteMs)
}

function hardwareState({ hardware_id, seenAt: at }: SeededVehicle, chance: Chance): Insertable<HardwareStateTable> {
  const isKnown = at !== null
  return {
    hardware_id,
    seq: isKnown ? chance.int(400, 9_000) : 0,
    last_heartbeat_at: isKnown ? iso(at) : null,
    rssi_dbm: isKnown ? chance.int(-98, -62) : null,
    supply_mv: isKnown ? chance.int(36_200, 41_600) : null,
    temperature_c: isKnown ? chance.int(20, 120) / 10 : null,
    uptime_s: isKnown ? chance.int(5e3, 4e5) : null,
    firmware_name: isKnown ? 'vehicle-g2' : null,
    firmware_version: isKnown ? chance.pick(['3.4.1', '3.4.1', '3.4.1', '3.3.0']) : null,
    pcb_version: isKnown ? '2.0' : null,
    protocol_version: isKnown ? '1.3' : null,
    dock_state: 'unknown',
    dock_state_seq: 0,
    wifi_ssid: null,
    wifi_rssi_dbm: null,
    config_hash: null,
  }
}
