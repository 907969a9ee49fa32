import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import net from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { applyDockState } from '@wheelhouse/device-protocol/dock-state.ts'
import type { DockRecord } from '@wheelhouse/device-protocol/dock-state.ts'
import type { DeviceType } from '@wheelhouse/device-protocol/events.ts'
import { readMessage } from '@wheelhouse/device-protocol/messages.ts'
import type { DeviceEvent, ResponseMessage, Status } from '@wheelhouse/device-protocol/messages.ts'
import { commandTopic, parseTopic } from '@wheelhouse/device-protocol/topics.ts'
import { Aedes } from 'aedes'
import mqtt from 'mqtt'
import type { MqttClient } from 'mqtt'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { arrive, depart, openByMaster } from './devices/lock.ts'
import type { Behaviour, FleetFile } from './platform/fleet-file.ts'
import { startFleet, stopFleet, typePassword } from './fleet.ts'
import type { Fleet } from './fleet.ts'

let aedes: Aedes
let server: net.Server
let port: number
let folder: string
let fleet: Fleet | null
let client: MqttClient
let events: (DeviceEvent & { hardware_id: string })[]
let responses: (ResponseMessage & { hardware_id: string })[]
let statuses: (Status & { controller_id: string })[]
let heartbeats: { hardware_id: string; seq: number }[]

/** Controllers are A, B, ...; the children of A are A1, A2, ... */
const id = (short: string): string => short.replace(/[^A-F0-9]/g, '').padEnd(24, '0')
const sockets = new Set<net.Socket>()

async function listen(at: number): Promise<void> {
  aedes = await Aedes.createBroker()
  server = net.createServer((socket) => {
    sockets.add(socket)
    aedes.handle(socket)
  })
  await new Promise<void>((resolve) => server.listen(at, 'localhost', resolve))
  port = (server.address() as net.AddressInfo).port
  client = await mqtt.connectAsync({ host: 'localhost', port, reconnectPeriod: 0 })
  client.on('message', handleMessage)
  await client.subscribeAsync('hw/#', { qos: 1 })
}

async function silence(): Promise<void> {
  client.end(true)
  for (const socket of sockets) socket.destroy()
  sockets.clear()
  await new Promise<void>((resolve) => server.close(() => resolve()))
  await new Promise<void>((resolve) => aedes.close(() => resolve()))
}

function handleMessage(topic: string, payload: Buffer): void {
  const parsed = parseTopic(topic)
  if (!parsed || parsed.kind === 'command') return
  const read = readMessage(parsed.kind, payload)
  if (!read.ok) throw new Error(`${topic}: ${read.refusal} ${read.detail}`)
  if (parsed.kind === 'status') statuses.push({ ...(read.message as Status), controller_id: parsed.controller_id })
  else if (parsed.kind === 'event') events.push({ ...(read.message as DeviceEvent), hardware_id: parsed.hardware_id })
  else if (parsed.kind === 'response')
    responses.push({ ...(read.message as ResponseMessage), hardware_id: parsed.hardware_id })
  else heartbeats.push({ ...(read.message as { seq: number }), hardware_id: parsed.hardware_id })
}

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
const site = (letter: string, behaviour: Behaviour): FleetFile['controllers'][number] => ({
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

function start(...controllers: FleetFile['controllers']): void {
  startWith({ controllers })
}

function startWith(file: Partial<FleetFile>): void {
  fleet = startFleet({
    // Without keys there are no riders, so only commands move the locks and vehicles.
    file: { version: 1, seed: 5, controllers: [], keys: [], vehicles: [], rental_places: [], rental_keys: [], ...file },
    secrets: {},
    settings: {
      folder,
      broker: `mqtt://localhost:${port}`,
      speed: 40,
      rush: 1,
      heartbeat_s: 0.5,
      log_level: 'silent',
      app: null,
    },
    log: { info: () => undefined, warn: () => undefined },
  })
}

let commands = 0
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
  await client.publishAsync(commandTopic(id(short[0]!), id(short)), JSON.stringify(message), { qos: 1 })
  return commandId
}
const answersTo = (commandId: string) =>
  responses.filter(({ command_id }) => command_id === commandId).map(({ status }) => status)
const states = (short: string) =>
  events
    .filter(({ type, hardware_id }) => type === 'dock_state' && hardware_id === id(short))
    .map((event) => (event.data as { state: string }).state)
/** The limit ends what hangs. How fast a busy machine is must not decide. */
const eventually = (look: () => void): Promise<void> => vi.waitFor(look, { timeout: 30_000 })
const isReady = (short: string) => eventually(() => expect(states(short).length).toBeGreaterThan(0))
const ends = (commandId: string, status: string) => eventually(() => expect(answersTo(commandId).at(-1)).toBe(status))

beforeEach(async () => {
  ;[events, responses, statuses, heartbeats, fleet] = [[], [], [], [], null]
  folder = mkdtempSync(join(tmpdir(), 'wheelhouse-fleet-'))
  await listen(0)
})
afterEach(async () => {
  await (fleet && stopFleet(fleet))
  await silence()
  rmSync(folder, { recursive: true, force: true })
})

test('a mesh starts: status, a boot event each, the state of each lock, then heartbeats with a rising counter', async () => {
  start(site('A', 'normal'))
  await isReady('A2')
  expect(statuses).toContainEqual({ controller_id: id('A'), online: true, at: expect.any(String) })
  const boots = events.filter(({ type }) => type === 'boot')
  expect(boots.map(({ hardware_id }) => hardware_id)).toEqual([id('A'), id('A1'), id('A2')])
  expect(boots[0]?.data).toMatchObject({ type: 'controller', boot_count: 1, children: [id('A1'), id('A2')] })
  expect([states('A1'), states('A2')]).toEqual([['locked'], ['locked']])
  await eventually(() =>
    expect(heartbeats.filter(({ hardware_id }) => hardware_id === id('A1')).length).toBeGreaterThan(1),
  )
  const seqs = heartbeats.filter(({ hardware_id }) => hardware_id === id('A1')).map(({ seq }) => seq)
  expect(seqs).toEqual([...new Set(seqs)].sort((a, b) => a - b))
})

test('force unlock opens the lock: in progress, unlocking, unlocked, success; each change names the command', async () => {
  start(site('A', 'normal'))
  await isReady('A1')
  const commandId = await command('A1', 'force_unlock')
  await ends(commandId, 'success')
  expect(answersTo(commandId)).toEqual(['in_progress', 'success'])
  expect(states('A1')).toEqual(['locked', 'unlocking', 'unlocked'])
  expect(events.filter(({ data }) => (data as { command_id?: string }).command_id === commandId)).toHaveLength(2)
})

test('temporary unlock locks again by itself; force lock does not move the lock', async () => {
  start(site('A', 'normal'))
  await isReady('A1')
  await ends(await command('A1', 'temporary_unlock'), 'success')
  await eventually(() => expect(states('A1')).toEqual(['locked', 'unlocking', 'unlocked', 'locking', 'locked']))
  await ends(await command('A1', 'force_unlock'), 'success')
  await ends(await command('A1', 'force_lock'), 'success')
  expect(states('A1').slice(-2)).toEqual(['unlocked', 'locked'])
})

test('a command that is delivered again gets the same response and runs once; an expired one is ignored', async () => {
  start(site('A', 'normal'))
  await isReady('A1')
  const late = await command('A1', 'force_unlock', { expires_in_ms: -1_000 })
  const commandId = await command('A1', 'force_unlock')
  await ends(commandId, 'success')
  await command('A1', 'force_unlock', { id: commandId })
  await eventually(() => expect(answersTo(commandId)).toEqual(['in_progress', 'success', 'success']))
  expect(states('A1')).toEqual(['locked', 'unlocking', 'unlocked'])
  expect(answersTo(late)).toEqual([])
})

test('an unknown command is unhandled, an unreadable one fails', async () => {
  start(site('A', 'normal'))
  await isReady('A1')
  await ends(await command('A1', 'make_coffee'), 'unhandled')
  await ends(await command('A', 'force_unlock'), 'unhandled')
  await ends(await command('A1', 'temporary_unlock', { args: { hold_ms: 'long' } }), 'failed')
  await client.publishAsync(commandTopic(id('A'), id('A1')), '{"id":', { qos: 1 })
  await ends(await command('A1', 'identify'), 'success')
})

test('hardware in stock sends heartbeats and accepts the command to leave its device, and has no riders', async () => {
  start({ ...site('A', 'normal'), location_code: '', city: null })
  await isReady('A2')
  expect([...(fleet?.cities.keys() ?? [])]).toEqual([])
  for (const one of ['A', 'A1', 'A2']) await ends(await command(one, 'sync_device_session'), 'success')
  expect(states('A1')).toEqual(['locked'])
})

test('rebooting a controller restarts its children, and each boot count rises by one', async () => {
  start(site('A', 'normal'))
  await isReady('A2')
  const highest = Math.max(...events.map(({ seq }) => seq))
  const commandId = await command('A', 'reboot')
  await ends(commandId, 'success')
  // The response is sent before the connection drops; the events that follow it have no fixed time.
  await eventually(() => {
    expect(statuses.map(({ online, reason }) => [online, reason])).toEqual([
      [true, undefined],
      [false, 'reboot'],
      [true, undefined],
    ])
    const again = events.filter(({ type, seq }) => type === 'boot' && seq > highest)
    expect(again.map(({ hardware_id, data }) => [hardware_id, (data as { boot_count: number }).boot_count])).toEqual([
      [id('A'), 2],
      [id('A1'), 2],
      [id('A2'), 2],
    ])
  })
  const child = await command('A1', 'reboot')
  await ends(child, 'success')
  await eventually(() =>
    expect(events.findLast(({ type }) => type === 'boot')).toMatchObject({
      hardware_id: id('A1'),
      data: { boot_count: 3 },
    }),
  )
})

test('faults: refusing, duplicate, out of order, half dead and offline hardware', async () => {
  start(
    site('A', 'refusing'),
    site('B', 'duplicate'),
    site('C', 'out_of_order'),
    site('D', 'half_dead'),
    site('E', 'offline'),
  )
  await isReady('C2')
  await isReady('D2')
  const refused = await command('A1', 'force_unlock')
  await ends(refused, 'failed')
  expect(responses.findLast(({ command_id }) => command_id === refused)).toMatchObject({ reason: 'lock_jam' })

  await ends(await command('B1', 'force_unlock'), 'success')
  const copies = events.filter(({ hardware_id }) => hardware_id === id('B1')).map((event) => event.id)
  expect(copies.length).toBe(2 * new Set(copies).size)

  await ends(await command('C1', 'force_unlock'), 'success')
  const stateEvents = () => events.filter(({ hardware_id, type }) => hardware_id === id('C1') && type === 'dock_state')
  await eventually(() => expect(stateEvents()).toHaveLength(3))
  const seqs = events.filter(({ hardware_id }) => hardware_id === id('C1')).map(({ seq }) => seq)
  expect(seqs).not.toEqual(seqs.toSorted((a, b) => a - b))
  const believed = stateEvents().reduce<DockRecord | null>(
    (record, { seq, at, data }) =>
      applyDockState(record, { seq, at, state: (data as { state: 'locked' }).state }).record,
    null,
  )
  expect(believed?.state).toBe('unlocked')

  expect(events.filter(({ hardware_id }) => hardware_id === id('D1') || hardware_id.startsWith('E'))).toEqual([])
  expect(statuses.some(({ controller_id }) => controller_id === id('E'))).toBe(false)
})

test('a fleet that is stopped signs off; started again, its locks are as they were left, one boot later', async () => {
  start(site('A', 'normal'))
  await isReady('A1')
  await ends(await command('A1', 'force_unlock'), 'success')
  await (fleet && stopFleet(fleet))
  await eventually(() => expect(statuses.at(-1)).toMatchObject({ online: false, reason: 'shutdown' }))
  const highest = Math.max(...events.filter(({ hardware_id }) => hardware_id === id('A1')).map(({ seq }) => seq))
  const saved = JSON.parse(readFileSync(join(folder, 'fleet-state.json'), 'utf8')) as {
    hardware: Record<string, object>
  }
  expect(saved.hardware[id('A1')]).toMatchObject({ boot_count: 1, state: 'unlocked', key: null })
  events.length = 0
  start(site('A', 'normal'))
  await isReady('A1')
  expect(states('A1')).toEqual(['unlocked'])
  expect(Math.min(...events.map(({ seq }) => seq))).toBeGreaterThan(highest)
})

test('the fleet reconnects by itself after the broker was away', async () => {
  start(site('A', 'normal'))
  await isReady('A1')
  const before = port
  await silence()
  events.length = 0
  await listen(before)
  await eventually(() => expect(states('A1')).toEqual(['locked']))
  await ends(await command('A1', 'identify'), 'success')
})

const bike: FleetFile['vehicles'][0] = {
  hardware_id: id('F'),
  code: 'TLN-101',
  city: 'Tallinn',
  timezone: 'Europe/Tallinn',
  latitude: 59.44,
  longitude: 24.74,
  battery_percent: 80,
  state: 'on_trip',
  is_forgotten: true,
  key: 'A0000001',
  goal: null,
}
const stages = () =>
  events.filter(({ type }) => type === 'rental').map(({ data }) => (data as { action: string }).action)
const isStarted = () => eventually(() => expect(heartbeats.length).toBeGreaterThan(0))

test('a vehicle obeys: its rent is ended, it is switched off and on, and each report names the command', async () => {
  startWith({ vehicles: [bike] })
  await isStarted()
  const refused = await command('F', 'deactivate')
  await ends(refused, 'failed')
  expect(responses.findLast(({ command_id }) => command_id === refused)).toMatchObject({ reason: 'in_use' })

  const ended = await command('F', 'force_end_rent')
  await ends(ended, 'success')
  await ends(await command('F', 'deactivate'), 'success')
  await ends(await command('F', 'activate'), 'success')
  await eventually(() => expect(stages()).toEqual(['returned', 'deactivated', 'activated']))
  const [returned] = events.filter(({ type }) => type === 'rental')
  expect(returned?.data).toMatchObject({
    rental_code: 'TLN-101',
    command_id: ended,
    position: { latitude: 59.44, longitude: 24.74, speed_kmh: 0 },
  })
  await ends(await command('F', 'force_unlock'), 'unhandled')
})

test('a ride leads to its goal minute by minute, drains the battery and ends with a return', async () => {
  const goal = { latitude: 59.4445, longitude: 24.741 }
  startWith({ vehicles: [{ ...bike, is_forgotten: false, goal }] })
  await eventually(() => expect(stages()).toEqual(['returned']))
  expect(events.findLast(({ type }) => type === 'rental')?.data).toMatchObject({ key: 'A0000001', position: goal })
  const onTheWay = heartbeats as unknown as { position: { latitude: number; battery_percent: number } }[]
  expect(onTheWay.length).toBeGreaterThan(2)
  expect(onTheWay.at(-1)?.position.battery_percent).toBeLessThan(80)
  expect(onTheWay.every(({ position }) => position.latitude >= 59.4395 && position.latitude <= 59.445)).toBe(true)
})
const setAccessList = (version: number, entries: object[], more: object = {}): Promise<string> =>
  command('A1', 'set_access_list', { args: { version, part: 1, parts: 1, is_restricted: true, entries, ...more } })
const rfid = (key: string, more: object = {}): object => ({ key, key_type: 'rfid', ...more })
function dock(short: string) {
  const home = fleet?.homes.get(id(short))
  if (!home) throw new Error(`there is no ${short}`)
  return [home.mesh, home.one] as const
}
const scans = () =>
  events.flatMap((event) => (event.type === 'key_scan' ? [[event.data.key, event.data.access ?? null]] : []))

test('a lock with an access list refuses unknown and expired keys by itself, and opens by a master key', async () => {
  start(site('A', 'normal'))
  await isReady('A1')
  await ends(await command('A1', 'force_unlock'), 'success')
  const master = rfid('FF745A70', { is_master: true })
  await ends(await setAccessList(1, [rfid('00745A70'), master]), 'success')
  expect(await arrive(...dock('A1'), '11745A70')).toBe(false)
  expect(await arrive(...dock('A1'), '00745A70')).toBe(true)
  // The entry has expired by the clock of the lock.
  await ends(await setAccessList(2, [rfid('00745A70', { expires_at: '2020-01-01T00:00:00.000Z' }), master]), 'success')
  expect(await depart(...dock('A1'), '00745A70')).toBe(false)
  expect(await openByMaster(...dock('A1'), 'FF745A70')).toBe(true)
  expect(dock('A1')[1].state).toBe('unlocked')
  await eventually(() =>
    expect(scans()).toEqual([
      ['11745A70', 'refused'],
      ['00745A70', 'granted'],
      ['00745A70', 'refused'],
      ['FF745A70', 'granted'],
    ]),
  )
  // A list that is not restricted ends the check.
  await ends(await setAccessList(3, [], { is_restricted: false }), 'success')
  expect(await arrive(...dock('A1'), '11745A70')).toBe(true)
})

test('an access list is replaced with its last part only, and kept over a power cut', async () => {
  start(site('A', 'normal'))
  await isReady('A1')
  await ends(await command('A1', 'force_unlock'), 'success')
  await ends(await setAccessList(1, [rfid('00745A70')], { parts: 2 }), 'success')
  expect(dock('A1')[1].accessList).toBeNull()
  await ends(await setAccessList(2, [rfid('11745A70')], { part: 2, parts: 2 }), 'failed')
  expect(responses.at(-1)).toMatchObject({ reason: 'parts_missing' })
  await ends(await setAccessList(1, [rfid('00745A70')], { parts: 2 }), 'success')
  await ends(await setAccessList(1, [rfid('11745A70')], { part: 2, parts: 2 }), 'success')
  await (fleet && stopFleet(fleet))
  events = []
  start(site('A', 'normal'))
  await isReady('A1')
  const boot = events.find(({ type, hardware_id }) => type === 'boot' && hardware_id === id('A1'))
  expect(boot?.data).toMatchObject({ access_list_version: 1 })
  expect(await arrive(...dock('A1'), '22745A70')).toBe(false)
  expect(await arrive(...dock('A1'), '11745A70')).toBe(true)
})

test('hardware without a secret, and hardware that is not here, accept no one-time password', async () => {
  start(site('A', 'normal'))
  await isReady('A1')
  for (const hardwareId of [id('A1'), id('9')])
    expect(fleet && (await typePassword(fleet, hardwareId, '12345678')), hardwareId).toBe(false)
})

test('a controller that is given a new secret connects with it from then on, also after a restart', async () => {
  const signedIn: string[] = []
  let connection: { close(): void } | undefined
  aedes.authenticate = (who, username, password, done) => {
    if (username === id('A')) {
      connection = who
      signedIn.push(String(password))
    }
    done(null, true)
  }
  start(site('A', 'normal'))
  await isReady('A1')
  const secret = 'a new secret of this controller'
  await ends(await command('A', 'set_secret', { args: { secret } }), 'success')
  expect(signedIn).toEqual([''])
  connection?.close()
  await eventually(() => expect(signedIn).toEqual(['', secret]))
  await (fleet && stopFleet(fleet))
  start(site('A', 'normal'))
  await eventually(() => expect(signedIn).toEqual(['', secret, secret]))
})
