import { Readable } from 'node:stream'
import type { AedesPublishPacket, Client, PublishPacket, Subscription } from 'aedes'
import * as persistence from 'aedes-persistence'
import { parseTopic, widestIdLength } from '@wheelhouse/device-protocol/topics.ts'
import { gatewayClientId, gatewayClientIds, gatewayCommandsClientId } from './broker-access.ts'

export interface SessionRules {
  /** Commands queued for one sleeping controller; further ones are dropped and end by their own time limit. */
  controllerQueue: number
  /** Messages queued for the gateway; beyond this, controllers get no acknowledgement and keep their messages. */
  gatewayQueue: number
  /** Of one controller; beyond this, only that controller gets no acknowledgement. */
  gatewayQueuePerController: number
  isSignedIn: (client: Client) => boolean
  mayKeep: (client: Client, filter: string) => boolean
  onDropped: (count: number) => void
  /** A message was queued for its subscribers; `isTaken`: the gateway is one of them. */
  onQueued: (brokerCounter: number, isTaken: boolean) => void
  /** The gateway has acknowledged a message. */
  onAcknowledged: (brokerCounter: number) => void
}

/** The methods that aedes calls on its store; the package's types still describe callbacks. */
interface SessionStore {
  outgoingEnqueueCombi(subs: { clientId: string }[], packet: AedesPublishPacket): Promise<void>
  outgoingClearMessageId(client: Client, packet: AedesPublishPacket): Promise<AedesPublishPacket | undefined>
  addSubscriptions(client: Client, subs: Subscription[]): Promise<void>
  cleanIncoming(client: Client): Promise<void>
  outgoingStream(client: Client): AsyncIterable<AedesPublishPacket>
  outgoingUpdate(client: Client, packet: AedesPublishPacket): Promise<void>
  storeRetained(packet: object): Promise<void>
}

const openStore = (persistence as unknown as { default: () => SessionStore }).default

/** How many messages are queued for each client, and which publishers wait for room. */
interface Backlog {
  readonly rules: SessionRules
  readonly waiting: Map<string, number>
  /** For the gateway, by its link and the controller that sent the messages. */
  readonly byController: Map<string, number>
  roomAwaited: Publisher[]
}

interface Publisher {
  link: string
  share: string
  go: () => void
}

export interface BoundedSessions {
  sessions: object
  /** Keeps it for later subscribers. */
  retain(packet: AedesPublishPacket | PublishPacket): void
  waitingForGateway(): number
  /** Calls back at once while the gateway keeps up with all and with this controller, otherwise as soon as it does again. */
  whenRoom(controllerId: string, topic: string, go: () => void): void
}

/** Keeps sessions in memory, with limits. */
export function boundedSessions(rules: SessionRules): BoundedSessions {
  const backlog: Backlog = { rules, waiting: new Map(), byController: new Map(), roomAwaited: [] }
  const countOf = (clientId: string): number => backlog.waiting.get(clientId) ?? 0
  const sessions = openStore()
  const store = bound(sessions)
  const { outgoingEnqueueCombi, outgoingClearMessageId, outgoingUpdate, addSubscriptions, cleanIncoming } = store

  sessions.outgoingEnqueueCombi = async (subs, packet) => {
    const open = subs.filter(
      ({ clientId }) => gatewayClientIds.includes(clientId) || countOf(clientId) < rules.controllerQueue,
    )
    if (open.length < subs.length) rules.onDropped(subs.length - open.length)
    for (const { clientId } of open) enter(backlog, clientId, packet.topic)
    await outgoingEnqueueCombi(open, packet)
    rules.onQueued(
      packet.brokerCounter,
      open.some(({ clientId }) => gatewayClientIds.includes(clientId)),
    )
  }
  sessions.outgoingClearMessageId = async (client, packet) => {
    // Without a message id aedes would clear the first message that was not sent yet, whichever it is.
    if (packet.messageId === undefined) return undefined
    const cleared = await outgoingClearMessageId(client, packet)
    if (cleared) leave(backlog, client.id, cleared.topic)
    if (cleared && gatewayClientIds.includes(client.id)) rules.onAcknowledged(cleared.brokerCounter)
    return cleared
  }
  // A message that was acknowledged while a queue is being sent again is sent twice rather than ending the connection.
  sessions.outgoingUpdate = (client, packet) => outgoingUpdate(client, packet).catch(() => undefined)
  // Otherwise aedes would store every filter of the packet, refused ones included.
  sessions.addSubscriptions = (client, subs) =>
    addSubscriptions(
      client,
      subs.filter(({ topic }) => rules.mayKeep(client, topic)),
    )
  // A client that merely claims another's id, without the password, must not empty its session.
  sessions.cleanIncoming = async (client) => {
    if (rules.isSignedIn(client)) await cleanIncoming(client)
  }

  sessions.outgoingStream = (client) => Readable.from(markSentOnes(store.outgoingStream(client)))

  return {
    sessions,
    retain: (packet) => void store.storeRetained({ ...packet }),
    waitingForGateway: () => countOf(gatewayClientId) + countOf(gatewayCommandsClientId),
    whenRoom(controllerId, topic, go) {
      const link = linkOf(topic)
      const publisher: Publisher = { link, share: shareOf(link, controllerId), go }
      if (hasRoom(backlog, publisher)) go()
      else backlog.roomAwaited.push(publisher)
    },
  }
}

/** What was sent before and not acknowledged says so when it is sent once more (MQTT 3.1.1, section 3.3.1.1). */
async function* markSentOnes(queued: AsyncIterable<AedesPublishPacket>): AsyncGenerator<AedesPublishPacket> {
  for await (const packet of queued) {
    if (packet.messageId !== undefined) packet.dup = true
    yield packet
  }
}

const linkOf = (topic: string): string =>
  parseTopic(topic, widestIdLength)?.kind === 'response' ? gatewayCommandsClientId : gatewayClientId
const shareOf = (link: string, controllerId: string): string => `${link} ${controllerId}`

const hasRoom = ({ rules, waiting, byController }: Backlog, { link, share }: Publisher): boolean =>
  (waiting.get(link) ?? 0) < rules.gatewayQueue && (byController.get(share) ?? 0) < rules.gatewayQueuePerController

function enter(backlog: Backlog, clientId: string, topic: string): void {
  count(backlog.waiting, clientId, 1)
  if (gatewayClientIds.includes(clientId)) count(backlog.byController, shareOfTopic(clientId, topic), 1)
}

function leave(backlog: Backlog, clientId: string, topic: string): void {
  count(backlog.waiting, clientId, -1)
  if (!gatewayClientIds.includes(clientId)) return
  count(backlog.byController, shareOfTopic(clientId, topic), -1)
  if (backlog.roomAwaited.length === 0) return
  const awaited = backlog.roomAwaited
  backlog.roomAwaited = []
  for (const publisher of awaited) {
    if (hasRoom(backlog, publisher)) publisher.go()
    else backlog.roomAwaited.push(publisher)
  }
}

const shareOfTopic = (link: string, topic: string): string => shareOf(link, topic.split('/')[1] ?? '')

function count(counts: Map<string, number>, key: string, change: 1 | -1): void {
  const value = (counts.get(key) ?? 0) + change
  if (value > 0) counts.set(key, value)
  else counts.delete(key)
}

const bound = (sessions: SessionStore): SessionStore => ({
  outgoingEnqueueCombi: sessions.outgoingEnqueueCombi.bind(sessions),
  outgoingClearMessageId: sessions.outgoingClearMessageId.bind(sessions),
  addSubscriptions: sessions.addSubscriptions.bind(sessions),
  cleanIncoming: sessions.cleanIncoming.bind(sessions),
  outgoingStream: sessions.outgoingStream.bind(sessions),
  outgoingUpdate: sessions.outgoingUpdate.bind(sessions),
  storeRetained: sessions.storeRetained.bind(sessions),
})
