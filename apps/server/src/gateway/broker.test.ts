import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import net from 'node:net'
import { testDatabase } from '@wheelhouse/db/test-database.ts'
import type { TestDatabase } from '@wheelhouse/db/test-database.ts'
import { commandTopic, eventTopic, heartbeatTopic, ownTopics, statusTopic } from '@wheelhouse/device-protocol/topics.ts'
import mqtt from 'mqtt'
import type { IClientOptions, MqttClient } from 'mqtt'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { gatewayClientId, gatewayUser } from './broker-access.ts'
import { secretHash } from './broker-secrets.ts'
import { startBroker } from './broker.ts'
import type { Broker, BrokerCounts, BrokerNotice } from './broker.ts'
import { eventually } from '../../test/gateway/gateway-fixtures.ts'

const one = 'AAAA00000000000000000001'
const other = 'AAAA00000000000000000002'
const child = 'AAAA00000000000000000011'
const secrets: Record<string, string> = {
  [one]: randomBytes(16).toString('hex'),
  [other]: randomBytes(16).toString('hex'),
}
const gatewayPassword = randomBytes(32).toString('hex')

let database: TestDatabase
let broker: Broker
const notices: BrokerNotice[] = []
const open: MqttClient[] = []

beforeAll(async () => {
  database = await testDatabase()
  for (const [id, secret] of Object.entries(secrets))
    await database.pool.query('insert into controllers (hardware_id, secret_hash, created_at) values ($1, $2, now())', [
      id,
      secretHash(secret),
    ])
  broker = await startBroker({
    port: 0,
    databaseUrl: database.url,
    gatewayPassword,
    limits: { controllerQueue: 3 },
    onNotice: (notice) => notices.push(notice),
  })
})
afterEach(async () => {
  await Promise.all(open.splice(0).map((client) => client.endAsync(true)))
  // The gateway's session outlives its connection; the next test begins with a new one.
  await (await gateway({ clean: true })).endAsync(true)
  open.length = 0
})
afterAll(async () => {
  await broker?.close()
  await database?.drop()
})

const options = (id: string, more: IClientOptions = {}): IClientOptions => ({
  port: broker.port,
  host: '127.0.0.1',
  clientId: id,
  username: id,
  password: secrets[id],
  reconnectPeriod: 0,
  ...more,
})
const happened = (client: MqttClient, event: 'connect' | 'close') =>
  new Promise<void>((resolve) => client.once(event, () => resolve()))
async function connect(id: string, more: IClientOptions = {}): Promise<MqttClient> {
  const client = mqtt.connect(options(id, more))
  client.on('error', () => {})
  open.push(client)
  await happened(client, 'connect')
  return client
}
async function refusalOf(more: IClientOptions): Promise<unknown> {
  const client = mqtt.connect(options(one, more))
  open.push(client)
  return new Promise((resolve) => {
    client.on('connect', () => resolve('connected'))
    client.on('error', (error) => resolve((error as { code?: unknown }).code))
    client.on('close', () => resolve('closed'))
  })
}
const gateway = (more: IClientOptions = {}) =>
  connect(gatewayClientId, { username: gatewayUser, password: gatewayPassword, clean: false, ...more })
/** As the real gateway: it receives all that devices send, so that they get their acknowledgements. */
async function receivingGateway(): Promise<MqttClient> {
  const server = await gateway()
  await server.subscribeAsync('hw/#', { qos: 1 })
  return server
}

interface ReceivedMessage {
  topic: string
  text: string
  retain: boolean
}
function listen(client: MqttClient): ReceivedMessage[] {
  const received: ReceivedMessage[] = []
  client.on('message', (topic, payload, packet) =>
    received.push({ topic, text: payload.toString(), retain: packet.retain }),
  )
  return received
}
/** Returns what was counted while `act` ran. */
async function counted(act: () => Promise<unknown>): Promise<Partial<BrokerCounts>> {
  const before = await broker.stats()
  await act()
  const after = await broker.stats()
  const keys = Object.keys(before) as (keyof BrokerCounts)[]
  return Object.fromEntries(
    keys.filter((key) => after[key] !== before[key]).map((key) => [key, after[key] - before[key]]),
  )
}

test('a controller publishes for itself and its children, in any case, and the gateway receives ids in upper case', async () => {
  const server = await gateway()
  const received = listen(server)
  await server.subscribeAsync('hw/#', { qos: 1 })
  const device = await connect(one.toLowerCase(), { password: secrets[one] })
  await device.publishAsync(eventTopic(one.toLowerCase(), child.toLowerCase()), 'e', { qos: 1 })
  await device.publishAsync(heartbeatTopic(one, child), 'h')
  await eventually(() =>
    expect(received.map(({ topic }) => topic)).toEqual([eventTopic(one, child), heartbeatTopic(one, child)]),
  )
})

test('bad input: foreign and unknown topics are dropped and counted, and the device stays connected', async () => {
  const server = await gateway()
  const received = listen(server)
  await server.subscribeAsync('hw/#', { qos: 1 })
  const device = await connect(one)
  const counts = await counted(async () => {
    await device.publishAsync(eventTopic(other, other), 'as another', { qos: 1 })
    await device.publishAsync(commandTopic(one, child), 'a command', { qos: 1 })
    await device.publishAsync('$SYS/x', 'x', { qos: 1 })
    await device.publishAsync(`hw/${one}/${child}/nothing`, 'x', { qos: 1 })
    await device.publishAsync(eventTopic(one, child), 'honest', { qos: 1 })
  })
  expect(counts).toMatchObject({ foreign_topic: 3, unknown_topic: 1, published: 1 })
  await eventually(() => expect(received).toHaveLength(1))
  expect(received[0]?.text).toBe('honest')
  expect(device.connected).toBe(true)
})

test('a controller receives only its own commands; other filters are refused', async () => {
  const device = await connect(one)
  const received = listen(device)
  const counts = await counted(async () => {
    for (const filter of ['#', 'hw/#', 'hw/+/+/command', ownTopics(other), '$SYS/#'])
      await expect(device.subscribeAsync(filter, { qos: 1 }), filter).rejects.toThrow()
  })
  expect(counts.denied_subscribe).toBe(5)
  await device.subscribeAsync(`hw/${one.toLowerCase()}/+/command`, { qos: 1 })
  const server = await gateway()
  await server.publishAsync(commandTopic(other, other), 'not yours', { qos: 1 })
  await server.publishAsync(commandTopic(one, child), 'yours', { qos: 1 })
  await eventually(() => expect(received).toEqual([{ topic: commandTopic(one, child), text: 'yours', retain: false }]))
})

test('a refused filter is not stored in a persistent session either', async () => {
  const device = await connect(one, { clean: false })
  await device.subscribeAsync({ [ownTopics(one)]: { qos: 1 }, [ownTopics(other)]: { qos: 1 } }).catch(() => {})
  await device.endAsync()
  const neighbour = await connect(other)
  const server = await receivingGateway()
  await neighbour.publishAsync(eventTopic(other, other), 'private', { qos: 1 })
  await server.publishAsync(commandTopic(one, one), 'kept', { qos: 1 })
  const back = mqtt.connect(options(one, { clean: false }))
  open.push(back)
  const received = listen(back)
  await eventually(() => expect(received.map(({ text }) => text)).toContain('kept'))
  expect(received.map(({ text }) => text)).not.toContain('private')
})

test('the queue of commands for a sleeping controller is bounded', async () => {
  const device = await connect(other, { clean: false })
  await device.subscribeAsync(ownTopics(other), { qos: 1 })
  await device.endAsync()
  const server = await gateway()
  const counts = await counted(async () => {
    for (const n of [1, 2, 3, 4, 5]) await server.publishAsync(commandTopic(other, other), String(n), { qos: 1 })
  })
  expect(counts.queue_full).toBe(2)
  const back = mqtt.connect(options(other, { clean: false }))
  open.push(back)
  const received = listen(back)
  await eventually(() => expect(received.map(({ text }) => text)).toEqual(['1', '2', '3']))
  await back.endAsync()
  await connect(other, { clean: true })
})

test('no name, no password, a wrong password, an unknown id and another client id are refused', async () => {
  const counts = await counted(async () => {
    expect(await refusalOf({ username: undefined, password: undefined })).toBe(4)
    expect(await refusalOf({ password: undefined })).toBe(4)
    expect(await refusalOf({ password: 'wrong' })).toBe(4)
    expect(await refusalOf({ password: secrets[other] })).toBe(4)
    expect(await refusalOf({ username: 'AAAA0000000000000000FFFF', clientId: 'AAAA0000000000000000FFFF' })).toBe(4)
    expect(await refusalOf({ clientId: other })).toBe(2)
    expect(await refusalOf({ username: gatewayUser, clientId: gatewayClientId, password: 'guess' })).toBe(4)
    expect(
      await refusalOf({ will: { topic: statusTopic(other), payload: Buffer.from('x'), qos: 1, retain: true } }),
    ).toBe(5)
  })
  expect(counts.refused_connect).toBe(8)
})

test('a second connection with the same identity takes over and is reported; one with a wrong password does not', async () => {
  const first = await connect(one)
  await refusalOf({ password: 'wrong' })
  expect(first.connected).toBe(true)
  const closed = happened(first, 'close')
  const before = notices.length
  const second = await connect(one)
  await closed
  expect(second.connected).toBe(true)
  await eventually(() =>
    expect(notices.slice(before)).toContainEqual({ kind: 'takeover', controller_id: one, at: expect.any(String) }),
  )
})

test('only a status is retained for later subscribers; the last will reports a broken connection', async () => {
  const device = await connect(one, {
    will: { topic: statusTopic(one), payload: Buffer.from('gone'), qos: 1, retain: true },
  })
  const server = await receivingGateway()
  await device.publishAsync(statusTopic(one), 'here', { qos: 1, retain: true })
  await device.publishAsync(eventTopic(one, one), 'passing', { qos: 1, retain: true })
  await server.unsubscribeAsync('hw/#')
  const received = listen(server)
  await server.subscribeAsync('hw/#', { qos: 1 })
  await eventually(() => expect(received).toContainEqual({ topic: statusTopic(one), text: 'here', retain: true }))
  device.stream.destroy()
  await eventually(() => expect(received).toContainEqual({ topic: statusTopic(one), text: 'gone', retain: false }))
  expect(received.map(({ text }) => text)).not.toContain('passing')
})

test('bad input: an oversized message is skipped and acknowledged, and the connection stays open', async () => {
  const server = await gateway()
  const received = listen(server)
  await server.subscribeAsync('hw/#', { qos: 1 })
  const device = await connect(one)
  const counts = await counted(async () => {
    await device.publishAsync(eventTopic(one, one), Buffer.alloc(3_000_000, 65), { qos: 1 })
    await device.publishAsync(eventTopic(one, one), Buffer.alloc(65_537, 65), { qos: 1 })
    await device.publishAsync(heartbeatTopic(one, one), Buffer.alloc(200_000, 65))
    await device.publishAsync(eventTopic(one, one), 'small', { qos: 1 })
  })
  expect(counts.oversized).toBe(3)
  const dropped = { kind: 'dropped', client_id: one, topic: eventTopic(one, one), why: 'oversized' }
  await eventually(() => expect(notices).toContainEqual(dropped))
  await eventually(() => expect(received.some(({ text }) => text === 'small')).toBe(true))
  expect(received.every(({ text }) => text.length < 100)).toBe(true)
  expect(device.connected).toBe(true)
})

test('bad input: garbage on the socket ends that connection and no other', async () => {
  const device = await connect(one)
  const garbage = [
    Buffer.from('GET / HTTP/1.1\r\n\r\n'),
    randomBytes(4_000),
    Buffer.alloc(5_000, 0xff),
    Buffer.from([0x10, 0xff, 0xff, 0xff, 0x7f]),
    Buffer.from([0x10, 0xff, 0xff, 0xff, 0xff, 0xff]),
    Buffer.from([0x10, 2, 0, 4]),
    Buffer.from([0x30, 0x05, 0, 1, 65, 66, 67]),
    Buffer.from([0x00, 0x00]),
    Buffer.from([0x82, 0x03, 0, 1, 0]),
  ]
  for (const bytes of garbage) {
    const socket = net.connect(broker.port, '127.0.0.1')
    socket.on('error', () => {})
    socket.end(bytes)
    socket.resume()
    await once(socket, 'close')
  }
  await receivingGateway()
  await device.publishAsync(eventTopic(one, one), 'still here', { qos: 1 })
  expect(device.connected).toBe(true)
})

/** A CONNECT of device one with the given level and flags of its connection; the will's topic and message are one letter each. */
function connectFrame(level: number, flags: number): Buffer {
  const texts = [one, ...((flags & 4) === 0 ? [] : ['t', 'm']), one, secrets[one] ?? '']
  const payload = texts.flatMap((text) => [0, text.length, ...Buffer.from(text)])
  return Buffer.from([0x10, 10 + payload.length, 0, 4, ...Buffer.from('MQTT'), level, flags, 0, 60, ...payload])
}
const publishFrame = (first: number, topic: readonly number[], rest: readonly number[]): Buffer =>
  Buffer.from([first, 2 + topic.length + rest.length, 0, topic.length, ...topic, ...rest])

/** Everything that the broker answers until it ends the connection. */
async function answersTo(...frames: Buffer[]): Promise<string> {
  const socket = net.connect(broker.port, '127.0.0.1')
  const answers: Buffer[] = []
  socket.on('error', () => {})
  socket.on('data', (bytes: Buffer) => {
    answers.push(bytes)
    const next = frames.shift()
    if (next) socket.write(next)
  })
  socket.write(frames.shift() ?? '')
  await once(socket, 'close')
  return Buffer.concat(answers).toString('hex')
}

const signIn = connectFrame(4, 0xc2)
const accepted = '20020000'
test.each<[string, Buffer[], string]>([
  ['3.1.2-2: an unknown protocol level', [connectFrame(6, 0xc2)], '20020001'],
  ['3.1.2-14: a will of QoS 3', [connectFrame(4, 0xde)], ''],
  ['1.5.3-2: a topic with U+0000', [signIn, publishFrame(0x30, [97, 0, 98], [])], accepted],
  ['1.5.3-1: a topic that is not UTF-8', [signIn, publishFrame(0x30, [97, 0xc3, 0x28], [])], accepted],
  ['1.5.3-1: a topic with a surrogate', [signIn, publishFrame(0x30, [0xed, 0xa0, 0x80], [])], accepted],
  ['2.3.1-1: a message of QoS 1 with the id 0', [signIn, publishFrame(0x32, [97], [0, 0])], accepted],
])('MQTT %s ends the connection', async (_name, frames, answers) => {
  expect(await answersTo(...frames)).toBe(answers)
})

test('it listens on both loopback addresses and reports a port in use in one sentence', async () => {
  const six = await connect(one, { host: '::1' })
  expect(six.connected).toBe(true)
  await expect(
    startBroker({ port: broker.port, databaseUrl: 'postgresql://nobody@127.0.0.1:1/none', gatewayPassword }),
  ).rejects.toThrow(
    `Port ${broker.port} for the device broker is in use. Set MQTT_PORT to a free port, or, if another server process of this installation uses it, MQTT_URL to one broker for all.`,
  )
  await expect(startBroker({ port: 0, host: '0.0.0.0', databaseUrl: '', gatewayPassword })).rejects.toThrow(
    'only with TLS',
  )
})

test('while the database is unavailable a device is asked to come back later', async () => {
  const lonely = await startBroker({ port: 0, databaseUrl: 'postgresql://nobody@127.0.0.1:1/none', gatewayPassword })
  expect(await refusalOf({ port: lonely.port })).toBe(3)
  await lonely.close()
})

test('a device gets its acknowledgements, in order, as the gateway gives its own; a gateway that stops delays them and loses nothing', async () => {
  const small = await startBroker({ port: 0, databaseUrl: database.url, gatewayPassword, limits: { gatewayQueue: 5 } })
  const server = await gateway({ port: small.port })
  await server.subscribeAsync('hw/#', { qos: 1 })
  const release: (() => void)[] = []
  const received = listen(server)
  server.handleMessage = (_packet, done) => {
    release.push(done)
  }
  const device = await connect(one, { port: small.port })
  const acknowledged: number[] = []
  const send = (from: number, to: number): void => {
    for (let n = from; n <= to; n++)
      device.publish(eventTopic(one, one), String(n), { qos: 1 }, () => void acknowledged.push(n))
  }
  send(1, 6)
  await eventually(async () => expect((await small.stats()).waiting_for_gateway).toBe(6))
  send(7, 12)
  await eventually(async () => expect((await small.stats()).published).toBe(12))
  expect((await small.stats()).waiting_for_gateway).toBe(6)
  expect(acknowledged).toEqual([])
  const pump = setInterval(() => release.shift()?.(), 1)
  const all = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]
  await eventually(() => expect(acknowledged).toEqual(all))
  expect(received.map(({ text }) => Number(text))).toEqual(all)
  clearInterval(pump)
  for (const done of release) done()
  await device.endAsync(true)
  await server.endAsync(true)
  await small.close()
})

test('what a device sends before the gateway has subscribed is acknowledged only after the gateway has it', async () => {
  const device = await connect(one)
  const acknowledged: string[] = []
  for (const text of ['early', 'later'])
    device.publish(eventTopic(one, one), text, { qos: 1 }, () => void acknowledged.push(text))
  await device.publishAsync(heartbeatTopic(one, one), 'without a promise')
  const server = await gateway()
  const received = listen(server)
  expect(acknowledged).toEqual([])
  await server.subscribeAsync('hw/+/+/event', { qos: 1 })
  await eventually(() => expect(acknowledged).toEqual(['early', 'later']))
  expect(received.map(({ text }) => text)).toEqual(['early', 'later'])
})

describe('device protocol, MQTT 3.1.1: what devices rely on', () => {
  test('QoS 1: what was not acknowledged is delivered once more to the same session, marked as a duplicate', async () => {
    const device = await connect(one, { clean: false })
    await device.subscribeAsync(ownTopics(one), { qos: 1 })
    // It receives the command and loses its power before the acknowledgement.
    const reached = new Promise<void>((done) => {
      device.handleMessage = () => done()
    })
    const server = await gateway()
    await server.publishAsync(commandTopic(one, one), 'unlock', { qos: 1 })
    await reached
    device.stream.destroy()
    await happened(device, 'close')
    const back = mqtt.connect(options(one, { clean: false }))
    open.push(back)
    const again = await new Promise<{ text: string; dup: boolean }>((done) =>
      back.once('message', (_topic, payload, packet) => done({ text: payload.toString(), dup: packet.dup })),
    )
    expect(again).toEqual({ text: 'unlock', dup: true })
    await back.endAsync()
    await connect(one, { clean: true })
  })

  test('a device that resends what was not acknowledged gets its acknowledgement, and the gateway receives both', async () => {
    const server = await gateway()
    await server.subscribeAsync('hw/+/+/event', { qos: 1 })
    const received = listen(server)
    const held: (() => void)[] = []
    server.handleMessage = (_packet, done) => void held.push(done)
    const device = await connect(one)
    device.publish(eventTopic(one, one), 'locked', { qos: 1 }, () => {})
    await eventually(() => expect(held).toHaveLength(1))
    device.stream.destroy()
    await happened(device, 'close')
    const back = await connect(one)
    const isAcknowledged = back.publishAsync(eventTopic(one, one), 'locked', { qos: 1 })
    const pump = setInterval(() => held.shift()?.(), 1)
    await isAcknowledged
    clearInterval(pump)
    expect(received.map(({ text }) => text)).toEqual(['locked', 'locked'])
  })

  test('a persistent session keeps filters and commands over a lost connection; a clean one forgets both', async () => {
    const device = await connect(one, { clean: false })
    await device.subscribeAsync(ownTopics(one), { qos: 1 })
    await device.endAsync()
    const server = await gateway()
    await server.publishAsync(commandTopic(one, one), 'kept', { qos: 1 })
    const sessions: boolean[] = []
    const returning = async (clean: boolean): Promise<ReceivedMessage[]> => {
      const client = mqtt.connect(options(one, { clean }))
      const received = listen(client)
      open.push(client)
      await new Promise<void>((done) =>
        client.once('connect', ({ sessionPresent }) => {
          sessions.push(sessionPresent)
          done()
        }),
      )
      return received
    }
    const kept = await returning(false)
    await eventually(() => expect(kept.map(({ text }) => text)).toEqual(['kept']))
    await server.publishAsync(commandTopic(one, one), 'while connected', { qos: 1 })
    await eventually(() => expect(kept).toHaveLength(2))
    const forgotten = await returning(true)
    await server.publishAsync(commandTopic(one, one), 'to nobody', { qos: 1 })
    await server.publishAsync(commandTopic(other, other), 'a message that comes after it', { qos: 1 })
    expect(forgotten).toEqual([])
    expect(sessions).toEqual([true, false])
  })

  test('a will is published when the connection breaks or is taken over, and not when the device signs off', async () => {
    const server = await receivingGateway()
    const received = listen(server)
    const will = { topic: statusTopic(one), payload: Buffer.from('gone'), qos: 1 as const, retain: true }
    const leaving = await connect(one, { will })
    await leaving.endAsync()
    const broken = await connect(one, { will: { ...will, payload: Buffer.from('broken') } })
    broken.stream.destroy()
    // What an earlier test left behind is delivered as retained.
    const wills = () => received.flatMap(({ text, retain }) => (retain ? [] : [text]))
    await eventually(() => expect(wills()).toEqual(['broken']))
    await connect(one, { will: { ...will, payload: Buffer.from('taken over') } })
    await connect(one)
    await eventually(() => expect(wills()).toEqual(['broken', 'taken over']))
  })

  test('an empty retained status removes the retained one', async () => {
    const server = await receivingGateway()
    const device = await connect(one)
    await device.publishAsync(statusTopic(one), 'here', { qos: 1, retain: true })
    await device.publishAsync(statusTopic(one), '', { qos: 1, retain: true })
    await server.unsubscribeAsync('hw/#')
    const received = listen(server)
    await server.subscribeAsync('hw/#', { qos: 1 })
    await device.publishAsync(eventTopic(one, one), 'after it', { qos: 1 })
    await eventually(() => expect(received.map(({ text }) => text)).toEqual(['after it']))
  })
})
