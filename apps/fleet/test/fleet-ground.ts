import { mkdtempSync, rmSync } from 'node:fs'
import net from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readMessage } from '@wheelhouse/device-protocol/messages.ts'
import type { DeviceEvent, ResponseMessage, Status } from '@wheelhouse/device-protocol/messages.ts'
import { parseTopic } from '@wheelhouse/device-protocol/topics.ts'
import { Aedes } from 'aedes'
import mqtt from 'mqtt'
import type { MqttClient } from 'mqtt'
import { stopFleet } from '../src/fleet.ts'
import type { Fleet } from '../src/fleet.ts'

interface OpenBroker {
  aedes: Aedes
  server: net.Server
  sockets: Set<net.Socket>
  port: number
  client: MqttClient
}

/** A broker with a client that receives everything, and the folder of a fleet. */
export interface FleetGround extends OpenBroker {
  folder: string
  fleet: Fleet | null
  events: (DeviceEvent & { hardware_id: string })[]
  responses: (ResponseMessage & { hardware_id: string })[]
  statuses: (Status & { controller_id: string })[]
  heartbeats: { hardware_id: string; seq: number }[]
}

export async function openFleetGround(): Promise<FleetGround> {
  const folder = mkdtempSync(join(tmpdir(), 'wheelhouse-fleet-'))
  const broker = await openBroker(0)
  const ground: FleetGround = {
    ...broker,
    folder,
    fleet: null,
    events: [],
    responses: [],
    statuses: [],
    heartbeats: [],
  }
  await receive(ground)
  return ground
}

export async function closeFleetGround(ground: FleetGround): Promise<void> {
  await (ground.fleet && stopFleet(ground.fleet))
  await silence(ground)
  rmSync(ground.folder, { recursive: true, force: true })
}

/** Opens the broker again after `silence`. */
export async function listen(ground: FleetGround, at: number): Promise<void> {
  Object.assign(ground, await openBroker(at))
  await receive(ground)
}

/** Ends the broker and all connections to it. */
export async function silence({ client, sockets, server, aedes }: FleetGround): Promise<void> {
  client.end(true)
  for (const socket of sockets) socket.destroy()
  sockets.clear()
  await new Promise<void>((resolve) => server.close(() => resolve()))
  await new Promise<void>((resolve) => aedes.close(() => resolve()))
}

async function openBroker(at: number): Promise<OpenBroker> {
  const aedes = await Aedes.createBroker()
  const sockets = new Set<net.Socket>()
  const server = net.createServer((socket) => {
    sockets.add(socket)
    aedes.handle(socket)
  })
  await new Promise<void>((resolve) => server.listen(at, 'localhost', resolve))
  const port = (server.address() as net.AddressInfo).port
  const client = await mqtt.connectAsync({ host: 'localhost', port, reconnectPeriod: 0 })
  return { aedes, server, sockets, port, client }
}

async function receive(ground: FleetGround): Promise<void> {
  ground.client.on('message', (topic, payload) => handleMessage(ground, topic, payload))
  await ground.client.subscribeAsync('hw/#', { qos: 1 })
}

function handleMessage({ statuses, events, responses, heartbeats }: FleetGround, topic: string, payload: Buffer): void {
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
