import { randomBytes } from 'node:crypto'
import mqtt from 'mqtt'
import type { MqttClient } from 'mqtt'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { sendCommand } from '@wheelhouse/contract/commands/commands.ts'
import type { CommandMessage } from '@wheelhouse/device-protocol/messages.ts'
import { commandsTo, eventTopic, parseTopic, responseTopic } from '@wheelhouse/device-protocol/topics.ts'
import { startGateway } from '../../src/gateway/gateway.ts'
import type { Gateway } from '../../src/gateway/gateway.ts'
import { brokerOf } from '../../src/gateway/links.ts'
import { openBus } from '../../src/platform/bus.ts'
import type { Bus } from '../../src/platform/bus.ts'
import { makeSite } from '../gateway/gateway-fixtures.ts'
import type { Site } from '../gateway/gateway-fixtures.ts'
import { testApp } from '../support/test-app.ts'
import type { TestApp } from '../support/test-app.ts'
import type { BrokerProgram, StartProgram } from './broker-programs.ts'

const within = { timeout: 60_000, interval: 100 }
const meshes = 3
const docksOfMesh = 8
const outstandingAtMost = 20
/** So many events are acknowledged between two losses of a node. */
const eventsARound = 60

interface Mesh extends Site {
  docks: { hardware_id: string; device_id: string }[]
}

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms))

async function makeMesh(w: TestApp): Promise<Mesh> {
  const site = await makeSite(w)
  const docks = []
  for (let n = 0; n < docksOfMesh; n++) {
    const hardware_id = await w.make.hardware(site.controller_id)
    docks.push({ hardware_id, device_id: await w.make.device(site.location_id, { hardware_id }) })
  }
  return { ...site, docks }
}

/** A controller whose docks report one after the other, and which answers each command once, after a while. */
function startMesh({ controller_id, secret, docks }: Mesh, ports: readonly number[]) {
  const acknowledged: string[] = []
  const answered = new Set<string>()
  const confirmed = new Set<string>()
  let isOver = false
  const client: MqttClient = mqtt.connect({
    protocol: 'mqtt',
    servers: ports.map((port) => ({ host: '127.0.0.1', port })),
    clientId: controller_id,
    username: controller_id,
    password: secret,
    clean: false,
    reconnectPeriod: 200,
    connectTimeout: 5_000,
  })
  client.on('error', () => {})
  // A cluster that elects refuses for a while and keeps the connection.
  const subscribe = (): void =>
    void client
      .subscribeAsync(commandsTo(controller_id), { qos: 1 })
      .catch(() => setTimeout(() => client.connected && subscribe(), 500))
  client.on('connect', subscribe)
  client.on('message', (topic, payload) => {
    const parsed = parseTopic(topic)
    const { id } = JSON.parse(payload.toString()) as CommandMessage
    if (parsed?.kind !== 'command' || answered.has(id)) return
    answered.add(id)
    const message = JSON.stringify({ command_id: id, status: 'success', at: new Date().toISOString() })
    // What waits while a lost connection catches up is given back when that is lost too.
    const answer = (): void =>
      void client.publish(responseTopic(controller_id, parsed.hardware_id), message, { qos: 1 }, (error) => {
        if (!error) confirmed.add(id)
        else if (!isOver) setTimeout(answer, 200)
      })
    setTimeout(answer, 500 + Math.random() * 3_000)
  })
  // Declared before the loop: a variable of its head is another one in each round, and callbacks would count in the wrong one.
  let outstanding = 0
  const reporting = (async () => {
    for (let n = 1; !isOver; n++) {
      while (outstanding >= outstandingAtMost && !isOver) await pause(10)
      const { hardware_id } = docks[n % docks.length] as Mesh['docks'][number]
      const event_id = `${controller_id.slice(-6)}-${n}`
      const data = { state: Math.floor(n / docks.length) % 2 === 0 ? 'locked' : 'unlocked' }
      const event = { id: event_id, seq: 2 ** 32 + n, at: new Date().toISOString(), type: 'dock_state', data }
      outstanding++
      client.publish(eventTopic(controller_id, hardware_id), JSON.stringify(event), { qos: 1 }, (error) => {
        outstanding--
        if (!error) acknowledged.push(event_id)
      })
      await pause(20)
    }
  })()
  return {
    acknowledged,
    confirmed,
    async stop() {
      isOver = true
      await reporting
      // What is under way may still be acknowledged, and must then be stored too.
      await client.endAsync(true)
    },
  }
}

/**
 * Our gateway at another maker's broker. `signal` ends a node: SIGKILL where another one has all messages, SIGTERM
 * where the only one has to write them down first.
 */
export function describeGateway(name: string, startProgram: StartProgram, signal: 'SIGKILL' | 'SIGTERM'): void {
  let w: TestApp
  let broker: BrokerProgram
  let bus: Bus
  let gateway: Gateway
  let sites: Mesh[]
  const present = (): void => w.clock.advance(Date.now() - w.clock.now().getTime())

  beforeAll(async () => {
    w = await testApp({ COMMANDS_PER_MINUTE: '10000', COMMAND_TIMEOUT_S: '60' })
    present()
    sites = []
    for (let n = 0; n < meshes; n++) sites.push(await makeMesh(w))
    const gatewayPassword = randomBytes(16).toString('hex')
    const controllers = Object.fromEntries(sites.map(({ controller_id, secret }) => [controller_id, secret]))
    broker = await startProgram({ gatewayPassword, controllers })
    bus = await openBus(w.url, w.log)
    const { db, config, clock, log, jobs } = w
    const options = { db, databaseUrl: w.url, bus, config, clock, log, jobs }
    gateway = await startGateway({ ...options, ...brokerOf(broker.url()) })
  })
  afterAll(async () => {
    await gateway?.close()
    await bus?.close()
    await broker?.close()
    await w?.end()
  })

  async function sendToAll(): Promise<string[]> {
    present()
    const ids: string[] = []
    for (const { operator, docks } of sites)
      for (const { device_id } of docks) {
        const body = { name: 'identify' as const, reason: 'testing' as const, comment: 'In flight', args: {} }
        const reply = await operator.call(sendCommand, { params: { device_id }, body })
        expect([reply.status, reply.body.error_message]).toEqual([200, undefined])
        ids.push(reply.body.id)
      }
    return ids
  }
  const endsOf = async (ids: readonly string[]) => {
    const { rows } = await w.pool.query<{ status: string; ends: number }>(
      `select c.status, count(e.id) filter (where e.verb = 'ended')::int as ends from commands c
       left join events e on e.feature = 'commands' and e.after ->> 'command_id' = c.id::text
       where c.id = any($1::uuid[]) group by c.id, c.status`,
      [ids],
    )
    return rows
  }
  const storedOf = async (ids: readonly string[]): Promise<number> => {
    const { rows } = await w.pool.query<{ stored: number }>(
      'select count(distinct event_id)::int as stored from device_events where event_id = any($1::text[])',
      [ids],
    )
    return rows[0]?.stored ?? 0
  }
  const allAcknowledged = (load: readonly { acknowledged: readonly string[] }[]): string[] =>
    load.flatMap(({ acknowledged }) => acknowledged)

  describe(`${name}: the gateway`, () => {
    test(`each node is ended once by ${signal} under load: nothing acknowledged is lost, each command ends once`, async () => {
      const rotated = (n: number): number[] => [...broker.ports.slice(n), ...broker.ports.slice(0, n)]
      const load = sites.map((site, n) => startMesh(site, rotated(n % broker.ports.length)))
      const sent: string[] = []
      for (const node of broker.ports.keys()) {
        const before = allAcknowledged(load).length
        await vi.waitFor(() => expect(allAcknowledged(load).length).toBeGreaterThan(before + eventsARound), within)
        const commands = await sendToAll()
        sent.push(...commands)
        // The gateway began at the first node and goes on to the next, so it loses its own each time.
        await broker.end(node, signal)
        expect((await endsOf(commands)).filter(({ status }) => status === 'in_progress').length).toBeGreaterThan(0)
        // Without another node nothing is answered until this one is back.
        if (broker.ports.length === 1) await broker.start(node)
        await vi.waitFor(
          async () => expect((await endsOf(commands)).filter(({ status }) => status === 'in_progress')).toEqual([]),
          within,
        )
        if (broker.ports.length > 1) await broker.start(node)
      }
      await Promise.all(load.map((mesh) => mesh.stop()))
      const acknowledged = allAcknowledged(load)
      await vi.waitFor(async () => expect(await storedOf(acknowledged)).toBe(acknowledged.length), within)
      expect(await endsOf(sent)).toEqual(sent.map(() => ({ status: 'success', ends: 1 })))
    })

    test('commands of a broker that stays away end by their time limit, and it takes new ones when it is back', async () => {
      const answering = sites.map((site) => startMesh(site, broker.ports))
      await vi.waitFor(() => expect(allAcknowledged(answering).length).toBeGreaterThan(eventsARound), within)
      const onTheirWay = await sendToAll()
      for (const node of broker.ports.keys()) await broker.end(node, signal)
      const kept = await sendToAll()
      w.clock.advance(61_000)
      await vi.waitFor(
        async () =>
          expect((await endsOf([...onTheirWay, ...kept])).filter(({ status }) => status === 'in_progress')).toEqual([]),
        within,
      )
      expect(await endsOf(kept)).toEqual(kept.map(() => ({ status: 'hardware_timeout', ends: 1 })))
      await broker.startAll()
      const next = await sendToAll()
      await vi.waitFor(
        async () => expect(await endsOf(next)).toEqual(next.map(() => ({ status: 'success', ends: 1 }))),
        within,
      )
      await Promise.all(answering.map((mesh) => mesh.stop()))
      // What the devices answered late is kept as that: no command ends twice.
      const ends = await endsOf([...onTheirWay, ...kept])
      expect(ends.filter(({ ends: count }) => count !== 1)).toEqual([])
      expect(ends.filter(({ status }) => status !== 'success' && status !== 'hardware_timeout')).toEqual([])
    })
  })
}
