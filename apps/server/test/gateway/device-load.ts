import { setTimeout as pause } from 'node:timers/promises'
import mqtt from 'mqtt'
import type { MqttClient } from 'mqtt'
import type { Pool } from '@wheelhouse/db/database.ts'
import type { CommandMessage } from '@wheelhouse/device-protocol/messages.ts'
import { commandsTo, eventTopic, parseTopic, responseTopic } from '@wheelhouse/device-protocol/topics.ts'

export interface LoadDock {
  controller_id: string
  hardware_id: string
  device_id: string
}

/** Docks of several controllers, all of which have the same secret. */
export interface LoadSite {
  docks: readonly LoadDock[]
  secret: string
  mqttPort: number
}

/** What the hardware may forget. */
export interface Acknowledged {
  hardware_id: string
  event_id: string
  seq: number
  state: string | null
}

/** Of one controller, without an acknowledgement. */
const outstandingAtMost = 60

const controllersOf = (docks: readonly LoadDock[]): string[] => [
  ...new Set(docks.map(({ controller_id }) => controller_id)),
]

function connectTo(id: string, { secret, mqttPort }: LoadSite): MqttClient {
  const client = mqtt.connect(`mqtt://127.0.0.1:${mqttPort}`, {
    clientId: id,
    username: id,
    password: secret,
    clean: false,
    reconnectPeriod: 100,
    queueQoSZero: false,
  })
  // The broker is away between two lives of the server.
  client.on('error', () => {})
  return client
}

/** Docks that report key scans and their state one after the other, as fast as their controller is allowed to. */
export function startLoad(site: LoadSite) {
  const acknowledged: Acknowledged[] = []
  let isOver = false
  let serial = 0
  const report = async (client: MqttClient, own: readonly LoadDock[]): Promise<void> => {
    let outstanding = 0
    for (let n = 0; !isOver; n++) {
      while (outstanding >= outstandingAtMost && !isOver) await pause(5)
      outstanding++
      const { controller_id, hardware_id } = own[n % own.length] as LoadDock
      const isScan = Math.floor(n / own.length) % 2 === 0
      const state = Math.floor(n / own.length) % 4 === 1 ? 'locked' : 'unlocked'
      const seq = 2 ** 32 + ++serial
      const event_id = `k${serial}`
      const data = isScan ? { key: '0A0B0C0D', key_type: 'rfid' } : { state }
      const event = { id: event_id, seq, at: new Date().toISOString(), type: isScan ? 'key_scan' : 'dock_state', data }
      client.publish(eventTopic(controller_id, hardware_id), JSON.stringify(event), { qos: 1 }, (error) => {
        outstanding--
        if (!error) acknowledged.push({ hardware_id, event_id, seq, state: isScan ? null : state })
      })
      await pause(n % own.length === 0 ? 20 : 0)
    }
  }
  const clients = controllersOf(site.docks).map((id) => ({ id, client: connectTo(id, site) }))
  const work = clients.map(({ id, client }) =>
    report(
      client,
      site.docks.filter(({ controller_id }) => controller_id === id),
    ),
  )
  return {
    acknowledged,
    async stop() {
      isOver = true
      await Promise.all(work)
      await Promise.all(clients.map(({ client }) => client.endAsync(true)))
    },
  }
}

/** Events that were acknowledged and are not stored. */
export async function lostOf(pool: Pool, acknowledged: readonly Acknowledged[]): Promise<string[]> {
  const { rows } = await pool.query<{ lost: string }>(
    `select a.event_id as lost from json_to_recordset($1) as a(hardware_id text, event_id text)
     where not exists (select 1 from device_events e where e.hardware_id = a.hardware_id and e.event_id = a.event_id)`,
    [JSON.stringify(acknowledged)],
  )
  return rows.map(({ lost }) => lost)
}

/** Docks whose state in the database is older than one that was acknowledged to them. */
export async function staleDocks(pool: Pool, acknowledged: readonly Acknowledged[]): Promise<string[]> {
  const newest = new Map<string, Acknowledged>()
  for (const one of acknowledged)
    if (one.state !== null && one.seq > (newest.get(one.hardware_id)?.seq ?? 0)) newest.set(one.hardware_id, one)
  const { rows } = await pool.query<{ hardware_id: string }>(
    `select a.hardware_id from json_to_recordset($1) as a(hardware_id text, seq bigint, state text)
     left join hardware_state s on s.hardware_id = a.hardware_id
     where s.dock_state_seq is null or s.dock_state_seq < a.seq or (s.dock_state_seq = a.seq and s.dock_state <> a.state)`,
    [JSON.stringify([...newest.values()])],
  )
  return rows.map(({ hardware_id }) => hardware_id)
}

/** Controllers that answer each command after a while, once, and the same again when it is delivered again. */
export function startAnswering(site: LoadSite, afterMs: () => number = () => 2_000 + Math.random() * 3_000) {
  const runs = new Map<string, number>()
  const confirmed = new Set<string>()
  const clients = controllersOf(site.docks).map((id) => {
    const client = connectTo(id, site)
    client.on('connect', () => void client.subscribeAsync(commandsTo(id), { qos: 1 }).catch(() => {}))
    client.on('message', (topic, payload) => {
      const parsed = parseTopic(topic)
      const command = JSON.parse(payload.toString()) as CommandMessage
      if (parsed?.kind !== 'command' || runs.has(command.id)) return
      runs.set(command.id, (runs.get(command.id) ?? 0) + 1)
      const answer = (status: string, more: object, onTaken: () => void = () => {}): void => {
        const message = { command_id: command.id, status, at: new Date().toISOString(), ...more }
        client.publish(responseTopic(id, parsed.hardware_id), JSON.stringify(message), { qos: 1 }, (error) => {
          if (!error) onTaken()
        })
      }
      answer('in_progress', { step: 'received' })
      setTimeout(() => answer('success', {}, () => confirmed.add(command.id)), afterMs())
    })
    return client
  })
  return { confirmed, end: () => Promise.all(clients.map((client) => client.endAsync(true))) }
}

export interface CommandEnd {
  id: string
  status: string
  ends: number
  /** Answers that came after the time limit. */
  late: number
}

/** How each of these commands ended, and how often. */
export async function endsOf(pool: Pool, ids: readonly string[]): Promise<CommandEnd[]> {
  const { rows } = await pool.query<CommandEnd>(
    `select c.id, c.status, count(e.id) filter (where e.verb = 'ended')::int as ends,
      count(e.id) filter (where e.verb = 'late_answer')::int as late from commands c
     left join events e on e.feature = 'commands' and e.after ->> 'command_id' = c.id::text
     where c.id = any($1::uuid[]) group by c.id, c.status`,
    [ids],
  )
  return rows
}
