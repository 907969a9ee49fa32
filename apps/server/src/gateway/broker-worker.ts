/** The embedded MQTT broker. It runs in its own thread, so that a flood of messages does not slow the API down. */
import type net from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'
import { Aedes } from 'aedes'
import type { AuthenticateError, Client, PublishPacket } from 'aedes'
import { codeOf, messageOf } from '@wheelhouse/db/thrown.ts'
import { maxPayloadBytes, readMessage } from '@wheelhouse/device-protocol/messages.ts'
import { parseTopic } from '@wheelhouse/device-protocol/topics.ts'
import { allowedFilter, judgePublish, mayReceive, refusals } from './broker-access.ts'
import type { Party, PublishVerdict } from './broker-access.ts'
import { guardFrames } from './broker-frames.ts'
import { BrokerIdentities } from './broker-identities.ts'
import { listenForDevices } from './broker-listening.ts'
import { isMalformedConnect, isMalformedPublish, versionAnswer } from './broker-malformed.ts'
import { boundedSessions } from './broker-sessions.ts'
import { acknowledgeCommitted } from './flow/committed-acknowledgements.ts'
import { paceControllers } from './flow/controller-pace.ts'
import { noCounts } from './broker.ts'
import type { FromWorker, ToWorker, WorkerSettings } from './broker.ts'

// What the package has and its types leave out.
declare module 'aedes' {
  interface Client {
    subscriptions: object
  }
  interface Aedes {
    /** It numbers its messages with this. */
    counter: number
    clients: Record<string, Client | undefined>
    /** As a message of this client. */
    publish(packet: object, client: Client, done: () => void): void
  }
}

// Given by `startBroker`.
const settings = workerData as WorkerSettings
if (!parentPort) throw new Error('The broker runs in a worker thread: call startBroker.')
const port = parentPort
const recordEvent = (message: FromWorker): void => port.postMessage(message)

const counts = noCounts()
const identities = new BrokerIdentities({
  settings,
  counts,
  recordEvent,
  isConnected: (id) => broker.clients[id]?.closed === false,
})

const room = boundedSessions({
  controllerQueue: settings.limits.controllerQueue,
  gatewayQueue: settings.limits.gatewayQueue,
  gatewayQueuePerController: settings.limits.gatewayQueuePerController,
  isSignedIn: (client) => identities.of(client) !== undefined,
  mayKeep: (client, filter) => {
    const party = identities.of(client)
    return party !== undefined && allowedFilter(party, filter) !== null
  },
  onDropped: (count) => {
    counts.queue_full += count
  },
  onQueued: (brokerCounter, isTaken) => committed.queued(brokerCounter, isTaken),
  onAcknowledged: (brokerCounter) => committed.acknowledged(brokerCounter),
})

const malformed = new Error('malformed packet')

const broker = new Aedes({
  persistence: room.sessions,
  concurrency: 200,
  connectTimeout: settings.limits.connectTimeoutMs,
  drainTimeout: settings.limits.drainTimeoutMs,
  maxInflightInbound: 50,
  maxTopicLevels: 6,
  preConnect: (client, packet, done) => {
    if (isMalformedConnect(packet)) return done(malformed, false)
    identities.introduce(client, packet)
    done(null, true)
  },
  authenticate: (client, _username, password, done) => {
    identities.signIn(client, password).then(
      (code) => (code === 0 ? done(null, true) : done(refusal(code), false)),
      () => done(refusal(refusals.unavailable), false),
    )
  },
  authorizePublish: (client, packet, done) => {
    if (isMalformedPublish(packet)) return done(malformed)
    admit(client, packet)
    waitForTurn(client, packet, done)
  },
  authorizeSubscribe: (client, subscription, done) => {
    const party = identities.of(client)
    const isCrowded = Object.keys(client.subscriptions).length >= settings.limits.filtersPerClient
    const filter = party && !isCrowded ? allowedFilter(party, subscription.topic) : null
    if (filter === null) {
      counts.denied_subscribe++
      done(null, null)
      return
    }
    subscription.topic = filter
    done(null, subscription)
  },
  authorizeForward: (client, packet) => {
    const party = identities.of(client)
    return party && mayReceive(party, packet.topic) ? packet : null
  },
})

const committed = acknowledgeCommitted(
  () => ++broker.counter,
  (client, message) => broker.publish({ ...message, brokerId: broker.id }, client, () => {}),
)

broker.on('subscribe', (_filters, client) => {
  if (identities.of(client)?.kind === 'gateway') committed.gatewayArrived()
})

const refusal = (returnCode: number): AuthenticateError => Object.assign(new Error('refused'), { returnCode })

broker.on('clientDisconnect', (client) => identities.left(client))

/**
 * A topic without subscribers. The message is acknowledged all the same: refusing would end the connection, and the
 * device would resend it for ever.
 */
const nowhere = '$SYS/dropped'

function admit(client: Client | null, packet: PublishPacket): void {
  const party = client && identities.of(client)
  if (!party) return
  const isOversized = Buffer.byteLength(packet.payload) > maxPayloadBytes
  const verdict = judgeNewcomer(party, packet, judgePublish(party, packet.topic, settings.idLength))
  if (isOversized) noteDropped(client, packet.topic, 'oversized')
  else if (!verdict.ok) noteDropped(client, packet.topic, verdict.why)
  if (verdict.ok && !isOversized) {
    packet.topic = verdict.topic
    // Kept here: aedes takes longer for a retained message, and drops one that another has overtaken as a duplicate.
    if (packet.retain && verdict.isRetainable) room.retain(packet)
    packet.retain = false
    counts.published++
    return
  }
  drop(packet)
}

/** Of the events of a newcomer only its start counts. */
function judgeNewcomer(party: Party, { topic, payload }: PublishPacket, verdict: PublishVerdict): PublishVerdict {
  if (party.kind !== 'newcomer' || !verdict.ok || !topic.endsWith('/event')) return verdict
  const read = readMessage('event', Buffer.from(payload))
  return read.ok && read.message.type === 'boot' ? verdict : { ok: false, why: 'unaccepted' }
}

function drop(packet: PublishPacket): void {
  packet.topic = nowhere
  packet.payload = Buffer.alloc(0)
  packet.retain = false
}

const pace = paceControllers({
  idLength: settings.idLength,
  paces: settings.limits.paces,
  room,
  counts,
  drop,
})

const { newcomerPace } = settings.limits
const paceNewcomer = paceControllers({
  idLength: settings.idLength,
  paces: { status: newcomerPace, event: newcomerPace, response: newcomerPace, heartbeat: newcomerPace },
  room,
  counts,
  drop,
})

/** Delays a controller's message until it is due and the gateway keeps up, and its acknowledgement until it is committed. */
function waitForTurn(client: Client | null, packet: PublishPacket, done: (error?: Error | null) => void): void {
  const party = client ? identities.of(client) : undefined
  if (!client || !party || party.kind === 'gateway') return done(null)
  const go = (): void => {
    carry(client, packet)
    done(null)
  }
  if (packet.topic === nowhere) go()
  else (party.kind === 'newcomer' ? paceNewcomer : pace)(party.id, client, packet, go)
}

/** Takes a QoS 1 message from the package, which would acknowledge it at once. A last will has no message id. */
function carry(client: Client, packet: PublishPacket): void {
  const { messageId } = packet
  if (packet.qos !== 1 || messageId === undefined || messageId === null) return
  // The gateway receives heartbeats without acknowledgements, so there is nothing to wait for.
  const isHeartbeat = parseTopic(packet.topic, settings.idLength)?.kind === 'heartbeat'
  if (isHeartbeat || packet.topic === nowhere) committed.dismiss(client, messageId)
  else {
    committed.carry(client, { ...packet, messageId })
    drop(packet)
  }
  packet.qos = 0
}

const sampledAt = new Map<string, number>()
function noteDropped(client: Client, topic: string, why: 'oversized' | Extract<PublishVerdict, { ok: false }>['why']) {
  counts[why]++
  if (!identities.of(client) || Date.now() - (sampledAt.get(why) ?? 0) < 1_000) return
  sampledAt.set(why, Date.now())
  recordEvent({ kind: 'dropped', client_id: client.id, topic: topic.slice(0, 200), why })
}

broker.on('clientError', (_client, error) => {
  countError(error)
})
broker.on('connectionError', (_client, error) => {
  countError(error)
})
function countError(error: Error): void {
  if (/drain timeout/.test(error.message)) counts.slow_readers++
  else if (error.message !== 'refused') counts.broken_connections++
}

function serveSocket(socket: net.Socket): void {
  socket.setNoDelay(true)
  socket.setKeepAlive(true, 60_000)
  const guarded = guardFrames(socket, {
    maxFrameBytes: maxPayloadBytes + 1_024,
    maxFirstFrameBytes: 4_096,
    isSignedIn: () => identities.of(client) !== undefined,
    onOversized: (topic) => noteDropped(client, topic ?? '', 'oversized'),
    lastAnswer: versionAnswer,
  })
  const client = broker.handle(guarded)
}

let servers: net.Server[] = []

async function close(): Promise<void> {
  for (const server of servers) server.close()
  await new Promise<void>((resolve) => broker.close(() => resolve()))
  await identities.close()
  recordEvent({ kind: 'closed' })
  port.close()
}

port.on('message', (message: ToWorker) => {
  if (message.kind === 'stats')
    recordEvent({
      kind: 'stats',
      ask: message.ask,
      stats: { ...counts, connected: broker.connectedClients, waiting_for_gateway: room.waitingForGateway() },
    })
  else if (message.kind === 'kick') {
    identities.forget(message.controller_id)
    broker.clients[message.controller_id]?.close()
  } else void close()
})

try {
  await broker.listen()
  const listening = await listenForDevices(settings, serveSocket, () => {
    counts.too_many_connections++
  })
  servers = listening.servers
  recordEvent({ kind: 'listening', port: listening.port })
} catch (error) {
  recordEvent({ kind: 'failed', code: codeOf(error) ?? '', message: messageOf(error) })
  port.close()
  await identities.close()
  broker.close()
}
