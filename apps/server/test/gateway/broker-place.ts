import { randomBytes } from 'node:crypto'
import { testDatabase } from '@wheelhouse/db/test-database.ts'
import mqtt from 'mqtt'
import type { IClientOptions, MqttClient } from 'mqtt'
import { gatewayClientId, gatewayUser } from '../../src/gateway/broker-access.ts'
import { secretHash } from '../../src/gateway/broker-secrets.ts'
import { startBroker } from '../../src/gateway/broker.ts'
import type { Broker, BrokerCounts, BrokerNotice } from '../../src/gateway/broker.ts'

export const one = 'AAAA00000000000000000001'

export const other = 'AAAA00000000000000000002'

export const child = 'AAAA00000000000000000011'

export const secrets: Record<string, string> = {
  [one]: randomBytes(16).toString('hex'),
  [other]: randomBytes(16).toString('hex'),
}

export const gatewayPassword = randomBytes(32).toString('hex')

export const notices: BrokerNotice[] = []

export const open: MqttClient[] = []

/** A database in which the controllers are known, and a broker for them. */
export async function openBroker() {
  notices.length = 0
  const known = await testDatabase()
  for (const [id, secret] of Object.entries(secrets))
    await known.pool.query('insert into controllers (hardware_id, secret_hash, created_at) values ($1, $2, now())', [
      id,
      secretHash(secret),
    ])
  const started = await startBroker({
    port: 0,
    databaseUrl: known.url,
    gatewayPassword,
    limits: { controllerQueue: 3 },
    onNotice: (notice) => notices.push(notice),
  })
  return { database: known, broker: started }
}

export const happened = (client: MqttClient, event: 'connect' | 'close') =>
  new Promise<void>((resolve) => client.once(event, () => resolve()))

export interface ReceivedMessage {
  topic: string
  text: string
  retain: boolean
}

export function listen(client: MqttClient): ReceivedMessage[] {
  const received: ReceivedMessage[] = []
  client.on('message', (topic, payload, packet) =>
    received.push({ topic, text: payload.toString(), retain: packet.retain }),
  )
  return received
}

interface Place {
  broker: Broker
}

/** What tests do with the broker. The place is asked for at each call, because every test has another one. */
export function brokerActions(place: () => Place) {
  async function closeConnections(): Promise<void> {
    await Promise.all(open.splice(0).map((client) => client.endAsync(true)))
    // The gateway's session outlives its connection; the next test begins with a new one.
    await (await gateway({ clean: true })).endAsync(true)
    open.length = 0
  }
  const options = (id: string, more: IClientOptions = {}): IClientOptions => ({
    port: place().broker.port,
    host: '127.0.0.1',
    clientId: id,
    username: id,
    password: secrets[id],
    reconnectPeriod: 0,
    ...more,
  })
  async function connect(id: string, more: IClientOptions = {}): Promise<MqttClient> {
    const client = mqtt.connect(options(id, more))
    client.on('error', () => {})
    open.push(client)
    await happened(client, 'connect')
    return client
  }
  const gateway = (more: IClientOptions = {}) =>
    connect(gatewayClientId, { username: gatewayUser, password: gatewayPassword, clean: false, ...more })
  /** As the real gateway: it receives all that devices send, so that they get their acknowledgements. */
  async function receivingGateway(): Promise<MqttClient> {
    const server = await gateway()
    await server.subscribeAsync('hw/#', { qos: 1 })
    return server
  }
  /** Returns what was counted while `act` ran. */
  async function counted(act: () => Promise<unknown>): Promise<Partial<BrokerCounts>> {
    const before = await place().broker.stats()
    await act()
    const after = await place().broker.stats()
    const keys = Object.keys(before) as (keyof BrokerCounts)[]
    return Object.fromEntries(
      keys.filter((key) => after[key] !== before[key]).map((key) => [key, after[key] - before[key]]),
    )
  }
  return { closeConnections, options, connect, gateway, receivingGateway, counted }
}
