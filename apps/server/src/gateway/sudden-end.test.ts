import mqtt from 'mqtt'
import type { MqttClient } from 'mqtt'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { sendCommand } from '@wheelhouse/contract/commands/commands.ts'
import type { CommandMessage } from '@wheelhouse/device-protocol/messages.ts'
import { commandsTo, eventTopic, parseTopic, responseTopic } from '@wheelhouse/device-protocol/topics.ts'
import { operatorNeeds } from '../../test/gateway/gateway-fixtures.ts'
import { serverProcess } from '../../test/gateway/server-process.ts'
import type { ServerProcess } from '../../test/gateway/server-process.ts'
import { testApp } from '../../test/support/test-app.ts'
import type { Caller, TestApp } from '../../test/support/test-app.ts'
import { secretHash } from './broker-secrets.ts'

// `KILL_ROUNDS=50 npm test -- apps/server/src/gateway/sudden-end.test.ts` is the long run.
const rounds = Number(process.env.KILL_ROUNDS ?? 3)
const secret = 'a secret of these controllers'
const meshes = 10
const docksOfMesh = 20
/** Of one controller, without an acknowledgement. */
const outstandingAtMost = 60

interface Dock {
  controller_id: string
  hardware_id: string
  device_id: string
}

let w: TestApp
let server: ServerProcess
let operator: Caller
const docks: Dock[] = []

beforeAll(async () => {
  w = await testApp({ COMMANDS_PER_MINUTE: '10000', COMMAND_TIMEOUT_S: '15' })
  const organization = await w.make.organization()
  const location_id = await w.make.location(organization)
  operator = await w.person([{ group_id: organization.owner, needs: operatorNeeds }])
  for (let mesh = 0; mesh < meshes; mesh++) {
    const controller_id = await w.make.controller(secretHash(secret))
    for (let n = 0; n < docksOfMesh; n++) {
      const hardware_id = await w.make.hardware(controller_id)
      docks.push({ controller_id, hardware_id, device_id: await w.make.device(location_id, { hardware_id }) })
    }
  }
  server = await serverProcess(w.url)
  await server.start()
})

afterAll(async () => {
  await server?.end()
  await w?.end()
})

const controllers = (): string[] => [...new Set(docks.map(({ controller_id }) => controller_id))]
const connectTo = (id: string): MqttClient => {
  const client = mqtt.connect(`mqtt://127.0.0.1:${server.mqttPort}`, {
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
const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms))

interface Acknowledged {
  hardware_id: string
  event_id: string
  seq: number
  state: string | null
}

/** Docks that report key scans and their state one after the other, as fast as their controller is allowed to. */
function startLoad() {
  const acknowledged: Acknowledged[] = []
  let isOver = false
  let serial = 0
  const clients = controllers().map(connectTo)
  const report = async (client: MqttClient, own: readonly Dock[]): Promise<void> => {
    let outstanding = 0
    for (let n = 0; !isOver; n++) {
      while (outstanding >= outstandingAtMost && !isOver) await pause(5)
      outstanding++
      const { controller_id, hardware_id } = own[n % own.length] as Dock
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
  const work = clients.map((client, n) =>
    report(
      client,
      docks.filter(({ controller_id }) => controller_id === controllers()[n]),
    ),
  )
  return {
    acknowledged,
    async stop() {
      isOver = true
      await Promise.all(work)
      await Promise.all(clients.map((client) => client.endAsync(true)))
    },
  }
}

async function lostOf(acknowledged: readonly Acknowledged[]): Promise<string[]> {
  const { rows } = await w.pool.query<{ lost: string }>(
    `select a.event_id as lost from json_to_recordset($1) as a(hardware_id text, event_id text)
     where not exists (select 1 from device_events e where e.hardware_id = a.hardware_id and e.event_id = a.event_id)`,
    [JSON.stringify(acknowledged)],
  )
  return rows.map(({ lost }) => lost)
}

/** Docks whose state in the database is older than one that was acknowledged to them. */
async function staleDocks(acknowledged: readonly Acknowledged[]): Promise<string[]> {
  const newest = new Map<string, Acknowledged>()
  for (const one of acknowledged)
    if (one.state !== null && one.seq > (newest.get(one.hardware_id)?.seq ?? 0)) newest.set(one.hardware_id, one)
  const { rows } = await w.pool.query<{ hardware_id: string }>(
    `select a.hardware_id from json_to_recordset($1) as a(hardware_id text, seq bigint, state text)
     left join hardware_state s on s.hardware_id = a.hardware_id
     where s.dock_state_seq is null or s.dock_state_seq < a.seq or (s.dock_state_seq = a.seq and s.dock_state <> a.state)`,
    [JSON.stringify([...newest.values()])],
  )
  return rows.map(({ hardware_id }) => hardware_id)
}

describe('device protocol: acknowledged means committed', () => {
  test(
    `${rounds} times kill -9 of the server under load: none of the acknowledged key scans and dock states is lost`,
    { timeout: 60_000 + rounds * 60_000 },
    async () => {
      const load = startLoad()
      const counts: number[] = []
      for (let round = 0; round < rounds; round++) {
        const before = load.acknowledged.length
        await vi.waitFor(() => expect(load.acknowledged.length).toBeGreaterThan(before + 100), { timeout: 30_000 })
        await pause(Math.random() * 400)
        await server.kill()
        counts.push(load.acknowledged.length - before)
        // What is acknowledged by now must be stored by now.
        expect(await lostOf(load.acknowledged)).toEqual([])
        expect(await staleDocks(load.acknowledged)).toEqual([])
        await server.start()
      }
      await load.stop()
      expect(Math.min(...counts)).toBeGreaterThan(100)
      expect(await lostOf(load.acknowledged)).toEqual([])
    },
  )
})

/** Controllers that answer each command after a while, once, and the same again when it is delivered again. */
function startAnswering() {
  const runs = new Map<string, number>()
  const confirmed = new Set<string>()
  const clients = controllers().map((id) => {
    const client = connectTo(id)
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
      setTimeout(() => answer('success', {}, () => confirmed.add(command.id)), 2_000 + Math.random() * 3_000)
    })
    return client
  })
  return { confirmed, end: () => Promise.all(clients.map((client) => client.endAsync(true))) }
}

const inFlight = 200
const endsOf = `select c.id, c.status, count(e.id) filter (where e.verb = 'ended')::int as ends,
    count(e.id) filter (where e.verb = 'late_answer')::int as late from commands c
  left join events e on e.feature = 'commands' and e.after ->> 'command_id' = c.id::text
  where c.id = any($1::uuid[]) group by c.id, c.status`

interface CommandEnd {
  id: string
  status: string
  ends: number
  /** Answers that came after the time limit. */
  late: number
}

test(
  `kill -9 of the server and its broker with ${inFlight} commands in flight leaves each in exactly one end`,
  { timeout: 120_000 },
  async () => {
    const hardware = startAnswering()
    const sent: string[] = []
    for (const { device_id } of docks.slice(0, inFlight)) {
      // The server process lives in the present, and sending all of them may take longer than one may take to answer.
      w.clock.advance(Date.now() - w.clock.now().getTime())
      const body = { name: 'identify' as const, reason: 'testing' as const, comment: 'In flight', args: {} }
      const reply = await operator.call(sendCommand, { params: { device_id }, body })
      expect([reply.status, reply.body.error_message]).toEqual([200, undefined])
      sent.push(reply.body.id)
    }
    await vi.waitFor(() => expect(hardware.confirmed.size).toBeGreaterThan(10), { timeout: 30_000 })
    await server.kill()
    const early = await w.pool.query<CommandEnd>(endsOf, [sent])
    const open = early.rows.filter(({ status }) => status === 'in_progress').length
    expect(open).toBeGreaterThan(0)
    // On a busy machine an answer may come after the time limit; it is kept as that.
    const lost = early.rows.filter(
      ({ id, status, late }) => hardware.confirmed.has(id) && status !== 'success' && late === 0,
    )
    expect(lost).toEqual([])
    await server.start()
    const ends = await vi.waitFor(
      async () => {
        const { rows } = await w.pool.query<CommandEnd>(endsOf, [sent])
        expect(rows.filter(({ status }) => status === 'in_progress')).toEqual([])
        return rows
      },
      { timeout: 60_000, interval: 200 },
    )
    await hardware.end()
    expect(ends).toHaveLength(inFlight)
    expect(ends.filter(({ ends: count }) => count !== 1)).toEqual([])
    expect(ends.filter(({ status }) => status !== 'success' && status !== 'hardware_timeout')).toEqual([])
  },
)
