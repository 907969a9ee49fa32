import type { DeviceType } from '@wheelhouse/device-protocol/events.ts'
import { commandTopic } from '@wheelhouse/device-protocol/topics.ts'
import { expect, vi } from 'vitest'
import type { Behaviour, FleetFile } from '../src/platform/fleet-file.ts'
import { startFleet } from '../src/fleet.ts'
import type { FleetGround } from './fleet-ground.ts'

/** Controllers are A, B, ...; the children of A are A1, A2, ... */
export const id = (short: string): string => short.replace(/[^A-F0-9]/g, '').padEnd(24, '0')

const piece = (hardware_id: string, type: DeviceType, number: number) => ({
  hardware_id,
  type,
  number,
  behaviour: 'normal' as const,
  firmware_name: `${type}-fw`,
  firmware_version: '4.2.0',
  pcb_version: 'C',
  protocol_version: '1',
  dock_state: type === 'dock' ? ('locked' as const) : null,
  dock_state_since: null,
  rssi_dbm: -60,
  supply_mv: 5_000,
})

export const site = (letter: string, behaviour: Behaviour): FleetFile['controllers'][number] => ({
  controller_id: id(letter),
  mesh_id: '0000000A',
  location_code: '123456',
  city: 'Tallinn',
  timezone: 'Europe/Tallinn',
  heartbeat_s: 60,
  behaviour,
  hardware: [
    piece(id(letter), 'controller', 1),
    piece(id(`${letter}1`), 'dock', 1),
    piece(id(`${letter}2`), 'door', 2),
  ],
})

let commands = 0

/** The limit ends what hangs. How fast a busy machine is must not decide. */
export const eventually = (look: () => void): Promise<void> => vi.waitFor(look, { timeout: 30_000 })

interface Place {
  ground: FleetGround
}

/** What tests do with the fleet. The place is asked for at each call, because every test has another one. */
export function fleetActions(place: () => Place) {
  function start(...controllers: FleetFile['controllers']): void {
    startWith({ controllers })
  }
  function startWith(file: Partial<FleetFile>): void {
    place().ground.fleet = startFleet({
      // Without keys there are no riders, so only commands move the locks and vehicles.
      file: {
        version: 1,
        seed: 5,
        controllers: [],
        keys: [],
        vehicles: [],
        rental_places: [],
        rental_keys: [],
        ...file,
      },
      secrets: {},
      settings: {
        folder: place().ground.folder,
        broker: `mqtt://localhost:${place().ground.port}`,
        speed: 40,
        rush: 1,
        heartbeat_s: 0.5,
        log_level: 'silent',
        app: null,
      },
      log: { info: () => undefined, warn: () => undefined },
    })
  }
  async function command(
    short: string,
    name: string,
    more: { id?: string; args?: object; expires_in_ms?: number } = {},
  ): Promise<string> {
    const commandId = more.id ?? `c${++commands}`
    const now = Date.now()
    const message = {
      id: commandId,
      name,
      args: more.args ?? {},
      issued_at: new Date(now).toISOString(),
      expires_at: new Date(now + (more.expires_in_ms ?? 30_000)).toISOString(),
    }
    await place().ground.client.publishAsync(commandTopic(id(short[0]!), id(short)), JSON.stringify(message), {
      qos: 1,
    })
    return commandId
  }
  const answersTo = (commandId: string) =>
    place()
      .ground.responses.filter(({ command_id }) => command_id === commandId)
      .map(({ status }) => status)
  const states = (short: string) =>
    place()
      .ground.events.filter(({ type, hardware_id }) => type === 'dock_state' && hardware_id === id(short))
      .map((event) => (event.data as { state: string }).state)
  const isReady = (short: string) => eventually(() => expect(states(short).length).toBeGreaterThan(0))
  const ends = (commandId: string, status: string) => eventually(() => expect(answersTo(commandId).at(-1)).toBe(status))
  return { start, startWith, command, answersTo, states, isReady, ends }
}
