import type { TestDatabase } from '@wheelhouse/db/test-database.ts'
import { commandTopic, eventTopic, heartbeatTopic, ownTopics, statusTopic } from '@wheelhouse/device-protocol/topics.ts'
import mqtt from 'mqtt'
import type { IClientOptions } from 'mqtt'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { gatewayClientId, gatewayUser } from './broker-access.ts'
import { startBroker } from './broker.ts'
import type { Broker } from './broker.ts'
import { eventually } from '../../test/gateway/gateway-fixtures.ts'
import {
  one,
  other,
  child,
  secrets,
  gatewayPassword,
  notices,
  open,
  openBroker,
  happened,
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

const { closeConnections, options, connect, gateway, receivingGateway, counted } = brokerActions(() => ({ broker }))
async function refusalOf(more: IClientOptions): Promise<unknown> {
  const client = mqtt.connect(options(one, more))
  open.push(client)
  return new Promise((resolve) => {
    client.on('connect', () => resolve('connected'))
    client.on('error', (error) => resolve((error as { code?: unknown }).code))
    client.on('close', () => resolve('closed'))
  })
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
