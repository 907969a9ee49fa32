import mqtt from 'mqtt'
import type { IClientOptions, MqttClient } from 'mqtt'
import { readBrokerAddress } from '@wheelhouse/device-protocol/broker-address.ts'
import type { BrokerAddress } from '@wheelhouse/device-protocol/broker-address.ts'
import type { Log } from '../platform/log.ts'
import { gatewayClientId, gatewayCommandsClientId, gatewayHeartbeatsClientId, gatewayUser } from './broker-access.ts'
import { acknowledgeInOrder } from './flow/acknowledgements.ts'

export interface LinkSettings {
  /** Of a cluster with all its nodes: `mqtt://a:1883,b:1883`. A connection that is lost is opened at the next one. */
  brokerUrl: string
  username: string
  password: string
  log: Log
}

export interface Receivers {
  /**
   * QoS 1: acknowledged when it resolves with true. `isWanted` turns false when the connection is gone and the broker
   * will resend the message. The next message comes without waiting for this one.
   */
  reliable(topic: string, payload: Buffer, isWanted: () => boolean): Promise<boolean>
  heartbeat(topic: string, payload: Buffer): void
}

export interface Links {
  /** Resolves when connected and subscribed, or after `readyWithinMs`, in which case it keeps trying. */
  ready: Promise<void>
  isConnected(): boolean
  /** Resolves with true when the broker has accepted the message, with false when it has not within ten seconds. */
  publish(topic: string, text: string): Promise<boolean>
  close(): Promise<void>
}

const readyWithinMs = 5_000
const reconnectEveryMs = 500
/** A cluster that loses a node may never acknowledge what it was sent in that moment; the sender then publishes it again. */
const takenWithinMs = 10_000
const eventFilters = ['hw/+/status', 'hw/+/+/event']
const answerFilter = 'hw/+/+/response'
const heartbeatFilter = 'hw/+/+/heartbeat'

/** Address and credentials of an external broker (`MQTT_URL`). */
export function brokerOf(url: string): { brokerUrl: string; username: string; password: string } {
  const { username, password } = nodesOf(url)
  return { brokerUrl: url.replace(/\/\/.*@/, '//'), username: username || gatewayUser, password }
}

function nodesOf(url: string): BrokerAddress {
  const address = readBrokerAddress(url)
  if (!address) throw new Error('That is not the address of a broker')
  return address
}

/**
 * Three connections to the broker: a persistent session for events, another for commands and their answers, which no
 * number of events must delay, and a clean one for heartbeats, so that they do not queue behind commits.
 */
export function openLinks(settings: LinkSettings, receivers: Receivers): Links {
  const closing = { isClosed: false }
  let giveUp = (): void => {}
  // mqtt.js never settles the unacknowledged messages of a persistent session when the session ends.
  const givenUp = new Promise<false>((done) => {
    giveUp = () => done(false)
  })
  const events = connect(settings, { clientId: gatewayClientId, clean: false }, eventFilters, 1)
  const commands = connect(settings, { clientId: gatewayCommandsClientId, clean: false }, [answerFilter], 1)
  const heartbeats = connect(settings, { clientId: gatewayHeartbeatsClientId, clean: true }, [heartbeatFilter], 0)
  // An earlier version received answers in the session of the events, which an external broker keeps.
  events.client.on('connect', () => void events.client.unsubscribeAsync(answerFilter).catch(() => {}))
  const links = [events, commands, heartbeats]
  receiveReliably(events.client, receivers, closing)
  receiveReliably(commands.client, receivers, closing)
  heartbeats.client.handleMessage = (packet, done) => {
    receivers.heartbeat(packet.topic, asBuffer(packet.payload))
    done()
  }
  return {
    ready: Promise.race([Promise.all(links.map(({ subscribed }) => subscribed)), timeout(readyWithinMs)]).then(
      () => {},
    ),
    isConnected: () => events.client.connected && commands.client.connected,
    publish: (topic, text) =>
      Promise.race([
        givenUp,
        timeout(takenWithinMs).then(() => false),
        isTaken(commands.client.publishAsync(topic, text, { qos: 1 })),
      ]),
    async close() {
      closing.isClosed = true
      giveUp()
      await Promise.all(links.map(({ client }) => client.endAsync(true)))
    },
  }
}

function receiveReliably(client: MqttClient, receivers: Receivers, closing: { readonly isClosed: boolean }): void {
  let connection = 0
  client.on('close', () => void connection++)
  const acknowledgements = acknowledgeInOrder(client)
  client.handleMessage = (packet, next) => {
    const its = connection
    const acknowledge = acknowledgements.expect(packet)
    const isWanted = (): boolean => !closing.isClosed && its === connection
    void receivers.reliable(packet.topic, asBuffer(packet.payload), isWanted).then((isStored) => {
      if (isStored && isWanted()) acknowledge()
    })
    next()
  }
}

const isTaken = (acknowledged: Promise<unknown>): Promise<boolean> =>
  acknowledged.then(
    () => true,
    () => false,
  )
const asBuffer = (payload: string | Buffer): Buffer => (typeof payload === 'string' ? Buffer.from(payload) : payload)
const timeout = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms).unref())

function connect(
  { brokerUrl, username, password, log }: LinkSettings,
  options: IClientOptions,
  filters: string[],
  qos: 0 | 1,
): { client: MqttClient; subscribed: Promise<void> } {
  const { protocol, servers } = nodesOf(brokerUrl)
  const client = mqtt.connect({
    protocol,
    servers,
    protocolVersion: 4,
    username,
    password,
    reconnectPeriod: reconnectEveryMs,
    resubscribe: false,
    ...options,
  })
  const details = { clientId: options.clientId }
  // Log once per outage, not on each attempt.
  let isLogged = false
  client.on('error', (error) => {
    if (!isLogged) log.warn({ err: error, ...details }, 'gateway connection to the broker failed')
    isLogged = true
  })
  client.on('offline', () => {
    if (!isLogged) log.warn(details, 'gateway is not connected to the broker')
    isLogged = true
  })
  // mqtt.js keeps the name of the first node, by which it would check the certificate of the next one.
  client.on('reconnect', () => {
    client.options.servername = undefined
  })
  const subscribed = new Promise<void>((done) => {
    const subscribe = (): void =>
      void client.subscribeAsync(filters, { qos }).then(
        () => done(),
        (error: unknown) => {
          log.warn({ err: error, ...details }, 'gateway cannot subscribe')
          // A cluster that has lost a node refuses for a while and keeps the connection, so nothing else tries again.
          setTimeout(() => client.connected && subscribe(), reconnectEveryMs).unref()
        },
      )
    client.on('connect', () => {
      isLogged = false
      subscribe()
    })
  })
  return { client, subscribed }
}
