import { randomBytes } from 'node:crypto'
import { commandTopic, eventTopic, ownTopics, statusTopic } from '@wheelhouse/device-protocol/topics.ts'
import mqtt from 'mqtt'
import type { IClientOptions, MqttClient } from 'mqtt'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { gatewayAccount } from '../../../../scripts/brokers/broker-files.ts'
import { hexId } from '../support/serial.ts'
import type { BrokerProgram, StartProgram } from './broker-programs.ts'

const within = { timeout: 40_000, interval: 50 }
const secret = randomBytes(16).toString('hex')
const gatewayPassword = randomBytes(16).toString('hex')
const spares = 20

interface ReceivedMessage {
  topic: string
  text: string
  retain: boolean
  dup: boolean
}

function listen(client: MqttClient): ReceivedMessage[] {
  const received: ReceivedMessage[] = []
  client.on('message', (topic, payload, { retain, dup }) =>
    received.push({ topic, text: payload.toString(), retain, dup }),
  )
  return received
}
const texts = (received: readonly ReceivedMessage[]): string[] => received.map(({ text }) => text)
const closed = (client: MqttClient) => new Promise<void>((done) => client.once('close', () => done()))

interface Manner {
  /** Section 3.1.2.5 demands it. A device can do without it, because the second connection reports itself as online. */
  publishesWillOfTakenOver: boolean
}

/** What devices rely on at any broker. In a cluster they come back at another node than the one they left. */
export function describeDevices(name: string, startProgram: StartProgram, manner: Manner): void {
  const ids = Array.from({ length: spares }, () => hexId(24))
  const open: MqttClient[] = []
  let broker: BrokerProgram
  let id: string
  let other: string
  let node = 0

  beforeAll(async () => {
    broker = await startProgram({ gatewayPassword, controllers: Object.fromEntries(ids.map((one) => [one, secret])) })
  })
  afterAll(() => broker?.close())
  beforeEach(() => {
    ;[id, other] = [ids.pop() ?? '', ids.pop() ?? '']
  })
  afterEach(async () => {
    await Promise.all(open.splice(0).map((client) => client.endAsync(true)))
  })

  const begin = (more: IClientOptions): MqttClient => {
    const port = broker.ports[node++ % broker.ports.length] as number
    const client = mqtt.connect({ protocol: 'mqtt', host: '127.0.0.1', port, reconnectPeriod: 0, ...more })
    client.on('error', () => {})
    open.push(client)
    return client
  }
  const ready = (client: MqttClient) =>
    new Promise<boolean>((done, fail) => {
      client.once('connect', ({ sessionPresent }) => done(sessionPresent))
      client.once('close', () => fail(new Error('refused')))
    })
  const asDevice = (device: string, more: IClientOptions = {}): MqttClient =>
    begin({ clientId: device, username: device, password: secret, ...more })
  async function connect(device: string, more: IClientOptions = {}): Promise<MqttClient> {
    const client = asDevice(device, more)
    await ready(client)
    return client
  }
  async function gateway(filter = `hw/${id}/#`): Promise<{ client: MqttClient; received: ReceivedMessage[] }> {
    const client = begin({ clientId: `test-${node}`, username: gatewayAccount, password: gatewayPassword })
    const received = listen(client)
    await ready(client)
    await client.subscribeAsync(filter, { qos: 1 })
    return { client, received }
  }
  const willOf = (text: string): IClientOptions => ({
    will: { topic: statusTopic(id), payload: Buffer.from(text), qos: 1, retain: true },
  })

  describe(`${name}: what devices rely on`, () => {
    test('a controller speaks and listens only for itself, and only with its own secret', async () => {
      const { client: server, received } = await gateway('hw/#')
      const device = await connect(id)
      await device.subscribeAsync(ownTopics(id), { qos: 1 })
      const commands = listen(device)
      await device.subscribeAsync(ownTopics(other), { qos: 1 }).catch(() => {})
      device.publish(eventTopic(other, other), 'as another', { qos: 1 }, () => {})
      const neighbour = await connect(other)
      await neighbour.publishAsync(eventTopic(other, other), 'private', { qos: 1 })
      await server.publishAsync(commandTopic(id, id), 'yours', { qos: 1 })
      await vi.waitFor(() => expect(texts(commands)).toContain('yours'), within)
      await vi.waitFor(() => expect(texts(received)).toContain('private'), within)
      expect(texts(commands)).not.toContain('private')
      expect(texts(received)).not.toContain('as another')
      await expect(ready(asDevice(id, { password: 'wrong' }))).rejects.toThrow('refused')
    })

    test('a will is published when the connection breaks, and not when the device signs off', async () => {
      const { received } = await gateway()
      await (await connect(id, willOf('signed off'))).endAsync()
      const broken = await connect(id, willOf('broken'))
      broken.stream.destroy()
      await vi.waitFor(() => expect(texts(received)).toEqual(['broken']), within)
    })

    test('a second connection with the same identity takes over', async () => {
      const { received } = await gateway()
      const first = await connect(id, willOf('taken over'))
      const isClosed = closed(first)
      const second = await connect(id)
      await isClosed
      if (manner.publishesWillOfTakenOver)
        await vi.waitFor(() => expect(texts(received)).toEqual(['taken over']), within)
      await second.publishAsync(eventTopic(id, id), 'still here', { qos: 1 })
      await vi.waitFor(() => expect(texts(received)).toContain('still here'), within)
    })

    test('a retained status reaches later subscribers, until an empty one removes it', async () => {
      const device = await connect(id)
      await device.publishAsync(statusTopic(id), 'here', { qos: 1, retain: true })
      await vi.waitFor(async () => {
        const { received } = await gateway()
        await vi.waitFor(() => expect(received).toMatchObject([{ text: 'here', retain: true }]), { timeout: 1_000 })
      }, within)
      await device.publishAsync(statusTopic(id), '', { qos: 1, retain: true })
      await vi.waitFor(async () => {
        const { client, received } = await gateway()
        await client.publishAsync(commandTopic(id, id), 'after it', { qos: 1 })
        await vi.waitFor(() => expect(texts(received)).toEqual(['after it']), { timeout: 1_000 })
      }, within)
    })

    test('QoS 1: a command that was not acknowledged is delivered once more, marked as a duplicate', async () => {
      const device = await connect(id, { clean: false })
      await device.subscribeAsync(ownTopics(id), { qos: 1 })
      // It receives the command and loses its power before the acknowledgement.
      const reached = new Promise<void>((done) => {
        device.handleMessage = () => done()
      })
      const { client: server } = await gateway()
      await server.publishAsync(commandTopic(id, id), 'unlock', { qos: 1 })
      await reached
      device.stream.destroy()
      await closed(device)
      const back = asDevice(id, { clean: false })
      const again = listen(back)
      await vi.waitFor(() => expect(again).toMatchObject([{ text: 'unlock', dup: true }]), within)
    })

    test('a persistent session keeps filters and commands over a lost connection; a clean one forgets both', async () => {
      const device = await connect(id, { clean: false })
      await device.subscribeAsync(ownTopics(id), { qos: 1 })
      await device.endAsync()
      const { client: server } = await gateway()
      await server.publishAsync(commandTopic(id, id), 'kept', { qos: 1 })
      const back = asDevice(id, { clean: false })
      const kept = listen(back)
      expect(await ready(back)).toBe(true)
      await vi.waitFor(() => expect(texts(kept)).toEqual(['kept']), within)
      await server.publishAsync(commandTopic(id, id), 'while connected', { qos: 1 })
      await vi.waitFor(() => expect(texts(kept)).toEqual(['kept', 'while connected']), within)
      await back.endAsync()
      const clean = asDevice(id, { clean: true })
      const forgotten = listen(clean)
      expect(await ready(clean)).toBe(false)
      await server.publishAsync(commandTopic(id, id), 'to nobody', { qos: 1 })
      await clean.subscribeAsync(commandTopic(id, other), { qos: 1 })
      await server.publishAsync(commandTopic(id, other), 'after it', { qos: 1 })
      await vi.waitFor(() => expect(texts(forgotten)).toEqual(['after it']), within)
    })
  })
}
