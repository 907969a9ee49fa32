import mqtt from 'mqtt'
import type { IClientOptions, MqttClient } from 'mqtt'
import { commandsTo, statusTopic } from '@wheelhouse/device-protocol/topics.ts'
import type { Random } from './random.ts'

export interface LineSettings {
  broker: string
  controllerId: string
  secret: string
  random: Random
  onUp: () => void
  onCommand: (topic: string, payload: Buffer) => void
  onTrouble: (words: string) => void
}

const firstRetryMs = 1_000
const longestRetryMs = 30_000
const goodbyeMs = 1_500

/** The uplink of a controller: a real socket that comes back by itself. */
export interface Line {
  readonly settings: LineSettings
  client: MqttClient | null
  retries: number
  retry: NodeJS.Timeout | undefined
  isWanted: boolean
}

export const createLine = (settings: LineSettings): Line => ({
  settings,
  client: null,
  retries: 0,
  retry: undefined,
  isWanted: false,
})

export const isUp = ({ client }: Line): boolean => client?.connected ?? false

/** QoS 1 waits for the line, QoS 0 is lost without it. */
export function publish({ client }: Line, topic: string, message: object, qos: 0 | 1): void {
  if (!client || (qos === 0 && !client.connected)) return
  client.publish(topic, JSON.stringify(message), { qos }, () => undefined)
}

export function openLine(line: Line): void {
  if (line.client) return
  const { controllerId } = line.settings
  line.isWanted = true
  const client = mqtt.connect(line.settings.broker, connection(line.settings))
  line.client = client
  client.on('connect', () => {
    line.retries = 0
    client.subscribe(commandsTo(controllerId), { qos: 1 }, () => undefined)
    client.publish(statusTopic(controllerId), statusOf(true), { qos: 1, retain: true })
    line.settings.onUp()
  })
  client.on('message', line.settings.onCommand)
  let trouble = 'connection lost'
  client.on('error', (error) => {
    trouble = error.message || (error as NodeJS.ErrnoException).code || trouble
  })
  client.on('close', () => {
    if (!line.isWanted || client !== line.client) return
    // Once a break, not at each try.
    if (line.retries === 0) line.settings.onTrouble(trouble)
    trouble = 'connection lost'
    comeBack(line, client)
  })
}

const connection = ({ controllerId, secret }: LineSettings): IClientOptions => ({
  clientId: controllerId,
  username: controllerId,
  password: secret,
  // The session is kept, so that a command finds its way after a short break.
  clean: false,
  reconnectPeriod: 0,
  connectTimeout: 10_000,
  keepalive: 60,
  resubscribe: false,
  queueQoSZero: false,
  will: {
    topic: statusTopic(controllerId),
    payload: Buffer.from(statusOf(false, 'connection_lost')),
    qos: 1,
    retain: true,
  },
})

const statusOf = (online: boolean, reason?: string): string =>
  JSON.stringify({ online, at: new Date().toISOString(), ...(reason ? { reason } : {}) })

/** Each time later, and never all at once. */
function comeBack(line: Line, broken: MqttClient): void {
  clearTimeout(line.retry)
  const pause = Math.min(longestRetryMs, firstRetryMs * 2 ** line.retries++)
  line.retry = setTimeout(
    () => {
      if (!line.isWanted || broken !== line.client) return
      broken.reconnect({ incomingStore: broken.incomingStore, outgoingStore: broken.outgoingStore })
    },
    line.settings.random.between(pause / 2, pause),
  )
}

/** Says goodbye, then stays away until it is opened again. */
export async function hangUp(line: Line, reason: string): Promise<void> {
  const leaving = line.client
  line.isWanted = false
  line.client = null
  clearTimeout(line.retry)
  if (!leaving) return
  if (leaving.connected) {
    const topic = statusTopic(line.settings.controllerId)
    await settledWithin(goodbyeMs, leaving.publishAsync(topic, statusOf(false, reason), { qos: 1, retain: true }))
  }
  await settledWithin(goodbyeMs, leaving.endAsync(!leaving.connected))
  // It may still wait for an answer that never comes: no line is left behind.
  leaving.stream.destroy()
  leaving.removeAllListeners('message')
}

/** A goodbye is a courtesy: it takes no longer than this, whatever comes of it. */
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
