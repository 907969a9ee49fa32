import type { Insertable } from 'kysely'
import type { HardwareStateTable } from '../../tables.gen.ts'
import { chanceOf } from '../chance.ts'
import type { Chance } from '../chance.ts'
import type { Installed, Mesh } from './devices.ts'
import type { Session } from '../sessions.ts'
import { hourMs, iso, minuteMs } from '../times.ts'

export interface LockState {
  state: 'unlocked' | 'booked' | 'locked' | 'fault' | 'unknown'
  since: number | null
  /** The key that locked the bike in it. */
  key: string | null
  /** When its rider will come for it. */
  leaves: number | null
}

/** The present state of each lock, derived from the sessions. */
export function lockStates(
  now: number,
  installed: readonly Installed[],
  sessions: readonly Session[],
): Map<Installed, LockState> {
  const chance = chanceOf('locks')
  const last = new Map<Installed, Session>()
  for (const session of sessions) last.set(session.device, session)
  return new Map(installed.map((device) => [device, lockOf(now, device, last.get(device), chance)]))
}

function lockOf(now: number, device: Installed, last: Session | undefined, chance: Chance): LockState {
  const { type, place, fault } = device
  const installedAt = place.launchedAt ?? place.createdAt + hourMs
  const still = (state: LockState['state'], since: number | null = installedAt): LockState => ({
    state,
    since,
    key: null,
    leaves: null,
  })
  if (type === 'controller' || device.hardware_id === null || place.site.hardware === 'never_seen')
    return still('unknown', null)
  // A door rests locked; a guard is always available.
  if (type === 'door') return still('locked', Math.round(now - chance.between(5, 300) * minuteMs))
  if (fault) return still('fault', fault.since)
  if (type === 'rental_dock')
    return still(chance.is(0.6) ? 'locked' : 'unlocked', Math.round(now - chance.between(0.2, 30) * hourMs))
  if (!last) return still('unlocked')
  if (last.status === 'booked') return still('booked', last.start)
  return last.end === null
    ? { state: 'locked', since: last.start, key: last.key.key, leaves: last.leaves }
    : still('unlocked', last.end)
}

export interface Firmware {
  firmware_name: string
  firmware_version: string
  pcb_version: string
  protocol_version: string
}

export interface Readings extends Firmware {
  rssi_dbm: number
  supply_mv: number
}

export function makeReadings(meshes: readonly Mesh[]): Map<Installed, Readings> {
  const chance = chanceOf('readings')
  return new Map(meshes.flatMap((mesh) => mesh.devices.map((device) => [device, readingsOf(device, chance)] as const)))
}

const families = {
  controller: 'gateway',
  dock: 'dock',
  locker: 'locker',
  door: 'door',
  guard: 'guard',
  rental_dock: 'rental-dock',
} as const

function readingsOf({ type, place }: Installed, chance: Chance): Readings {
  const generation = place.site.generation ?? 'G3'
  const isOld = generation !== 'G3'
  const isBehind = chance.is(0.12)
  const [latest, previous, oldest] =
    type === 'controller' ? (['4.2.1', '4.1.7', '2.9.4'] as const) : (['2.14.3', '2.13.0', '1.9.8'] as const)
  const current = isBehind ? previous : latest
  const pcbVersion = (): string => (chance.is(0.2) ? '3.0' : '3.1')
  return {
    firmware_name: `${families[type]}-${generation.toLowerCase()}`,
    firmware_version: isOld ? oldest : current,
    pcb_version: isOld ? '2.4' : pcbVersion(),
    protocol_version: isOld ? '1.0' : '1.2',
    rssi_dbm: chance.int(-84, -48),
    supply_mv: type === 'controller' ? chance.int(11_800, 12_300) : chance.int(4_850, 5_120),
  }
}

/** The state rows as the last heartbeats left them. `seq` is small, so that the hardware's next message is newer. */
export function stateRows(
  now: number,
  meshes: readonly Mesh[],
  locks: Map<Installed, LockState>,
  readings: Map<Installed, Readings>,
): Insertable<HardwareStateTable>[] {
  const chance = chanceOf('heartbeats')
  return meshes.flatMap(({ place, devices }) =>
    devices.flatMap((device) => {
      const [lock, read] = [locks.get(device), readings.get(device)]
      if (!device.hardware_id || !lock || !read || place.site.hardware === 'never_seen') return []
      const seq = chance.int(400, 90_000)
      const isController = device.type === 'controller'
      return [
        {
          hardware_id: device.hardware_id,
          seq,
          last_heartbeat_at: iso(lastHeartbeat(now, device, chance)),
          ...read,
          wifi_ssid: isController ? null : `wh-${place.site.code}`,
          wifi_rssi_dbm: isController ? null : chance.int(-78, -42),
          temperature_c: chance.int(-20, 160) / 10,
          uptime_s: chance.int(5e3, 6e6),
          config_hash: configHash(read),
          dock_state: lock.state,
          dock_state_since: lock.since === null ? null : iso(lock.since),
          dock_state_seq: lock.since === null ? 0 : seq - chance.int(1, 300),
        },
      ]
    }),
  )
}

/** Healthy hardware sent within its interval, late hardware did not, and silent hardware long ago. */
function lastHeartbeat(now: number, { place, silentSince }: Installed, chance: Chance): number {
  const interval = place.heartbeat_s * 1000
  if (silentSince !== null) return silentSince
  if (place.site.behaviour === 'late') return Math.round(now - interval * chance.between(3.2, 6))
  return Math.round(now - interval * chance.between(0.02, 0.95))
}

/** The same for hardware with the same firmware: 16 hexadecimal digits. */
function configHash({ firmware_name, firmware_version }: Firmware): string {
  const chance = chanceOf(`${firmware_name} ${firmware_version}`)
  return chance.hex(8).toLowerCase()
}
