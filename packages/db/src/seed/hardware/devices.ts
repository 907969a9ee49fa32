import { createHash, randomBytes } from 'node:crypto'
import { certain } from '@wheelhouse/contract/certain.ts'
import type { DeviceType } from '@wheelhouse/contract/devices/devices.ts'
import type { Insertable } from 'kysely'
import type { ControllersTable, DevicesTable, HardwareTable } from '../../tables.gen.ts'
import { chanceOf } from '../chance.ts'
import type { Chance } from '../chance.ts'
import type { Place } from '../locations.ts'
import { qrCode } from './qr-code.ts'
import type { Behaviour } from '../sites/sites.ts'
import { hourMs, iso } from '../times.ts'

/** An installed device and the behaviour of its hardware. */
export interface Installed {
  id: string
  place: Place
  type: DeviceType
  number: number
  row_label: string
  row_number: number
  /** From left to right within its row. */
  position: number
  hardware_id: string | null
  behaviour: Behaviour
  fault: { reason: string; since: number } | null
  /** When its hardware last sent something; null while it sends. */
  silentSince: number | null
}

export interface Mesh {
  place: Place
  controller_id: string
  mesh_id: string
  /** The controller itself comes first. */
  devices: Installed[]
}

export interface Devices {
  rows: Insertable<DevicesTable>[]
  controllers: Insertable<ControllersTable>[]
  hardware: Insertable<HardwareTable>[]
  meshes: Mesh[]
  /** All of them, including those without hardware. */
  installed: Installed[]
  /** Maps a controller id to its secret. */
  secrets: Record<string, string>
}

export const isStand = (type: DeviceType): boolean => type === 'dock' || type === 'locker' || type === 'rental_dock'

export function makeDevices(now: number, places: readonly Place[]): Devices {
  const chance = chanceOf('devices')
  const result: Devices = { rows: [], controllers: [], hardware: [], meshes: [], installed: [], secrets: {} }
  for (const place of places) {
    const installed = devicesOf(now, place, chance)
    result.installed.push(...installed)
    result.rows.push(...withUniqueAliases(installed.map((device) => rowOf(now, device, chance))))
    if (place.site.hardware !== 'none') addMesh(result, { place, devices: installed }, chance)
  }
  return result
}

/** The controller, then docks row by row, doors and guards: the order of the mesh. */
function devicesOf(now: number, place: Place, chance: Chance): Installed[] {
  const { site } = place
  const type = standType(place)
  const rows = site.rows ?? ['']
  const perRow = Math.ceil(site.docks / rows.length)
  const technical = rows.length + 1
  const one = (
    deviceType: DeviceType,
    number: number,
    at: Pick<Installed, 'row_label' | 'row_number' | 'position'>,
  ): Installed => {
    const hasHardware = site.hardware !== 'none'
    const device = {
      id: chance.id(place.createdAt + hourMs + number * 1_000),
      place,
      type: deviceType,
      number,
      ...at,
      hardware_id: hasHardware ? chance.hex(12) : null,
    }
    return { ...device, ...conditionOf(now, device, chance) }
  }
  const many = (count: number, make: (index: number) => Installed) =>
    Array.from({ length: count }, (_, index) => make(index))
  return [
    one('controller', 1, { row_label: 'Cabinet', row_number: technical, position: 1 }),
    ...many(site.docks, (index) => {
      const row = Math.floor(index / perRow)
      return one(type, index + 1, { row_label: rows[row] ?? '', row_number: row + 1, position: (index % perRow) + 1 })
    }),
    ...many(site.doors, (index) =>
      one('door', index + 1, { row_label: 'Entrance', row_number: technical, position: index + 2 }),
    ),
    ...many(site.guards, (index) =>
      one('guard', index + 1, { row_label: 'Cabinet', row_number: technical, position: index + 5 }),
    ),
  ]
}

function standType({ type }: Place): DeviceType {
  if (type === 'bike_lockers') return 'locker'
  return type.endsWith('_rentals') ? 'rental_dock' : 'dock'
}

function conditionOf(
  now: number,
  { place, type, number }: { place: Place; type: DeviceType; number: number },
  chance: Chance,
): Pick<Installed, 'behaviour' | 'fault' | 'silentSince'> {
  const { site } = place
  const own = isStand(type) ? site.odd_docks?.[number] : undefined
  const reason = isStand(type) ? site.faults?.[number] : undefined
  // In a half-dead mesh every second child is silent, beginning with the first; its controller works.
  const isDeadHalf = site.behaviour === 'half_dead' && isStand(type) && number % 2 === 1
  const isSilent = site.behaviour === 'offline' || isDeadHalf
  const silentSince = (): number | null => {
    if (isSilent) return now - (site.silent_h ?? 0) * hourMs
    return own === 'offline' ? Math.round(now - chance.between(3, 40) * hourMs) : null
  }
  return {
    behaviour: own ?? 'normal',
    fault: reason ? { reason, since: Math.round(now - chance.between(2, 30) * hourMs) } : null,
    silentSince: silentSince(),
  }
}

function aliasOf(type: DeviceType, number: number, chance: Chance): string {
  if (type === 'door') return number === 1 ? 'Main door' : `Side door ${number - 1}`
  const hasAlias = isStand(type) && chance.is(0.03)
  return hasAlias ? chance.pick(['Cargo bikes', 'By the lamp', 'Wide dock', 'Under the roof']) : ''
}

function rowOf(now: number, device: Installed, chance: Chance): Insertable<DevicesTable> {
  const { id, place, number, type, row_label, row_number, position, hardware_id } = device
  return {
    id,
    location_id: place.id,
    number,
    type,
    row_label,
    row_number,
    place: position,
    hardware_id,
    alias: aliasOf(type, number, chance),
    comment: device.fault ? 'Waits for a spare lock.' : '',
    qr_code: type === 'controller' ? null : qrCode(chance),
    qr_update_pending: isStand(type) && chance.is(0.01),
    delete_pending: isGoing(device),
    delete_asked_at: isGoing(device) ? iso(now - 2 * hourMs) : null,
    hardware_assigned_at: hardware_id === null ? null : iso(place.createdAt + hourMs),
    created_at: iso(place.createdAt + hourMs),
  }
}

/** Only the first device of a location keeps an alias. */
function withUniqueAliases(rows: Insertable<DevicesTable>[]): Insertable<DevicesTable>[] {
  const used = new Set<unknown>()
  return rows.map((row) => {
    if (used.has(row.alias)) return { ...row, alias: '' }
    used.add(row.alias)
    return row
  })
}

/** Its hardware refuses the deletion, so that it stays pending until its time limit. */
const isGoing = ({ place, type, number }: Installed): boolean =>
  place.site.code === '104217' && type === 'dock' && number === 13

function addMesh(result: Devices, { place, devices }: Pick<Mesh, 'place' | 'devices'>, chance: Chance): void {
  const controller_id = devices[0]?.hardware_id
  if (!controller_id) throw new Error(`Location ${place.site.code} has no controller`)
  const mesh_id = chance.hex(4)
  result.meshes.push({ place, controller_id, mesh_id, devices })
  const speaks = devices[0]?.silentSince === null && place.site.hardware === undefined
  addController(result, { hardware_id: controller_id, mesh_id, at: place.createdAt, isOnline: speaks })
  const types = devices.map(({ hardware_id, type }) => ({ hardware_id: certain(hardware_id), type }))
  result.hardware.push(
    ...types.map((one) => ({
      ...one,
      controller_id,
      mac_address: macOf(one.hardware_id),
      created_at: iso(place.createdAt),
    })),
  )
}

/** Only the secret is truly random, because this file is public. */
function addController(
  result: Devices,
  { hardware_id, mesh_id, at, isOnline }: { hardware_id: string; mesh_id: string; at: number; isOnline: boolean },
): void {
  const secret = randomBytes(24).toString('base64url')
  result.secrets[hardware_id] = secret
  result.controllers.push({
    hardware_id,
    mesh_id,
    secret_hash: createHash('sha256').update(secret).digest('hex'),
    is_online: isOnline,
    online_at: isOnline ? iso(at + hourMs) : null,
    created_at: iso(at),
  })
}

const macOf = (hardwareId: string): string => (`02${hardwareId.slice(0, 10)}`.match(/../g) ?? []).join(':')
