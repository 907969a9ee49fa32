import mqtt from 'mqtt'
import type { IClientOptions, MqttClient } from 'mqtt'
import type { Log } from '../platform/log.ts'
import { gatewayClientId, gatewayHeartbeatsClientId, gatewayUser } from './broker-access.ts'

export interface LinkSettings {
  brokerUrl: string
  username: string
  password: string
  log: Log
}

export interface Receivers {
  /**
   * QoS 1: acknowledged when it resolves with true. `isWanted` turns false when the connection is gone and the broker
   * will resend the message.
   */
  reliable(topic: string, payload: Buffer, isWanted: () => boolean): Promise<boolean>
  heartbeat(topic: string, payload: Buffer): void
}

export interface Links {
  /** Resolves when connected and subscribed, or after `readyWithinMs`, in which case it keeps trying. */
  ready: Promise<void>
  isConnected(): boolean
  /** Resolves with true when the broker has accepted the message. */
  publish(topic: string, text: string): Promise<boolean>
  close(): Promise<void>
}

const readyWithinMs = 5_000
const reconnectEveryMs = 500
export const reliableFilters = ['hw/+/status', 'hw/+/+/event', 'hw/+/+/response']
export const heartbeatFilter = 'hw/+/+/heartbeat'

/** Address and credentials of an external broker (`MQTT_URL`). */
export function brokerOf(url: string): { brokerUrl: string; username: string; password: string } {
  const { protocol, host, username, password } = new URL(url)
  return {
    brokerUrl: `${protocol}//${host}`,
    username: decodeURIComponent(username) || gatewayUser,
    password: decodeURIComponent(password),
  }
}

/**
 * Two connections to the broker: a persistent session for messages that must not be lost, and a clean one for
 * heartbeats, so that they do not queue behind commits. mqtt.js takes the next packet only after `handleMessage` has
 * called back.
 */
export function openLinks(settings: LinkSettings, receivers: Receivers): Links {
  let connection = 0
  let isClosed = false
  let giveUp = (): void => {}
  // mqtt.js never settles the unacknowledged messages of a persistent session when the session ends.
  const givenUp = new Promise<false>((done) => {
    giveUp = () => done(false)
  })
  const reliable = connect(settings, { clientId: gatewayClientId, clean: false }, reliableFilters, 1)
  const heartbeats = connect(settings, { clientId: gatewayHeartbeatsClientId, clean: true }, [heartbeatFilter], 0)
  reliable.client.on('close', () => void connection++)
  reliable.client.handleMessage = (packet, acknowledge) => {
    const its = connection
    const isWanted = (): boolean => !isClosed && its === connection
    void receivers.reliable(packet.topic, asBuffer(packet.payload), isWanted).then((isStored) => {
      if (isStored && isWanted()) acknowledge()
    })
  }
  heartbeats.client.handleMessage = (packet, done) => {
    receivers.heartbeat(packet.topic, asBuffer(packet.payload))
    done()
  }
  return {
    ready: Promise.race([Promise.all([reliable.subscribed, heartbeats.subscribed]), timeout(readyWithinMs)]).then(
      () => {},
    ),
    isConnected: () => reliable.client.connected,
    publish: (topic, text) => Promise.race([givenUp, isTaken(reliable.client.publishAsync(topic, text, { qos: 1 }))]),
    async close() {
      isClosed = true
      giveUp()
      await Promise.all([reliable.client.endAsync(true), heartbeats.client.endAsync(true)])
    },
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
  const client = mqtt.connect(brokerUrl, {
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
  const subscribed = new Promise<void>((done) => {
    client.on('connect', () => {
      isLogged = false
      client.subscribeAsync(filters, { qos }).then(
        () => done(),
        (error: unknown) => log.warn({ err: error, ...details }, 'gateway cannot subscribe'),
      )
    })
  })
  return { client, subscribed }
}
