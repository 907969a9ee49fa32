import { createHash, randomBytes } from 'node:crypto'
import { certain } from '@wheelhouse/contract/certain.ts'
import type { DeviceType } from '@wheelhouse/contract/devices/devices.ts'
import type { Insertable } from 'kysely'
import type { ControllersTable, HardwareStateTable, HardwareTable } from '../../tables.gen.ts'
import { chanceOf } from '../chance.ts'
import type { Chance } from '../chance.ts'
import type { FleetPlan } from './fleet-files.ts'
import { dayMs, hourMs, iso, minuteMs } from '../times.ts'

/** Hardware that is in no device. */
export interface Stock {
  controllers: Insertable<ControllersTable>[]
  hardware: Insertable<HardwareTable>[]
  states: Insertable<HardwareStateTable>[]
  secrets: Record<string, string>
  /** Hardware that is switched on at the test bench: it works when it is installed. */
  fleet: FleetPlan['controllers']
}

interface Crate {
  comment: string
  days: number
  isOnBench: boolean
  /** Types of its children. */
  children: readonly DeviceType[]
}

const many = (count: number, type: DeviceType): DeviceType[] => Array.from({ length: count }, () => type)

const crates: readonly Crate[] = [
  { comment: 'Test bench 1', days: 6, isOnBench: true, children: [...many(10, 'dock'), 'guard'] },
  { comment: 'Test bench 2', days: 4, isOnBench: true, children: many(6, 'dock') },
  { comment: 'Test bench 3', days: 9, isOnBench: true, children: [...many(6, 'locker'), 'door'] },
  // In boxes and never switched on.
  { comment: 'Shelf B4', days: 12, isOnBench: false, children: many(8, 'dock') },
]

export function makeStock(now: number): Stock {
  const chance = chanceOf('stock')
  const stock: Stock = { controllers: [], hardware: [], states: [], secrets: {}, fleet: [] }
  for (const crate of crates) unpack(stock, now, crate, chance)
  return stock
}

function unpack(stock: Stock, now: number, crate: Crate, chance: Chance): void {
  const types: DeviceType[] = ['controller', ...crate.children]
  const pieces = types.map((type) => ({ type, hardware_id: chance.hex(12) }))
  const controller_id = certain(pieces[0]).hardware_id
  const mesh_id = chance.hex(4)
  const created_at = iso(now - crate.days * dayMs)
  const secret = randomBytes(24).toString('base64url')
  stock.secrets[controller_id] = secret
  stock.controllers.push({
    hardware_id: controller_id,
    mesh_id,
    secret_hash: createHash('sha256').update(secret).digest('hex'),
    created_at,
    is_online: crate.isOnBench,
    online_at: crate.isOnBench ? iso(now - crate.days * dayMs + hourMs) : null,
  })
  stock.hardware.push(
    ...pieces.map((piece) => ({
      ...piece,
      controller_id,
      comment: crate.comment,
      created_at,
      mac_address: (`02${piece.hardware_id.slice(0, 10)}`.match(/../g) ?? []).join(':'),
    })),
  )
  if (!crate.isOnBench) return
  const alive = pieces.map((piece) => ({
    ...piece,
    ...readingsOf(piece.type, chance),
    ...lockOf(now, piece.type, chance),
  }))
  stock.states.push(...alive.map((piece) => stateOf(now, piece, chance)))
  stock.fleet.push({
    controller_id,
    mesh_id,
    location_code: '',
    city: null,
    timezone: 'UTC',
    heartbeat_s: 60,
    behaviour: 'normal',
    hardware: alive.map((piece, number) => ({
      ...piece,
      number: number + 1,
      behaviour: 'normal',
      key: null,
      leaves_at: null,
    })),
  })
}

const families = {
  controller: 'gateway',
  dock: 'dock',
  locker: 'locker',
  door: 'door',
  guard: 'guard',
  rental_dock: 'rental-dock',
} as const

/** Newly produced, with the latest firmware. */
const readingsOf = (type: DeviceType, chance: Chance) => ({
  firmware_name: `${families[type]}-g3`,
  firmware_version: type === 'controller' ? '4.2.1' : '2.14.3',
  pcb_version: '3.1',
  protocol_version: '1.2',
  rssi_dbm: chance.int(-62, -44),
  supply_mv: type === 'controller' ? chance.int(11_900, 12_300) : chance.int(4_900, 5_120),
})

function lockOf(now: number, type: DeviceType, chance: Chance) {
  if (type === 'controller' || type === 'guard') return { dock_state: null, dock_state_since: null }
  const since = iso(Math.round(now - chance.between(2, 60) * hourMs))
  // A door rests locked.
  return { dock_state: type === 'door' ? ('locked' as const) : ('unlocked' as const), dock_state_since: since }
}

type Alive = { hardware_id: string; type: DeviceType } & ReturnType<typeof readingsOf> & ReturnType<typeof lockOf>

function stateOf(
  now: number,
  { type: _, dock_state, ...piece }: Alive,
  chance: Chance,
): Insertable<HardwareStateTable> {
  const seq = chance.int(400, 9_000)
  return {
    ...piece,
    dock_state: dock_state ?? 'unknown',
    seq,
    dock_state_seq: dock_state === null ? 0 : seq - chance.int(1, 300),
    last_heartbeat_at: iso(Math.round(now - chance.between(0.02, 0.95) * minuteMs)),
    uptime_s: chance.int(5e3, 4e5),
    wifi_ssid: null,
    wifi_rssi_dbm: null,
    temperature_c: chance.int(190, 230) / 10,
    config_hash: null,
  }
}
