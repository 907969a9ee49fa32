import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import net from 'node:net'
import type { TestDatabase } from '@wheelhouse/db/test-database.ts'
import { commandTopic, eventTopic, heartbeatTopic } from '@wheelhouse/device-protocol/topics.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Broker } from './broker.ts'
import { eventually } from '../../test/gateway/gateway-fixtures.ts'
import {
  one,
  other,
  child,
  secrets,
  notices,
  openBroker,
  listen,
  brokerActions,
} from '../../test/gateway/broker-place.ts'

let database: TestDatabase
let broker: Broker

beforeAll(async () => {
  ;({ database, broker } = await openBroker())
})
afterEach(() => closeConnections())
afterAll(async () => {
  await broker?.close()
  await database?.drop()
})

const { closeConnections, connect, gateway, receivingGateway, counted } = brokerActions(() => ({ broker }))

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
