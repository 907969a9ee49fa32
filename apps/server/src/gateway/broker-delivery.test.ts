import type { TestDatabase } from '@wheelhouse/db/test-database.ts'
import { commandTopic, eventTopic, heartbeatTopic, ownTopics, statusTopic } from '@wheelhouse/device-protocol/topics.ts'
import mqtt from 'mqtt'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startBroker } from './broker.ts'
import type { Broker } from './broker.ts'
import { eventually } from '../../test/gateway/gateway-fixtures.ts'
import {
  one,
  other,
  gatewayPassword,
  open,
  openBroker,
  happened,
  listen,
  brokerActions,
} from '../../test/gateway/broker-place.ts'
import type { ReceivedMessage } from '../../test/gateway/broker-place.ts'

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

const { closeConnections, options, connect, gateway, receivingGateway, counted } = brokerActions(() => ({ broker }))

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
