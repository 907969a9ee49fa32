import type { AedesPublishPacket, Client, Subscription } from 'aedes'
import * as persistence from 'aedes-persistence'
import { gatewayClientId } from './broker-access.ts'

export interface SessionRules {
  /** Commands queued for one sleeping controller; further ones are dropped and end by their own time limit. */
  controllerQueue: number
  /** Messages queued for the gateway; beyond this, controllers get no acknowledgement and keep their messages. */
  gatewayQueue: number
  isSignedIn: (client: Client) => boolean
  mayKeep: (client: Client, filter: string) => boolean
  onDropped: (count: number) => void
}

/** The methods that aedes calls on its store; the package's types still describe callbacks. */
interface SessionStore {
  outgoingEnqueueCombi(subs: { clientId: string }[], packet: AedesPublishPacket): Promise<void>
  outgoingClearMessageId(client: Client, packet: AedesPublishPacket): Promise<AedesPublishPacket | undefined>
  addSubscriptions(client: Client, subs: Subscription[]): Promise<void>
  cleanIncoming(client: Client): Promise<void>
}

const openStore = (persistence as unknown as { default: () => SessionStore }).default

/** How many messages are queued for each client, and which publishers wait for room. */
interface Backlog {
  readonly waiting: Map<string, number>
  roomAwaited: (() => void)[]
}

export interface BoundedSessions {
  sessions: object
  waitingForGateway(): number
  /** Calls back at once while the gateway keeps up, otherwise as soon as it does again. */
  whenRoom(go: () => void): void
}

/** Keeps sessions in memory, with limits. */
export function boundedSessions(rules: SessionRules): BoundedSessions {
  const backlog: Backlog = { waiting: new Map(), roomAwaited: [] }
  const countOf = (clientId: string): number => backlog.waiting.get(clientId) ?? 0
  const sessions = openStore()
  const { outgoingEnqueueCombi, outgoingClearMessageId, addSubscriptions, cleanIncoming } = bound(sessions)

  sessions.outgoingEnqueueCombi = async (subs, packet) => {
    const open = subs.filter(
      ({ clientId }) => clientId === gatewayClientId || countOf(clientId) < rules.controllerQueue,
    )
    if (open.length < subs.length) rules.onDropped(subs.length - open.length)
    for (const { clientId } of open) backlog.waiting.set(clientId, countOf(clientId) + 1)
    await outgoingEnqueueCombi(open, packet)
  }
  sessions.outgoingClearMessageId = async (client, packet) => {
    const cleared = await outgoingClearMessageId(client, packet)
    if (cleared) forgetOne(backlog, client.id, rules.gatewayQueue)
    return cleared
  }
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

  return {
    sessions,
    waitingForGateway: () => countOf(gatewayClientId),
    whenRoom: (go) => void (countOf(gatewayClientId) < rules.gatewayQueue ? go() : backlog.roomAwaited.push(go)),
  }
}

function forgetOne(backlog: Backlog, clientId: string, gatewayQueue: number): void {
  const count = (backlog.waiting.get(clientId) ?? 1) - 1
  if (count > 0) backlog.waiting.set(clientId, count)
  else backlog.waiting.delete(clientId)
  if (clientId !== gatewayClientId || count >= gatewayQueue) return
  const released = backlog.roomAwaited
  backlog.roomAwaited = []
  for (const go of released) go()
}

const bound = (sessions: SessionStore): SessionStore => ({
  outgoingEnqueueCombi: sessions.outgoingEnqueueCombi.bind(sessions),
  outgoingClearMessageId: sessions.outgoingClearMessageId.bind(sessions),
  addSubscriptions: sessions.addSubscriptions.bind(sessions),
  cleanIncoming: sessions.cleanIncoming.bind(sessions),
})
