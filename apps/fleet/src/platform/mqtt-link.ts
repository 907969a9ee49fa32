import mqtt from 'mqtt'
import type { IClientOptions, MqttClient } from 'mqtt'
import { readBrokerAddress } from '@wheelhouse/device-protocol/broker-address.ts'
import { commandsTo, statusTopic } from '@wheelhouse/device-protocol/topics.ts'
import type { Random } from './random.ts'

export interface LineSettings {
  broker: string
  controllerId: string
  secret: string
  /** It is not known yet: it says nothing of its connection. */
  isNew: boolean
  random: Random
  onUp: () => void
  onCommand: (topic: string, payload: Buffer) => void
  onTrouble: (words: string) => void
}

const firstRetryMs = 1_000
const longestRetryMs = 30_000
const goodbyeMs = 1_500
const againAfterMs = 500

/** The uplink of a controller: a real socket that reconnects by itself. */
export interface Link {
  readonly settings: LineSettings
  client: MqttClient | null
  retries: number
  retry: NodeJS.Timeout | undefined
  isWanted: boolean
}

export const createLine = (settings: LineSettings): Link => ({
  settings,
  client: null,
  retries: 0,
  retry: undefined,
  isWanted: false,
})

export const isUp = ({ client }: Link): boolean => client?.connected ?? false

/** QoS 1 waits for the connection; QoS 0 is lost without it. */
export function publish(link: Link, topic: string, message: object, qos: 0 | 1): void {
  const { client } = link
  if (!client || (qos === 0 && !client.connected)) return
  client.publish(topic, JSON.stringify(message), { qos }, (error) => {
    // The library gives back what it has not stored yet when the connection is lost once more.
    if (error && qos === 1 && link.isWanted) setTimeout(() => publish(link, topic, message, qos), againAfterMs)
  })
}

/** A cluster that has lost a node refuses for a while, and keeps the connection. */
function subscribe(client: MqttClient, controllerId: string): void {
  client.subscribe(commandsTo(controllerId), { qos: 1 }, (error) => {
    if (error) setTimeout(() => client.connected && subscribe(client, controllerId), againAfterMs)
  })
}

export function openLink(link: Link): void {
  if (link.client) return
  const { controllerId } = link.settings
  link.isWanted = true
  const client = mqtt.connect(connection(link.settings))
  link.client = client
  client.on('connect', () => {
    link.retries = 0
    subscribe(client, controllerId)
    if (!link.settings.isNew) client.publish(statusTopic(controllerId), statusOf(true), { qos: 1, retain: true })
    link.settings.onUp()
  })
  client.on('message', link.settings.onCommand)
  let trouble = 'connection lost'
  client.on('error', (error) => {
    trouble = error.message || ('code' in error && String(error.code)) || trouble
  })
  client.on('close', () => {
    if (!link.isWanted || client !== link.client) return
    // Report once per outage, not on each attempt.
    if (link.retries === 0) link.settings.onTrouble(trouble)
    trouble = 'connection lost'
    reconnect(link, client)
  })
}

const connection = ({ broker, controllerId, secret, isNew }: LineSettings): IClientOptions => ({
  protocol: readBrokerAddress(broker)?.protocol,
  servers: readBrokerAddress(broker)?.servers,
  clientId: controllerId,
  username: controllerId,
  password: secret,
  // A persistent session delivers commands that were sent during a short outage.
  clean: false,
  reconnectPeriod: 0,
  connectTimeout: 10_000,
  keepalive: 60,
  resubscribe: false,
  queueQoSZero: false,
  ...(isNew ? {} : { will: willOf(controllerId) }),
})

const willOf = (controllerId: string): NonNullable<IClientOptions['will']> => ({
  topic: statusTopic(controllerId),
  payload: Buffer.from(statusOf(false, 'connection_lost')),
  qos: 1,
  retain: true,
})

const statusOf = (online: boolean, reason?: string): string =>
  JSON.stringify({ online, at: new Date().toISOString(), ...(reason ? { reason } : {}) })

/** Reconnects after a growing, random delay, so that controllers do not all return at once. */
function reconnect(link: Link, broken: MqttClient): void {
  clearTimeout(link.retry)
  const pause = Math.min(longestRetryMs, firstRetryMs * 2 ** link.retries++)
  link.retry = setTimeout(
    () => {
      if (!link.isWanted || broken !== link.client) return
      // It may have been given another one since it connected.
      broken.options.password = link.settings.secret
      broken.reconnect({ incomingStore: broken.incomingStore, outgoingStore: broken.outgoingStore })
    },
    link.settings.random.between(pause / 2, pause),
  )
}

/** Signs off, then stays away until the link is opened again. */
export async function closeLink(link: Link, reason: string): Promise<void> {
  const leaving = link.client
  link.isWanted = false
  link.client = null
  clearTimeout(link.retry)
  if (!leaving) return
  if (leaving.connected && !link.settings.isNew) {
    const topic = statusTopic(link.settings.controllerId)
    await settledWithin(goodbyeMs, leaving.publishAsync(topic, statusOf(false, reason), { qos: 1, retain: true }))
  }
  await settledWithin(goodbyeMs, leaving.endAsync(!leaving.connected))
  // The client may still wait for an acknowledgement that never comes, so the socket is closed by force.
  leaving.stream.destroy()
  leaving.removeAllListeners('message')
}

/** Signing off is optional: it may take this long at most, whatever happens. */
const settledWithin = (ms: number, work: Promise<unknown>): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    work
      .catch(() => undefined)
      .finally(() => {
        clearTimeout(timer)
        resolve()
      })
  })
